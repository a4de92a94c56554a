"""Annotated texts written for the tests; those of the benchmark are not in the repository."""

from collections import Counter

import pytest

from benchmarks.extraction import ablation, switches
from dialogue_etl.evaluation import folder
from dialogue_etl.evaluation.score import figures
from dialogue_etl.sources.books.extraction.parameters import Extract
from tests.evaluation.texts import Said, annotated, write
from tests.shared_data import GOLD, needs

COMPANY = [
    Said("Who is there?", "Ann", ("Bob",)),
    Said("Only me, and the cat.", "Bob", ("Ann",)),
    "They looked at each other.",
    "Everybody called it “progress” in those days.",
]


def text(id="own/one", **more):
    return annotated(*COMPANY, id=id, **more)


def scored(tmp_path, gold, wanted=None):
    at = write(tmp_path, gold, licence="our own")
    return ablation.score_text(ablation.Text(gold.id, at, wanted or switches.variants()))


def test_a_rule_turned_off_shows_in_the_figures(tmp_path):
    counts = scored(tmp_path, text()).counts
    on, off = (figures(counts[name]) for name in (switches.ALL_ON, "`drop_scare_quotes: false`"))
    assert on["characters_f1"] == 1
    assert off["characters_f1"] == pytest.approx(2 * 25 / (25 + 33), abs=1e-4)  # the word has 8 letters


def test_the_reference_has_no_counts_where_it_does_not_know_the_language(tmp_path):
    found = scored(tmp_path, text(language="fr"))
    assert set(switches.variants()) - set(found.counts) == {switches.REFERENCE}


def test_a_text_that_cannot_be_used_is_named(tmp_path):
    gold = text()
    at = write(tmp_path, gold)
    (at / "gold.jsonl").write_text("{", "utf-8")
    found = ablation.score_text(ablation.Text(gold.id, at, {}))
    assert found.reason.startswith("own/one/gold.jsonl, line 1")
    found = scored(tmp_path, text("own/two", language="xx"))
    assert "own/two: the language 'xx'" in found.reason


def test_a_row_says_how_far_it_is_from_all_on(tmp_path):
    gold = text(speakers=False, addressees=False)
    wanted = {
        switches.ALL_ON: Extract(min_delimiters=0),
        "same": Extract(min_delimiters=0),
        "no": Extract(min_delimiters=0, drop_scare_quotes=False),
    }
    lines = ablation.table(scored(tmp_path, gold, wanted)).splitlines()
    assert lines[0] == "|  | characters F1 | not speech |"
    assert lines[2] == "| all on | 100.00 | 0.00 |"
    assert lines[3] == "| same | = | = |"
    assert lines[4] == "| no | 86.21 (−13.79) | 33.33 (+33.33) |"


def test_a_folder_is_the_same_for_any_number_of_processes(tmp_path):
    for id in ("own/one", "own/two", "other/one"):
        write(tmp_path, text(id))
    one, none = ablation.score_folder(tmp_path, 1)
    two, _ = ablation.score_folder(tmp_path, 2)
    assert one == two
    assert not none
    assert [(corpus.corpus, corpus.texts) for corpus in one] == [("other", 1), ("own", 2)]


@needs(GOLD)
def test_on_real_texts_the_rules_together_find_more_speech_than_none():
    counts = {name: Counter() for name in (switches.ALL_ON, switches.ALL_OFF)}
    variants = {name: switches.variants()[name] for name in counts}
    for id, at in folder.texts(GOLD).items():
        if id.startswith("conha19"):
            for name, found in ablation.score_text(ablation.Text(id, at, variants)).counts.items():
                counts[name].update(found)
    on, off = (figures(found)["characters_f1"] for found in counts.values())
    assert on > off + 0.03
