"""EDOS's cleaning, rule by rule, on hand-made dialogues."""

import csv

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl import params
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.sources.subtitles import clean
from dialogue_etl.sources.subtitles.edos_rules import chain_of
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from dialogue_etl.sources.subtitles.reasons import REASONS
from tests.conftest import ROOT
from tests.shared_data import SHARED, needs
from tests.sources.subtitles.turns_made import Build, film

GOOD = ["How are you?", "Fine, thanks.", "Good to hear.", "See you then."]


def row(*texts):
    turns = [{"utterance_id": str(n), "text": text, "speaker": None} for n, text in enumerate(texts, 1)]
    return {"id": "f:1:1", "source_id": "f:1", "language": "en", "turns": turns}


def cleaned(*texts, **values):
    return clean.apply(chain_of(Turns(**{"on_bad": "truncate", **values}).model_dump()), row(*texts))


def texts(done):
    return [[turn["text"] for turn in one["turns"]] for one in done.kept]


def test_clean_dialogues_stay():
    assert texts(cleaned(*GOOD)) == [GOOD]


def test_a_removed_turn_removes_every_later_one_and_a_single_turn_goes():
    done = cleaned("How are you?", "123 456", "Good to hear.", "See you then.")
    assert texts(done) == []
    [drop] = done.drops
    assert (drop["unit"], drop["id"], drop["reason"]) == ("dialogue", "f:1:1", "alphabetic")
    assert (drop["value"], drop["threshold"], drop["detail"]) == (0.0, 0.6, "123 456")
    assert done.reasons == {("dialogue", "alphabetic"): 1, ("utterance", "alphabetic"): 4}


def test_what_goes_behind_a_removed_turn_has_a_row_too():
    done = cleaned(*GOOD[:2], "123 456", *GOOD[2:])
    assert texts(done) == [GOOD[:2]]
    assert [(drop["id"], drop["reason"], drop["detail"]) for drop in done.drops] == [
        ("3", "alphabetic", "123 456"),
        ("4", "truncated", "Good to hear."),
        ("5", "truncated", "See you then."),
    ]


BAD = {
    "recaps": ["Previously on Friends ...", '"Previous on" that show', "PREVIOUSLY ON HERE"],
    "too_short": ["Oh", "A"],
    "too_long": [
        " ".join(f"word{'x' * n}" for n in range(101)),
        "好" * 26 + "".join(map(chr, range(0x4E00, 0x4E50))),
    ],
    "alphabetic": ["1 2 3 4", "- 5 + 6 = 11 -", "a . ; : ?"],
    "repeated_tokens": [
        "Never, never, never, never!",
        "Ha ha ha ha",
        "哈哈哈哈哈哈",
        "Come! Come! Come! Here!",
    ],
    "empty": [""],
}
KEPT = [
    "Oh.",
    "嗯",
    "بله",
    "응..",
    "誰？",
    "พวกเราต่างคุ้นเคยกับอินเทอร์เน็ตและพวกเรา",
    "Yes, previously.",
    " ".join(f"word{'x' * n}" for n in range(100)),
    "نعم، بالطبع.",
    "हाँ, बिलकुल।",
    "แน่นอนครับ",
    "当然可以。",
    "مَرْحَبًا بِكُمْ",
    "It is ten to 5.",
    "Wait, wait.",
]


@pytest.mark.parametrize(
    ("reason", "text"), [(reason, text) for reason, all_ in BAD.items() for text in all_]
)
def test_each_rule_finds_its_turn(reason, text):
    done = cleaned(*GOOD[:2], text, GOOD[2])
    assert texts(done) == [GOOD[:2]]
    assert [drop["reason"] for drop in done.drops] == [reason, "truncated"]
    if reason != "empty":
        assert texts(cleaned(*GOOD[:2], text, GOOD[2], **{reason: "off"})) != [GOOD[:2]]


@pytest.mark.parametrize("text", KEPT)
def test_what_is_said_stays(text):
    assert texts(cleaned(GOOD[0], text)) == [[GOOD[0], text]]


