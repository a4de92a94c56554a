import random

import pytest

from dialogue_etl import params as parameters
from dialogue_etl.sources.subtitles import download
from dialogue_etl.sources.subtitles.download import DownloadError
from tests.conftest import quick_runtime
from tests.fake_mirror import answers, cut_after
from tests.sources.subtitles.building import Build, values, xml, zipped
from tests.web.conftest import serve as serve  # noqa: PLC0414 - a fixture

HURRIED = {"first_pause": 0.01, "timeout": 5.0, "attempts": 3}
NAME = "v2018/xml/en.zip"
DICE = random.Random(0)
FILES = {f"xml/en/1999/{n}/{n}.xml": xml([DICE.randbytes(200).hex()]) for n in range(1, 300)}
ARCHIVE = zipped(FILES)


def build(folder, place, changes=None):
    params = values({"subtitles.source": "opus", **(changes or {})})
    return Build(folder, params, quick_runtime(opus=str(place), **HURRIED))


def test_an_archive_is_fetched_and_read(serve, tmp_path):
    server = serve({NAME: ARCHIVE})
    made = build(tmp_path, server.url).run("download", "read")
    assert made.metrics("download", "en") == {"archives": 1, "members": 299, "bytes": len(ARCHIVE)}
    assert (made.stages / "download" / "en" / "en.zip").read_bytes() == ARCHIVE
    assert made.metrics("read", "en")["films"] == 299
    assert {row["corpus"] for row in made.rows("read", "en", "films")} == {"opus"}
    made.run("download")
    assert server.paths == [NAME]  # from the store


def test_cut_off_in_the_middle_it_is_resumed(serve, tmp_path):
    server = serve({NAME: ARCHIVE})
    half = len(ARCHIVE) // 2
    server.faults[NAME] = [cut_after(half)]
    made = build(tmp_path, server.url).run("download")
    assert (made.stages / "download" / "en" / "en.zip").read_bytes() == ARCHIVE
    assert server.headers("Range") == ["", f"bytes={half}-"]


def test_a_further_run_goes_on_where_one_was_given_up(serve, tmp_path):
    server = serve({NAME: ARCHIVE})
    server.faults[NAME] = [cut_after(30_000), answers(500), answers(500)]
    made = build(tmp_path, server.url)
    with pytest.raises(DownloadError, match=r"v2018/xml/en\.zip: \S+: the server answers 500, 3 attempts"):
        made.run("download")
    assert not (made.stages / "download" / "en").exists()
    made.run("download")
    assert server.headers("Range")[-1] == "bytes=30000-"
    assert (made.stages / "download" / "en" / "en.zip").read_bytes() == ARCHIVE


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "the server answers 404"),
        (b"<html>gone</html>", "not a zip archive"),
        (ARCHIVE[: len(ARCHIVE) // 2], "no zip archive, or cut off"),
    ],
)
def test_what_is_no_archive_never_appears(serve, tmp_path, data, says):
    server = serve({NAME: data} if data else {})
    made = build(tmp_path, server.url)
    with pytest.raises(DownloadError, match=says):
        made.run("download")
    assert not (made.stages / "download" / "en").exists()


@pytest.mark.parametrize("layout", ["v2018/xml/en.zip", "en.zip", "other.zip"])
def test_a_copy_on_this_machine(tmp_path, layout):
    path = tmp_path / "copy" / layout
    path.parent.mkdir(parents=True)
    path.write_bytes(ARCHIVE)
    place = path if layout == "other.zip" else tmp_path / "copy"
    made = build(tmp_path / "work", place).run("download")
    assert (made.stages / "download" / "en" / "en.zip").read_bytes() == ARCHIVE
    with pytest.raises(DownloadError, match="no such file"):
        build(tmp_path / "none", tmp_path / "copy", {"subtitles.opus_release": "v2016"}).run("download") if (
            layout != "en.zip"
        ) else build(tmp_path / "none", tmp_path / "nowhere").run("download")


def test_other_sources_have_nothing_to_download(tmp_path):
    made = build(tmp_path, "/nowhere", {"subtitles.source": "sample"}).run("download")
    assert made.metrics("download", "en") == {"archives": 0, "members": 0, "bytes": 0}
    assert list((made.stages / "download" / "en").iterdir()) == []


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "en"), ("pt-BR", "pt_br"), ("zh", "zh_cn"), ("zh-Hant", "zh_tw"), ("sr-Latn", "sr_latn")],
)
def test_names_of_languages_at_opus(language, name):
    params = parameters.parse({"subtitles": {"opus_form": "raw", "opus_release": "v2016"}}).subtitles
    assert download.name_of(language, params) == f"v2016/raw/{name}.zip"
