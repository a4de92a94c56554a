import json

import pytest

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.threads import corpora
from dialogue_etl.sources.threads.commands.add_corpus import add
from dialogue_etl.workspace import programs

ROWS = [
    {"id": "a", "text": "Who has the key?", "author": "ann"},
    {"id": "b", "parent": "a", "text": "I have.", "author": "bo"},
]
TREE = "".join(json.dumps(row) + "\n" for row in ROWS)


@pytest.fixture
def tracked(workspace, monkeypatch):
    """What DVC is asked to take note of, instead of asking it."""
    asked = []
    monkeypatch.setattr(programs, "track", lambda root, folder: asked.append((root, folder)))
    monkeypatch.chdir(workspace)
    return asked


def given(tmp_path, text=TREE, name="dump.jsonl"):
    (tmp_path / name).write_text(text)
    return [tmp_path / name]


def test_a_dump_becomes_a_tracked_corpus(workspace, tracked, tmp_path, capsys):
    add(given(tmp_path), "talk", "tree", "en", "CC BY 4.0")
    (corpus,) = corpora.read(workspace / "threads/corpora")
    assert (corpus.name, corpus.format, corpus.language, corpus.rights) == ("talk", "tree", "en", "CC BY 4.0")
    assert (workspace / "threads/corpora" / corpus.files[0]).read_text() == TREE
    assert tracked == [(workspace, "threads/corpora")]
    said = capsys.readouterr().out.splitlines()
    assert said[:3] == [
        "talk: tree, en, CC BY 4.0; 1 file, 0.0 MB",
        "  a, ann: Who has the key?",
        "  b to a, bo: I have.",
    ]
    assert "threads.source is sample: set it to corpora to build from it" in said


def test_a_folder_and_a_corpus_of_the_same_name(workspace, tracked, tmp_path):
    (tmp_path / "more").mkdir()
    given(tmp_path / "more", "hi\thello\n", "1.tsv")
    given(tmp_path / "more", "so\tno\n", "2.tsv")
    given(tmp_path / "more", "x", ".hidden")
    add(given(tmp_path), "talk", "tree", "en", "CC0")
    add([tmp_path / "more"], "talk", "tsv", "zh", "none stated")
    (corpus,) = corpora.read(workspace / "threads/corpora")
    assert (corpus.format, corpus.files) == ("tsv", ("talk/1.tsv", "talk/2.tsv"))
    assert not (workspace / "threads/corpora/talk/dump.jsonl").exists()


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (TREE, ("../talk", "tree", "en", "CC0"), "--name ../talk: letters, digits"),
        (TREE, ("talk", "weibo", "en", "CC0"), "--format weibo: not one of tree, reddit"),
        (TREE, ("talk", "tree", "english", "CC0"), "--language english: no BCP-47 tag"),
        (TREE, ("talk", "tree", "en", " "), "--rights is empty"),
        (TREE, ("talk", "douban", "en", "CC0"), "nothing in it can be read as douban: .*label"),
        ("<html><p>Sorry</p></html>", ("talk", "tree", "en", "CC0"), "a web page, not a corpus"),
        ("", ("talk", "tree", "en", "CC0"), "the file is empty"),
    ],
)
def test_what_can_not_be_added_is_refused_whole(tracked, tmp_path, text, options, says):
    with pytest.raises(DialogueEtlError, match=says):
        add(given(tmp_path, text), *options)
    assert not (tmp_path / "threads/corpora").exists()
    assert tracked == []


def test_files_that_are_not_there_or_have_one_name(tracked, tmp_path):
    with pytest.raises(DialogueEtlError, match="gone: no such file"):
        add([tmp_path / "gone"], "talk", "tree", "en", "CC0")
    (tmp_path / "other").mkdir()
    with pytest.raises(DialogueEtlError, match=r"two files are called dump\.jsonl"):
        add(given(tmp_path) + given(tmp_path / "other"), "talk", "tree", "en", "CC0")
