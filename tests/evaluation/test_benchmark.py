"""The same figures as score.py of the benchmark, which does not come with the repository, gives."""

import json
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dialogue_etl.evaluation import folder, gold, score
from dialogue_etl.evaluation.content import Utterance, from_rows
from dialogue_etl.evaluation.conversations import FAR, NEAR
from dialogue_etl.evaluation.score import AGREEMENTS, figures
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from tests.evaluation.texts import Said, annotated, write
from tests.shared_data import GOLD, needs

PROGRAM = GOLD / "score.py"

pytestmark = needs(PROGRAM)

NAMES = {
    "char": "characters",
    "span": "spans",
    "turn": "turns",
    "turn_joined": "joined_turns",
    "boundary": "boundaries",
}
PARTS = {"p": "precision", "r": "recall", "f1": "f1"}
NOT_OURS = {
    *("boundary_all_turns", "pk", "windowdiff", "same_speaker_pairs_same_turn", "same_speaker_dialogues"),
    *("multi_speaker_dialogues", "conversations_split"),
}


def renamed(theirs):
    """Their figures under our names."""
    ours = {}
    for key in theirs.keys() - NOT_OURS:
        value = theirs[key]
        if isinstance(value, dict):
            ours |= {f"{NAMES[key]}_{PARTS[part]}": number for part, number in value.items()}
        else:
            ours[key] = value
    return ours


def theirs(tmp, texts, rows):
    """The figures of the program by group."""
    predictions, result = tmp / "rows.jsonl", tmp / "result.json"
    predictions.write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    command = [sys.executable, PROGRAM, predictions, texts, "--json", result]
    subprocess.run(command, check=True, capture_output=True)
    return {name: renamed(found) for name, found in json.loads(result.read_text("utf-8")).items()}


def row(id, index, utterance):
    places = {"spans": [list(span) for span in utterance.spans]} if utterance.spans else {}
    ids = {"source_id": id, "dialogue_id": utterance.dialogue, "turn_index": index}
    return {**ids, "text": utterance.text, **places}


def both(tmp, texts, found):
    """Figures by group of texts, ours and theirs, for the utterances `found` gives for a text."""
    totals, rows = defaultdict(Counter), []
    for id, at in folder.texts(texts).items():
        text = gold.read(id, [at / name for name in folder.FILES])
        utterances = found(text)
        for group in ("all", f"corpus:{text.corpus}", f"language:{text.language}"):
            totals[group].update(score.count(text, utterances))
        rows += [row(id, index, utterance) for index, utterance in enumerate(utterances)]
    ours = {group: figures(counts) for group, counts in totals.items()}
    for of in ours.values():
        del of["dialogues_mixed"], of["wrong_pairs"]  # the benchmark does not count them
    return ours, theirs(tmp, texts, rows)


def test_the_names_stand_for_all_figures_of_three():
    assert set(NAMES.values()) == set(AGREEMENTS)


REFERENCE = {"de", "en", "es", "nl"}  # of the benchmark's languages those the profile is for
OFF = {"min_delimiters": 0, "max_words": 0, "min_turns": 0}


@pytest.mark.slow
@pytest.mark.parametrize(
    "parameters",
    [
        pytest.param({}, id="set"),
        pytest.param(OFF, id="off", marks=pytest.mark.long),
        pytest.param({"profile": "reference"}, id="reference", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize("every", [pytest.param(1, marks=pytest.mark.long), 4])
def test_both_give_the_same_figures_of_what_is_extracted(tmp_path, parameters, every):
    params = Extract(**parameters)

    def found(text):
        language = LANGUAGES.get(text.language)
        if language is None or (params.profile == "reference" and text.language not in REFERENCE):
            return []
        dialogues = extract_book(text.id, text.text, language, params).dialogues.to_pylist()
        return from_rows(dialogues, spans=params.profile == "default")

    for id, place in list(folder.texts(GOLD).items())[::every]:
        shutil.copytree(place, tmp_path / "texts" / id)
    ours, expected = both(tmp_path, tmp_path / "texts", found)
    assert ours == expected
    assert len(ours) > 10  # corpora and languages
    assert ours["all"]["utterances"] > 1_000


NAMED = st.sampled_from(["Ann", "Bob", "Cid", None])
SOME = ["yes", "no", "oh", "well", "then", "never", "7", "—", "!", "É", "go"]
WORDS = st.lists(st.sampled_from(SOME), min_size=1, max_size=9)
LONG = [NEAR - 6, NEAR - 5, FAR - 6, FAR - 5]
PART = st.one_of(
    st.builds(
        lambda words, speaker, to: Said(" ".join(words), speaker, tuple(filter(None, to))),
        WORDS,
        NAMED,
        st.lists(NAMED, max_size=2),
    ),
    st.sampled_from(["He went.", "***", *("x" * length for length in LONG)]),
)


@st.composite
def cases(draw):
    """An annotated text, and utterances that are nearly its turns."""
    facts = {"speakers": draw(st.booleans()), "addressees": draw(st.booleans())}
    text = annotated(*draw(st.lists(PART, max_size=14)), **facts)
    utterances, dialogue = [], 0
    for turn in text.turns:
        start, end = turn.spans[0]
        start, end = start + draw(st.integers(-4, 1)), end + draw(st.sampled_from([-1, 0, 0, 0, 1, 3, 30]))
        span = (max(start, 0), min(max(end, start + 1), len(text.text)))
        place = (span,) if draw(st.integers(0, 3)) else ()
        dialogue += draw(st.integers(0, 3)) == 0
        if draw(st.integers(0, 5)):
            utterances.append(Utterance(f"d{dialogue}", text.text[slice(*span)], place))
    return text, utterances


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(cases(), min_size=25, max_size=25))
def test_both_give_the_same_figures_of_anything(tmp_path_factory, made):
    tmp = tmp_path_factory.mktemp("made")
    found = {}
    for number, (text, utterances) in enumerate(made):
        id = f"corpus{number}/text"  # figures by corpus are those of each text
        write(tmp / "gold", replace(text, id=id, corpus=f"corpus{number}"))
        found[id] = utterances
    ours, expected = both(tmp, tmp / "gold", lambda text: found[text.id])
    assert ours == expected
