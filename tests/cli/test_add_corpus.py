import gzip
import json

import pytest

from dialogue_etl.cli.source_commands.threads import known_corpora
from dialogue_etl.cli.source_commands.threads.add_corpus import add
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources.threads import corpora, detection
from dialogue_etl.workspace import programs
from tests.sources.threads import test_exports_of_today
from tests.sources.threads.test_exports_of_today import dumped

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
    add(given(tmp_path), "talk", "en", "CC BY 4.0", "tree")
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
    assert not any("threads." in line for line in said)
    add(given(tmp_path), "rede", "de", "CC BY 4.0", "tree")
    assert "threads.languages is now en, zh, de: that is what is built" in capsys.readouterr().out


def test_a_folder_and_a_corpus_of_the_same_name(workspace, tracked, tmp_path):
    (tmp_path / "more").mkdir()
    given(tmp_path / "more", "hi\thello\n", "1.tsv")
    given(tmp_path / "more", "so\tno\n", "2.tsv")
    given(tmp_path / "more", "x", ".hidden")
    add(given(tmp_path), "talk", "en", "CC0", "tree")
    add([tmp_path / "more"], "talk", "zh", "none stated", "tsv")
    (corpus,) = corpora.read(workspace / "threads/corpora")
    assert (corpus.format, corpus.files) == ("tsv", ("talk/1.tsv", "talk/2.tsv"))
    assert not (workspace / "threads/corpora/talk/dump.jsonl").exists()


GIVEN = {"name": "talk", "language": "en", "rights": "CC0", "form": "tree"}
ROOTS = TREE.replace("parent", "rootid")
HINT = "name the field that says it, as --field parent=reply_to, or another --format than tree"


@pytest.mark.parametrize(
    ("text", "options", "says"),
    [
        (TREE, {"name": "../talk"}, "--name ../talk: letters, digits"),
        (TREE, {"form": "icq"}, "--format icq: not one of tree, reddit"),
        (TREE, {"language": "english"}, "--language: 'english' is not a BCP-47 tag: English is written en"),
        (TREE, {"rights": " "}, "--rights is empty"),
        (TREE, {"encoding": "rot13"}, "--encoding rot13: none that Python knows, such as utf-8, gb18030"),
        (TREE, {"encoding": "klingon", "form": ""}, "--encoding klingon: none that Python knows"),
        (TREE, {"encoding": "big5", "form": "wenda"}, "--encoding big5: wenda is always UTF-8: leave it out"),
        (TREE, {"fields": ["dad=a"]}, "--field dad=a: should be FIELD=PLACE, a field one of id, parent"),
        (TREE, {"form": "douban"}, "can be read as douban: line 1: .*label.*; --format tree fits"),
        (TREE, {"form": "jsonl"}, "dump.jsonl: nothing in it .* not a list of texts; it has id, text"),
        (ROOTS, {}, f"none of its 2 comments answers another: none names a parent; .*{HINT}"),
        (TREE.replace('": "a"', '": "c"', 1), {}, r"the parents they name, such as a, are not in it"),
        ('["alone"]\n', {"form": "jsonl"}, "none of its 1 dialogues has two turns, .* as --field dialog="),
        (
            TREE.replace("parent", "dad"),
            {"form": ""},
            "dump.jsonl: its form is not clear; tree reads 2 of 2 records, of which 0 answer .*"
            "try --format tree or .*--field id=id --field parent=… --field author=author --field text=text",
        ),
        ("<html><p>Sorry</p></html>", {}, "dump.jsonl: a web page, not a corpus: take the file"),
        ("PK\x03\x04", {}, "dump.jsonl: a zip archive, or a document in one, not a corpus: unpack it first"),
        ("", {"form": ""}, "dump.jsonl: the file is empty: leave it out, or get it again"),
        ("", {}, "dump.jsonl: the file is empty: leave it out, or get it again"),
    ],
)
def test_what_can_not_be_added_is_refused_whole(tracked, tmp_path, text, options, says):
    with pytest.raises(DialogueEtlError, match=says):
        add(given(tmp_path, text), **(GIVEN | options))
    assert not (tmp_path / "threads/corpora").exists()
    assert tracked == []


