from dialogue_etl.evaluation.letters import Letters
from dialogue_etl.evaluation.utterances import Placed, Utterance, from_rows, placed

ROWS = [
    {
        "id": "b:0",
        "turns": [
            {"text": "Yes. No.", "spans": [{"start": 1, "end": 5}, {"start": 9, "end": 12}]},
            {"text": "Oh.", "spans": [{"start": 14, "end": 17}]},
        ],
    }
]
TEXT = "“Yes.” X “No.” Oh."


def test_rows_become_utterances_with_or_without_their_spans():
    assert from_rows(ROWS) == [
        Utterance("b:0", "Yes. No.", ((1, 5), (9, 12))),
        Utterance("b:0", "Oh.", ((14, 17),)),
    ]
    assert [said.spans for said in from_rows(ROWS, spans=False)] == [(), ()]


def test_only_those_without_spans_are_looked_for():
    said = [Utterance("d", "not here", ((1, 4),)), Utterance("d", "No. Oh."), Utterance("d", "gone away")]
    assert placed(said, TEXT, Letters(TEXT)) == [
        Placed("d", ((0, 3),)),
        Placed("d", ((4, 8),)),
        Placed("d", (), found=False),
    ]
