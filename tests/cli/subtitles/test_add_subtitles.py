import gzip
import os
import shutil

import pytest

from dialogue_etl.cli.source_commands.subtitles import add_subtitles
from dialogue_etl.cli.source_commands.subtitles.add_subtitles import Given, copy
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.subtitles import library
from dialogue_etl.sources.subtitles.parameters import Subtitles
from dialogue_etl.workspace import programs
from tests.conftest import ROOT
from tests.sources.subtitles.building import balanced, made, xml, zipped

SRT = b"1\n00:00:01,000 --> 00:00:02,500\nHello there. How are you?\n"
GIVEN = Given("en", "CC BY 4.0", None, "", None)


@pytest.fixture
def files(tmp_path):
    folder = tmp_path / "mine"
    for name, data in {
        "talk.srt": SRT,
        "A film (2001) [x].srt": SRT,
        "xml/en/1999/417/5.xml.gz": gzip.compress(xml(["one", "two"])),
        "en.zip": zipped({"xml/en/1999/12/3.xml": xml(["a"])}),
        ".hidden": b"",
    }.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


def test_a_folder_of_all_forms_is_added_and_read(files, tmp_path, capsys):
    items, problems = copy([files], GIVEN, tmp_path / "library", Subtitles())
    assert problems == []
    assert [(item.file, item.form, item.film, item.year) for item in items] == [
        ("en/A-film-2001-x/A-film-2001-x.srt", "subtitles", "A-film-2001-x", ""),
        ("en/en.zip", "archive", "", ""),
        ("en/talk/talk.srt", "subtitles", "talk", ""),
        ("en/tt0000417/5.xml.gz", "xml", "tt0000417", "1999"),
    ]
    said = capsys.readouterr().out
    assert "en/talk/talk.srt: 2 sentences: Hello there. / How are you?" in said
    assert "en/en.zip: 1 subtitle files" in said
    build = made(tmp_path).run("download", "read", "films")
    balanced(build)
    assert sorted(row["film_id"] for row in build.rows("films", "en", "films")) == [
        "A-film-2001-x",
        "talk",
        "tt0000012",
        "tt0000417",
    ]


def test_versions_of_one_film_with_its_facts(files, tmp_path):
    given = Given("pt-BR", "none stated", "tt0816692", "Interestelar", 2014)
    copy([files / "talk.srt", files / "xml"], given, tmp_path / "library", Subtitles())
    items = library.read(tmp_path / "library")
    assert {(item.film, item.title, item.year, item.language) for item in items} == {
        ("tt0816692", "Interestelar", "2014", "pt-BR")
    }
    copy([files / "talk.srt"], given, tmp_path / "library", Subtitles())
    assert library.read(tmp_path / "library") == items


def test_what_can_not_be_read_is_named_and_the_others_added(tmp_path):
    for name, data in {
        "a.srt": SRT,
        "b.srt": b"",
        "c.xml": b"<html/>",
        "d.zip": b"x",
        "e.zip": zipped({"x": b""}),
    }.items():
        (tmp_path / name).write_bytes(data)
    items, problems = copy(
        [tmp_path / f"{name}" for name in ("a.srt", "b.srt", "c.xml", "d.zip", "e.zip")],
        GIVEN,
        tmp_path / "library",
        Subtitles(),
    )
    assert [item.file for item in items] == ["en/a/a.srt"]
    assert [problem.split(": ", 1)[1] for problem in problems] == [
        "the file is empty",
        "no XML of OPUS",
        "no zip archive, or cut off: File is not a zip file",
        "holds no XML named YEAR/FILM/SUBTITLE.xml as in OPUS",
    ]


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (Given("english", "CC0", None, "", None), "--language: 'english' is not a BCP-47 tag"),
        (Given("en", " ", None, "", None), "--rights is empty"),
        (Given("en", "CC0", "a/b", "", None), "--film a/b: letters"),
    ],
)
def test_options_that_are_wrong(given, says):
    with pytest.raises(DialogueEtlError, match=says):
        add_subtitles._check(given)


def test_two_files_of_a_name(tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.srt").write_bytes(SRT)
    with pytest.raises(DialogueEtlError, match=r"two files are called en/a/a\.srt"):
        copy([tmp_path / "one", tmp_path / "two"], GIVEN, tmp_path / "library", Subtitles())
    assert not (tmp_path / "library" / "catalogue.csv").exists()


def test_links_out_of_a_folder_and_what_is_no_file_are_named_and_not_opened(files, tmp_path):
    (tmp_path / "elsewhere.srt").write_bytes(SRT)
    (files / "link.srt").symlink_to(tmp_path / "elsewhere.srt")
    (files / "round").symlink_to(files)
    os.mkfifo(files / "pipe.srt")
    items, problems = copy([files], GIVEN, tmp_path / "library", Subtitles())
    assert len(items) == 4
    assert problems == [
        f"{files}/link.srt: a link out of the folder, not followed",
        f"{files}/pipe.srt: not a file",
    ]


def test_files_are_listed_and_removed_by_name_or_film(command, files, tmp_path, monkeypatch):
    for name in ("dvc.yaml", "params.yaml"):
        shutil.copy(ROOT / name, tmp_path / name)
    monkeypatch.chdir(tmp_path)
    noted = []
    monkeypatch.setattr(programs, "track", lambda *folders: noted.append(folders))
    assert command("subtitles", "list").out.startswith("no subtitles; ")
    given = ("--language", "en", "--rights", "CC0")
    assert command("subtitles", "add", files, *given).code == 0
    lines = command("subtitles", "list").out.splitlines()
    assert lines[2] == "en/talk/talk.srt: subtitles, en, CC0; talk; 0 kB"
    said = command("subtitles", "remove", "talk", "tt0000471")
    assert (said.code, said.out) == (1, "")
    assert "tt0000471: not in " in said.err
    assert "most like it: tt0000417" in said.err
    said = command("subtitles", "remove", "talk", "en/en.zip")
    assert said.out == "en/en.zip is out of subtitles/library\nen/talk/talk.srt is out of subtitles/library\n"
    assert len(noted) == 2
    left = {path.name for path in (tmp_path / "subtitles/library").rglob("*") if path.is_file()}
    assert left == {"catalogue.csv", "A-film-2001-x.srt", "5.xml.gz"}