def test_what_is_cut_off_is_added_with_a_word_of_it(workspace, tracked, tmp_path, capsys):
    (tmp_path / "cut.gz").write_bytes(gzip.compress(TREE.encode() * 100)[:-9])
    add([tmp_path / "cut.gz"], "talk", "en", "CC0")
    assert "cut.gz: the archive is cut off or damaged: " in capsys.readouterr().out
    add(given(tmp_path, '[["a", "b"], ["c",'), "cut", "en", "CC0", "lccc")
    assert (
        "dump.jsonl: 1 of 2 records cannot be read and will be left out, the first in line 1: not JSON: "
        in capsys.readouterr().out
    )


def test_one_bad_file_of_several_is_refused(tracked, tmp_path):
    with pytest.raises(DialogueEtlError, match=r"more\.jsonl: the file is empty"):
        add(given(tmp_path) + given(tmp_path, "", "more.jsonl"), **GIVEN)


def test_a_form_is_told_where_its_answers_are_found(workspace, tracked, tmp_path, capsys):
    pairs = '{"dialog": ["hi", "hello"]}\n'
    for text, form in ((TREE, "tree"), (TREE.replace("parent", "rootid"), "weibo"), (pairs, "lccc")):
        add(given(tmp_path, text), form, "en", "CC0")
        assert {one.name: one.format for one in corpora.read(workspace / "threads/corpora")}[form] == form
    rows = ROOTS.replace("text", "content")
    mapped = {"fields": ["parent=rootid", "text=content"], "encoding": "ascii"}
    add(given(tmp_path, rows), "mapped", "en", "CC0", **mapped)
    capsys.readouterr()
    known_corpora.show()
    (workspace / "threads/corpora/tree/dump.jsonl").unlink()
    known_corpora.remove("weibo")
    known_corpora.show()
    said = capsys.readouterr().out.splitlines()
    assert said[1] == "mapped: tree ascii parent=rootid text=content, en, CC0; 1 file, 0.0 MB"
    assert [line.partition(":")[0] for line in said[:4]] == ["lccc", "mapped", "tree", "weibo"]
    assert said[4] == "weibo is out of threads/corpora"
    assert said[-1] == "  not there: tree/dump.jsonl"
    assert len(tracked) == 5


COMMENTS = [{"id": n, "parent": n - n % 10 if n % 10 else None, "text": f"says {n}"} for n in range(50)]
DOTTED = [
    {"id": f"x{n // 5}.{n % 5}", "parent": f"x{n // 5}.0" if n % 5 else None, "text": "s"} for n in range(20)
]
"""In YouTube's ids, what comes before the dot is the parent."""
NESTED = {
    "room": {
        "items": [{"key": 5, "body": "Who is in?", "answers": None}, {"key": 6, "answers": 5, "body": "I"}]
    }
}


@pytest.mark.parametrize(
    ("data", "form"),
    [
        *((json.dumps(COMMENTS, indent=indent), "tree") for indent in (None, 4)),
        (dumped(*DOTTED), "tree"),
        *(
            (text, form)
            for form, text, _ in [*test_exports_of_today.TREES, *test_exports_of_today.SESSIONS]
            if form not in {"multiwoz", "ubuntu", "jsonl"} and "did:c" not in text
        ),
    ],
)
def test_the_best_form_is_told(tmp_path, data, form):
    """Whatever white space there is, and although several may read the file."""
    assert detection.told(*given(tmp_path, data), "en") == form


NO_ID = {"type": "message", "date": "2024-05-01T10:00:00", "from": "Bo"}
LACKS = r"of telegram, but lack ids \(line 1: no id; .* --format telegram --field 'id=\{date\}.\{from\}'"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (
            json.dumps(NESTED),
            "--field inside=room.items --field id=key --field parent=answers --field text=body",
        ),
        (
            "Line,Who,Scene_ID,Line_ID\nHi,Ann,1,1\nYo,Bo,1,2\n",
            "--field id='{Scene_ID}.{Line_ID}' --field session=Scene_ID",
        ),
        ("plain\nlines\n", "its form is not clear; it begins 'plain lines'; try --format, one of tree, "),
        (
            '[{"id": 1, "text": "a", "to_reply": 2}]',
            "tree reads 1 of 1 records, of which 0 answer or are answered",
        ),
        *(
            (json.dumps({"id": 7, "messages": [{**NO_ID, "text": text}] * 2}), LACKS)
            for text in ("a", [{"type": "bold", "text": "a"}])  # the first might be one conversation
        ),
        (
            dumped(*COMMENTS[:8], *[{"id": 9}] * 2),
            "tree reads 8 of 10 records.*the first it can't read is in line 9: no",
        ),
    ],
)
def test_an_unclear_form_is_refused_with_what_to_try(tmp_path, data, says):
    with pytest.raises(DialogueEtlError, match=says):
        detection.told(*given(tmp_path, data), "en")


