import json

import pytest

from dialogue_etl.evaluation.folder import FILES
from dialogue_etl.evaluation.gold import BadGoldError, read
from dialogue_etl.text.spans import Span
from tests.evaluation.texts import Said, annotated, write

TEXT = annotated(Said("Yes.", "Ann", ("Bob",)), "He went.", "***", Said("No.", "Bob", ("Ann", "Cid")))


@pytest.fixture
def at(tmp_path):
    return write(tmp_path, TEXT)


def again(at):
    return read("own/text", [at / name for name in FILES])


def lines(at, *rows):
    text = "".join(f"{row if isinstance(row, str) else json.dumps(row)}\n" for row in rows)
    (at / "gold.jsonl").write_text(text, "utf-8")


def test_what_is_written_is_read(at):
    assert again(at) == TEXT


def test_stretches_of_one_turn_come_together_and_only_speech_counts(at):
    lines(
        at,
        {"start": 8, "end": 10, "turn_id": 2, "speaker": "Bob", "kind": "speech"},
        {"start": 3, "end": 4, "turn_id": 1, "speaker": None, "addressees": ["Cid"]},
        {"start": 1, "end": 2, "turn_id": 1, "speaker": "Ann", "addressees": ["Bob"]},
        {"start": 0, "end": 9, "turn_id": 9, "kind": "thought"},
    )
    (at / "meta.json").write_text('{"language": "en"}')  # without a corpus it is the folder
    gold = again(at)
    assert (gold.corpus, gold.breaks, gold.speakers, gold.addressees) == ("own", (), False, False)
    first, second = gold.turns
    assert first.spans == (Span(1, 2), Span(3, 4))
    assert (first.speaker, first.addressees) == ("Ann", {"Bob", "Cid"})
    assert (second.speaker, second.addressees, second.participants) == ("Bob", frozenset(), {"Bob"})


def test_line_ends_are_left_as_they_are_and_a_line_may_hold_any_separator(at):
    (at / "text.txt").write_bytes("“Yes.”\r\n\r\n“No.”\n".encode())
    lines(
        at, json.dumps({"start": 11, "end": 14, "turn_id": "a", "speaker": "A\u2028nn"}, ensure_ascii=False)
    )
    gold = again(at)
    assert gold.text[slice(*gold.turns[0].spans[0])] == "No."
    assert gold.turns[0].speaker == "A\u2028nn"


GOOD = {"start": 1, "end": 2, "turn_id": 0}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"broken', "Invalid JSON"),
        ("[1, 2]", "Input should be an object"),
        ({"start": 1, "end": 2}, "turn_id"),
        ({**GOOD, "start": "1"}, "start: Input should be a valid integer"),
        ({**GOOD, "start": -1}, "start: Input should be greater than or equal to 0"),
        ({**GOOD, "end": 10_000}, "1 to 10000 is no stretch of"),
        ({**GOOD, "start": 5}, "5 to 2 is no stretch of"),
        ({**GOOD, "addressees": "Bob"}, "addressees"),
    ],
)
def test_a_bad_line_is_named_with_its_number(at, line, reason):
    lines(at, GOOD, "", line)
    with pytest.raises(BadGoldError, match=r"^own/text/gold\.jsonl, line 3: ") as error:
        again(at)
    assert reason in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        *((name, None, "No such file") for name in FILES),
        ("text.txt", b"\xff\xfe", "not UTF-8 at byte 0"),
        ("meta.json", b"", "Invalid JSON"),
        ("meta.json", b"{}", "language: Field required"),
        ("meta.json", b'{"language": "en", "breaks": ["x"]}', "breaks.0"),
    ],
)
def test_a_bad_file_is_named(at, name, content, reason):
    (at / name).unlink() if content is None else (at / name).write_bytes(content)
    with pytest.raises(BadGoldError, match=rf"^own/text/{name}: {reason}"):
        again(at)


def test_overlapping_stretches_are_refused(at):
    lines(at, {**GOOD, "end": 5}, {**GOOD, "start": 4, "end": 6})
    with pytest.raises(BadGoldError, match="the stretches 1 to 5 and 4 to 6 overlap"):
        again(at)
