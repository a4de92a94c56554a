import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core import turns
from dialogue_etl.core.tables import DIALOGUES, LABEL, TURN
from dialogue_etl.text.spans import Spans

SAID = st.tuples(
    st.text(alphabet="aé𝔞 ", max_size=4),
    st.integers(0, 3),
    st.sampled_from(["Ann", "Ben", None]),
    st.floats(0, 1, width=32),
    st.none() | st.integers(0, 10_000),
)


@given(st.lists(st.lists(SAID, max_size=4), max_size=5))
def test_columns_become_the_turns_of_dialogues(said):
    flat = [turn for dialogue in said for turn in dialogue]
    texts, counts, names, confidence, times = map(list, zip(*flat, strict=True)) if flat else ([],) * 5
    starts = np.arange(sum(counts)) * 3
    labels = [{"scheme": "emotion", "label": text, "score": 0.5} for text in texts]
    built = turns.build(
        texts,
        spans=turns.span_lists(Spans(starts, starts + 2), counts),
        start_ms=times,
        end_ms=times,
        utterance_ids=names,
        speakers=names,
        confidence=confidence,
        speech=np.array(confidence),
        labels=turns.Nested(pa.array(labels, LABEL), [1] * len(texts)),
    )
    table = turns.dialogues(list("abcde"[: len(said)]), ["b"] * len(said), "en", built, list(map(len, said)))
    table.validate(full=True)
    assert table.schema == DIALOGUES
    spans = iter([{"start": start, "end": start + 2} for start in starts.tolist()])
    expected = [
        [
            {
                "text": text,
                "spans": [next(spans) for _ in range(count)],
                "speaker": name,
                "speaker_confidence": None if name is None else sure,
                "speech_confidence": sure,
                "utterance_id": name,
                "start_ms": time,
                "end_ms": time,
                "labels": [{"scheme": "emotion", "label": text, "score": 0.5}],
            }
            for text, count, name, sure, time in dialogue
        ]
        for dialogue in said
    ]
    assert table.column("turns").to_pylist() == expected
    assert table.column("id").to_pylist() == list("abcde"[: len(said)])


@pytest.mark.parametrize("speakers", [["Ann", None], None])
def test_what_a_source_does_not_have_is_null_or_empty_and_its_speakers_are_certain(speakers):
    built = turns.build(["a", "b"], speakers=speakers, utterance_ids=["1", "2"])
    assert built.type == TURN
    names = speakers or [None, None]
    one, other = (
        turns.row(text, utterance_id=id, speaker=name)
        for text, id, name in zip("ab", "12", names, strict=True)
    )
    assert built.to_pylist() == [one, other]
    assert [turn["speaker_confidence"] for turn in (one, other)] == [1.0 if name else None for name in names]
    assert (one["spans"], one["start_ms"], one["labels"]) == ([], None, [])
    assert list(one) == [field.name for field in TURN]