def test_a_repeated_turn():
    done = cleaned(*GOOD[:2], GOOD[1], GOOD[2])
    assert texts(done) == [GOOD[:2]]
    assert [drop["reason"] for drop in done.drops] == ["repeated_turns", "truncated"]
    assert texts(cleaned(GOOD[0], GOOD[1], GOOD[0])) == [[GOOD[0], GOOD[1], GOOD[0]]]
    assert texts(cleaned(GOOD[0], GOOD[0], repeated_turns="off")) == [[GOOD[0], GOOD[0]]]


def test_lengths_are_of_tokens_or_characters():
    long = "a bc def ghi jkl mno pqr stu vwx yz " * 3
    assert texts(cleaned(GOOD[0], long, repeated_tokens="off")) == [[GOOD[0], long]]
    assert texts(cleaned(GOOD[0], long, repeated_tokens="off", length_unit="characters")) == []
    assert texts(cleaned(GOOD[0], "Oh", length_unit="characters")) == [[GOOD[0], "Oh"]]


def test_on_bad_splits_or_drops_instead():
    dialogue = [*GOOD[:2], "1 2 3", *GOOD[2:], GOOD[3]]
    split = cleaned(*dialogue, on_bad="split")
    assert [one["id"] for one in split.kept] == ["f:1:1", "f:1:4"]
    assert texts(split) == [GOOD[:2], GOOD[2:]]
    assert {drop["reason"] for drop in split.drops} == {"alphabetic", "repeated_turns"}
    assert texts(cleaned(*dialogue, on_bad="drop")) == []


@given(
    st.lists(st.sampled_from([*GOOD, "1 2 3", "Oh", "", GOOD[0]]), max_size=7),
    st.sampled_from(["truncate", "split", "drop"]),
)
def test_every_turn_stays_or_is_counted_with_a_known_reason(said, on_bad):
    done = cleaned(*said, on_bad=on_bad)
    gone = sum(number for (unit, _), number in done.reasons.items() if unit == "utterance")
    assert sum(map(len, texts(done))) + gone == len(said)
    assert {("clean", unit, reason) for unit, reason in done.reasons} <= {reason.key for reason in REASONS}
    if done.kept:
        assert len(done.drops) == gone


def test_the_metrics_add_up(tmp_path):
    films = [
        film(f"f{n}:1", [(2_000 * k, 2_000 * k + 900, [text]) for k, text in enumerate(said)])
        for n, said in enumerate([GOOD, [*GOOD[:2], "12?", *GOOD[2:]], ["Hi there."], ["Oh?", *GOOD]])
    ]
    changes = {"subtitle_rules.no_words": "off", "turns.on_bad": "truncate"}
    figures = Build.of(tmp_path, films, changes).run().figures("clean")
    dropped = figures["dropped"]
    assert figures["utterances_in"] == figures["utterances"] + sum(dropped["utterances"].values())
    assert figures["dialogues_in"] + figures["pieces"] == figures["dialogues"] + sum(
        dropped["dialogues"].values()
    )
    assert dropped["utterances"] == {"alphabetic": 1, "min_turns": 1, "truncated": 2}


EDOS = SHARED / "data" / "edos" / "MTurk_groundtruth_labels_9K.csv"


@needs(EDOS)
@pytest.mark.parametrize(
    ("preset", "least", "most"), [("edos-released", 0.99, 1.0), ("edos-paper", 0.7, 0.8)]
)
def test_published_dialogues_pass_the_preset_released(preset, least, most):
    values = params.read_values(ROOT / "presets" / f"{preset}.yaml")
    chain = chain_of(params.parse(values).turns.model_dump())
    with EDOS.open(encoding="utf-8", newline="") as file:
        dialogues = [one["Dialog"].split("\n") for one in csv.DictReader(file)]
    several = [dialogue for dialogue in dialogues if len(dialogue) > 1]
    assert len(several) == 6_505
    passed = sum(
        not chain.apply([Utterance(str(n), None, text) for n, text in enumerate(dialogue)]).dropped
        for dialogue in several
    )
    assert least <= passed / len(several) <= most