def test_comments_are_no_turns_of_a_dialogue(tmp_path):
    found = detection.fitting(*given(tmp_path, json.dumps(COMMENTS)), "en")
    assert not {"lccc", "jsonl"} & {one.name for one in found}


def test_an_export_of_many_files_keeps_its_folders_and_leaves_out_what_is_no_chat(
    workspace, tracked, tmp_path, capsys
):
    export = tmp_path / "export"
    for room in ("tea", "soup"):
        (export / room).mkdir(parents=True)
        given(export / room, dumped(test_exports_of_today.SLACK), "2024-01-01.json")
    given(export, '[{"id": "U1", "name": "ann"}]', "users.json")
    (export / "cup.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0")
    add([export], "talk", "en", "CC0")
    (corpus,) = corpora.read(workspace / "threads/corpora")
    assert (corpus.format, corpus.files) == (
        "slack",
        ("talk/soup/2024-01-01.json", "talk/tea/2024-01-01.json"),
    )
    said = capsys.readouterr().out
    assert "2 files hold nothing of this form and are left out: cup.png, users.json" in said
    assert (
        "1 of 3 records are no messages by their form, the first in line 1: no message, but 'channel_join'"
        in said
    )


def test_rounded_and_repeated_ids_and_what_is_lost_are_said(workspace, tracked, tmp_path, capsys):
    rows = [{"id": n % 5, "parent": (n - 1) % 5 or None, "text": f"says {n}"} for n in range(1, 11)]
    add(given(tmp_path, dumped(*rows) + "\nno json\n"), "twice", "en", "CC0", "tree")
    said = capsys.readouterr().out
    assert (
        "dump.jsonl: 1 of 11 records cannot be read and will be left out, the first in line 11: not JSON: "
        in said
    )
    assert (
        "5 of 10 records have the id of another, and only one of each is read: if they are of several" in said
    )
    broken = dumped(*rows[:5]) + "\nno json" * 3
    add(given(tmp_path, broken), "broken", "en", "CC0", "tree")
    assert "threads.max_quarantined is 0.2: so much can't be read that a build" in capsys.readouterr().out
    table = "id,parent,text\n7.31913E+18,,hi\n5,7.31913E+18,ho\n"
    add(given(tmp_path, table), "rounded", "en", "CC0", "tree")
    assert "ids such as 7.31913E+18 were rounded by a spreadsheet" in capsys.readouterr().out


def test_comments_in_a_circle_are_said(workspace, tracked, tmp_path, capsys):
    above = {"a": "c", "b": "a", "c": "b", "d": "b", "s": "s", "x": None, "y": "x", "z": "gone"}
    rows = [{"id": id, "parent": parent, "text": f"says {id}"} for id, parent in above.items()]
    add(given(tmp_path, dumped(*rows)), "some", "en", "CC0", "tree")
    assert "4 of 8 comments, such as a, answer one another in a circle" in capsys.readouterr().out
    with pytest.raises(DialogueEtlError, match="4 of 4 comments, such as a, answer one another in a circle"):
        add(given(tmp_path, dumped(*rows[:4])), "all", "en", "CC0", "tree")


def test_files_that_are_not_there_or_have_one_name(tracked, tmp_path):
    with pytest.raises(DialogueEtlError, match="gone: no such file"):
        add([tmp_path / "gone"], "talk", "en", "CC0", "tree")
    (tmp_path / "other").mkdir()
    with pytest.raises(DialogueEtlError, match=r"two files are called dump\.jsonl"):
        add(given(tmp_path) + given(tmp_path / "other"), "talk", "en", "CC0", "tree")
