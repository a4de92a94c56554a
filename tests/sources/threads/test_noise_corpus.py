"""What a noise audit reads: sessions as they are, comments as the stages make dialogues of them."""

import gzip
import json
import zipfile

import pytest

from dialogue_etl import params
from dialogue_etl.sources.threads.adapters import FORMATS
from dialogue_etl.sources.threads.noise_corpus import CorpusFormError, opened
from tests.conftest import quick_runtime
from tests.sources.threads.building import Build, add, chain, lines, talk, values

SAID = ["Who has the key?", "I have it.", "Give it to her."]
FIRST, SECOND = chain("a", *SAID), chain("b", "Any news?", "None at all.")


def read(paths, form="", language="en", **threads):
    """All dialogues of files, sorted, and how many records are none; the same for a second time."""
    with opened(paths, form, language, params.parse({"threads": threads}).threads) as corpus:
        once, twice = ([said for batch in corpus.batches() for said in batch] for _ in range(2))
        assert once == twice
        return sorted(once), corpus.unreadable


def wenda(folder):
    path = folder / "corpus.zip"
    said = "".join(f"L{n} +++$+++ u{n % 2} +++$+++ {text}\n" for n, text in enumerate(SAID))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("x_lines.txt", said)
        archive.writestr("x_conversations.txt", "C1 +++$+++ u0 +++$+++ u1 +++$+++ ['L0', 'L1', 'L2']\n")
    return path


def reddit(folder):
    post = {"id": "p", "title": SAID[0], "selftext": "", "author": "x"}
    answers = [
        {"id": f"c{n}", "body": text, "author": "y", "parent_id": f"t1_c{n - 1}" if n > 1 else "t3_p"}
        for n, text in enumerate(SAID[1:], start=1)
    ]
    paths = [folder / "posts.jsonl", folder / "comments.jsonl.gz"]
    paths[0].write_text(lines([post]), "utf-8")
    paths[1].write_bytes(gzip.compress(lines(answers).encode()))
    return paths


def tweets(folder):
    rows = [
        {"id_str": f"{n}", "full_text": text, "in_reply_to_status_id_str": f"{n - 1}" if n else None}
        for n, text in enumerate(SAID)
    ]
    (folder / "posts.json").write_text(lines(rows), "utf-8")
    return folder / "posts.json"


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("form", ["tree", "reddit", "twitter", "wenda"])
def test_every_form_of_comments_is_read(tmp_path, form, named):
    (tmp_path / "own.jsonl").write_text(lines(FIRST), "utf-8")
    paths = {
        "tree": [tmp_path / "own.jsonl"],
        "reddit": reddit(tmp_path),
        "twitter": [tweets(tmp_path)],
        "wenda": [wenda(tmp_path)],
    }
    assert read(paths[form], form if named else "") == ([SAID], 0)


def test_dialogues_of_comments_are_those_of_the_stage_extract(tmp_path):
    rows = talk(60)
    knobs = {"orphans": "drop", "max_depth": 3, "deleted": [rows[5]["text"]]}
    add(tmp_path / "corpora", "talk", {"1.jsonl": lines(rows[:50]), "2.jsonl": lines(rows[40:-1])}, "en")
    changes = {"threads.source": "corpora", "threads.languages": ["en"]}
    chosen = values(changes | {f"threads.{name}": value for name, value in knobs.items()})
    build = Build(tmp_path / "build", chosen, quick_runtime(), corpora=tmp_path / "corpora")
    made = build.run("ingest", "extract").rows("extract", "en", "dialogues")
    found, unreadable = read(sorted((tmp_path / "corpora/talk").iterdir()), **knobs)
    assert found == sorted([turn["text"] for turn in row["turns"]] for row in made)
    assert (len(found) > 20, unreadable) == (True, 0)
    assert 0 < len(read([tmp_path / "corpora/talk/1.jsonl"], max_paths=1)[0]) < len(found)


def test_sessions_and_comments_may_come_together_and_bad_records_are_counted_once(tmp_path):
    own, sessions = tmp_path / "own.jsonl", tmp_path / "sessions.jsonl"
    own.write_text(lines([*FIRST, *SECOND]) + "{}\n", "utf-8")
    sessions.write_text(json.dumps(["See you.", "Bye."]) + "\n[1]\n", "utf-8")
    expected = [["Any news?", "None at all."], ["See you.", "Bye."], SAID]
    assert read([own, sessions]) == (expected, 2)


def test_comments_nobody_answers_are_no_dialogue_unless_the_knobs_say_so(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text(lines(SECOND[:1]), "utf-8")
    assert read([path]) == ([], 0)
    assert read([path], min_turns=1) == ([["Any news?"]], 0)


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "scratch"))
    (tmp_path / "scratch").mkdir()
    assert read([wenda(tmp_path)])[0]
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.tsv", "17\ta comment\n"), ("a.txt", "17\ta comment\n"), ("a.tsv", "[doge] 17\ta comment\n")],
)
def test_the_name_tells_the_form_where_the_text_may_be_one_or_the_other(tmp_path, name, text):
    (tmp_path / name).write_text(text, "utf-8")
    assert len(read([tmp_path / name])[0]) == 1


def test_what_is_not_clear_names_all_forms(tmp_path):
    unclear, page, folder = tmp_path / "a.log", tmp_path / "b", tmp_path / "c"
    unclear.write_text("12\n", "utf-8")
    page.write_text("<!DOCTYPE html><html><body>x</body></html>", "utf-8")
    folder.mkdir()
    for path, why in [(unclear, "its form is not clear"), (page, "a web page"), (folder, "Is a directory")]:
        with pytest.raises(CorpusFormError, match=f"{path}.*{why}.*: name it with --format") as error:
            read([path])
        assert all(name in str(error.value) for name in FORMATS)
    with pytest.raises(CorpusFormError, match="--format weibo: not one of tree, reddit"):
        read([unclear], "weibo")
