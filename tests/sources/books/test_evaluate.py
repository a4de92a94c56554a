"""The stage over annotated texts made by hand, and over the benchmark where it is there."""

import json
import re
from dataclasses import replace

import pytest

from dialogue_etl import params as parameters
from dialogue_etl.core import shards
from dialogue_etl.evaluation.gold import GoldTurn
from dialogue_etl.sources.books.evaluate import evaluate
from dialogue_etl.text.spans import Span
from tests.conftest import quick_runtime, tree
from tests.evaluation.texts import Said, annotated, write

ANN, BOB = ("Ann", ("Bob",)), ("Bob", ("Ann",))
TALK = annotated(
    Said("Yes, I said so.", *ANN),
    Said("No, you never did.", *BOB),
    "He went.",
    Said("Stay.", *ANN),
    id="own/a",
)
LONELY = annotated("Nobody came to the house. " * 8, Said("Stay.", *ANN), "Nobody came.", id="other/b")


@pytest.fixture
def folder(tmp_path):
    write(tmp_path / "gold", TALK)
    write(tmp_path / "gold", LONELY)
    return tmp_path / "gold"


def run(at, gold, **changes):
    params = parameters.parse({"extract": changes, "evaluation": {"gold": str(gold or "")}})
    places = {"output": at / "out", "metrics": at / "m.json", "workspace": at}
    evaluate(**places, params=params, runtime=quick_runtime())
    return json.loads((at / "m.json").read_text("utf-8"))


def drops(at):
    return list(shards.read(at / "out", "drops"))


def test_off_says_so_and_nothing_else(tmp_path):
    assert run(tmp_path, None) == {"off": True}
    assert json.loads((tmp_path / "out" / "figures.json").read_text("utf-8")) == {"off": True}
    assert drops(tmp_path) == []


def test_figures_of_all_by_corpus_and_by_language(tmp_path, folder):
    found = run(tmp_path, folder)
    assert list(found) == ["texts", "all", "corpora", "languages", "without_thresholds", "dropped"]
    assert (found["texts"], list(found["corpora"]), list(found["languages"])) == (2, ["other", "own"], ["en"])
    assert found["languages"]["en"] == found["all"]
    # All of the one text is found, and nothing of the other: a turn that nobody answers is no dialogue.
    own, other = found["corpora"]["own"], found["corpora"]["other"]
    assert (own["texts"], own["characters_f1"], own["non_conversational"]) == (1, 1.0, 0.0)
    assert (other["utterances"], other["characters_f1"]) == (0, 0.0)
    assert found["dropped"] == {}


def test_beside_it_stand_the_figures_without_thresholds(tmp_path, folder):
    without = run(tmp_path, folder)["without_thresholds"]
    assert without["corpora"]["other"]["characters_f1"] == 1.0
    assert without["all"]["characters_recall"] == 1.0
    strict = run(tmp_path, folder, max_words=1, long_turns="cut")
    assert strict["all"]["utterances"] == 0
    assert strict["without_thresholds"] == without
    off = run(tmp_path, folder, min_delimiters=0, max_words=0, min_turns=0)
    assert {key: off[key] for key in without} == off["without_thresholds"] == without


def test_each_text_has_its_figures(tmp_path, folder):
    found = run(tmp_path, folder)
    stored = json.loads((tmp_path / "out" / "figures.json").read_text("utf-8"))
    assert (stored.pop("profile"), list(stored["by_text"])) == ("default", ["other/b", "own/a"])
    by_text = stored.pop("by_text")
    assert stored == found
    assert by_text["own/a"]["as_set"] == found["corpora"]["own"]


def test_the_reference_profile_is_scored_by_its_words(tmp_path):
    narration = "He went down to the harbour and looked at the boats for a long while. " * 4
    pairs = ((f'"Well then, yes," he said, "number {n}."', f'"So it is, {n}."') for n in range(150))
    text = "\n\n".join(part for pair in pairs for part in (*pair, narration))
    spans = [Span(*match.span(1)) for match in re.finditer('"([^"]+)"', text)]
    gold = replace(
        annotated(id="own/old"),
        text=text,
        turns=tuple(GoldTurn((span,), None, frozenset()) for span in spans),
    )
    write(tmp_path / "gold", gold)
    found = run(tmp_path, tmp_path / "gold", profile="reference")
    assert found["all"]["utterances"] == 300
    assert found["all"]["not_aligned"] == 0.0
    # Its spans are paragraphs, narration and all; its words are the speech alone.
    assert (found["all"]["characters_precision"], found["all"]["characters_recall"]) == (1.0, 1.0)
    assert {key: found[key] for key in found["without_thresholds"]} == found["without_thresholds"]


def test_what_cannot_be_scored_has_its_reason_and_the_rest_goes_on(tmp_path, folder):
    write(folder, annotated("x", id="far/c", language="und"))
    (write(folder, annotated("x", id="bad/d")) / "meta.json").unlink()
    (write(folder, annotated("x", id="bad/e")) / "text.txt").unlink()
    broken = write(folder, annotated("x", id="bad/f")) / "gold.jsonl"
    broken.write_text('{"start": 1', "utf-8")
    outside = write(folder, annotated("x", id="bad/g")) / "gold.jsonl"
    outside.write_text('{"start": 1, "end": 99, "turn_id": 0}\n', "utf-8")
    found = run(tmp_path, folder)
    assert found["texts"] == 2
    assert found["dropped"] == {"files": {"language": 1, "unusable": 4}}
    rows = {row["id"]: row for row in drops(tmp_path)}
    assert {id: row["reason"] for id, row in rows.items()} == {
        "far/c": "language",
        **dict.fromkeys(("bad/d", "bad/e", "bad/f", "bad/g"), "unusable"),
    }
    assert rows["bad/d"]["detail"] == "bad/d/meta.json: No such file or directory"
    assert rows["bad/f"]["detail"].startswith("bad/f/gold.jsonl, line 1: Invalid JSON")
    assert rows["bad/g"]["detail"] == "bad/g/gold.jsonl, line 1: 1 to 99 is no stretch of 3 characters"
    assert "far/c/meta.json: 'und' is not a language; " in rows["far/c"]["detail"]
    assert {row["stage"] for row in rows.values()} == {"evaluate"}


def test_a_regional_language_is_read_as_the_language(tmp_path):
    write(tmp_path / "gold", annotated(Said("Yes."), Said("No."), language="en-GB"))
    assert list(run(tmp_path, tmp_path / "gold")["languages"]) == ["en-GB"]


def test_where_the_folder_lies_does_not_show_and_nothing_of_the_texts_does(tmp_path, folder):
    run(tmp_path / "one", folder)
    folder.rename(tmp_path / "moved")
    run(tmp_path / "two", tmp_path / "moved")
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    written = b"".join(path.read_bytes() for path in (tmp_path / "one").rglob("*") if path.is_file())
    assert str(tmp_path).encode() not in written
    assert b"you never did" not in written
