"""What people take away of pairs: read back, it is what was written."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.forms import language_writer
from dialogue_etl.formats.legacy import LegacyError, language_file, legacy_file, read_legacy
from dialogue_etl.formats.pair_files import pair_file
from dialogue_etl.formats.parallel import parallel_files

HARD = st.text(st.sampled_from("a-\t\n\r\x85\u2028 é%<&\x00\ufffe𠀀"), max_size=6)
TURN = st.tuples(HARD, st.none() | st.integers(0, 9_000), st.none() | st.integers(0, 9_000))
DIALOGUES = st.lists(st.lists(TURN, min_size=2, max_size=4), max_size=5)
in_a_folder = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
BLANKS = str.maketrans(dict.fromkeys("\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029", " "))


def pair(trigger: str, answer: str, *, dialogue: str = "a:1", number: int = 0, **more: Any) -> dict[str, Any]:
    given = {"id": f"{dialogue}#{number}", "source_id": "a-1", "dialogue_id": dialogue, "number": number}
    given |= {"interval_ms": None, **more}
    return {**given, "trigger": {"text": trigger}, "answer": {"text": answer}}


def pairs_of(dialogues: list[list[tuple[str, int | None, int | None]]]) -> list[dict[str, Any]]:
    return [
        pair(
            first[0],
            second[0],
            dialogue=f"a:{number}",
            number=turn,
            interval_ms=None if first[2] is None or second[1] is None else second[1] - first[2],
        )
        for number, dialogue in enumerate(dialogues)
        for turn, (first, second) in enumerate(pairwise(dialogue))
    ]


def rows_of(dialogues: list[list[tuple[str, int | None, int | None]]]) -> list[dict[str, Any]]:
    return [
        {
            "id": f"a:{number}",
            "source_id": "a-1",
            "turns": [{"text": text, "start_ms": start, "end_ms": end} for text, start, end in dialogue],
        }
        for number, dialogue in enumerate(dialogues)
    ]


@in_a_folder
@given(DIALOGUES, st.booleans())
def test_dialogues_are_read_back_as_their_pairs_from_every_form(
    tmp_path: Path, dialogues: list[Any], pretty: bool
) -> None:
    with language_writer(tmp_path, "pt", ["train"], ["json", "xml", "legacy"], pretty=pretty) as write:
        for row in rows_of(dialogues):
            write("train", row)
    expected = pairs_of(dialogues)
    assert json.loads((tmp_path / "json/pt/train.json").read_text("utf-8")) == expected
    document = etree.fromstring((tmp_path / "xml/pt/train.xml").read_bytes())
    forbidden = str.maketrans("\x00\ufffe", "\ufffd\ufffd")
    assert [
        (
            one.findtext("trigger/text"),
            one.findtext("answer/text"),
            one.get("interval_ms"),
            one.get("dialogue_id"),
        )
        for one in document
    ] == [
        (
            one["trigger"]["text"].translate(forbidden),
            one["answer"]["text"].translate(forbidden),
            None if one["interval_ms"] is None else str(one["interval_ms"]),
            one["dialogue_id"],
        )
        for one in expected
    ]
    seen = []
    for one in expected:
        texts = [one[side]["text"].translate(BLANKS) for side in ("trigger", "answer")]
        if all(map(str.strip, texts)):
            place = (one["dialogue_id"], one["number"])
            goes_on = bool(seen) and seen[-1][0] == (place[0], place[1] - 1)
            seen.append((place, "a-1", one["interval_ms"], *texts, goes_on))
    with (tmp_path / "legacy/train/por.txt").open(encoding="utf-8", newline="\n") as lines:
        found = list(read_legacy(lines))
    assert [(one.source_id, *one[2:]) for one in found] == [one[1:] for one in seen]


def test_a_legacy_record_is_five_lines_and_a_conversation_ends_where_a_number_is_left_out(
    tmp_path: Path,
) -> None:
    with legacy_file(tmp_path / "eng.txt") as write:
        write(pair("Hi - there", "Yes", interval_ms=-40))
        write(pair("Yes", "No\nway", number=1, interval_ms=3715))
        write(pair("No", "Why", number=3))
        write(pair("A", "B", dialogue="a:2"))
    records = (tmp_path / "eng.txt").read_bytes().decode().split("\n\n")
    assert records[0] == "SubId - a%2D1\nDialogId - 1\nDiff - -40\nI - Hi - there\nR - Yes"
    assert records[1] == "SubId - a%2D1\nDialogId - 2\nDiff - 3715\nI - Yes\nR - No way"
    assert [record.split("\n")[1] for record in records[2:4]] == ["DialogId - 4", "DialogId - 6"]


@pytest.mark.parametrize(
    ("language", "name"),
    [("en", "eng.txt"), ("pt", "por.txt"), ("pt-BR", "por-BR.txt"), ("zh", "zho.txt"), ("mix", "mix.txt")],
)
def test_legacy_files_are_named_as_their_readers_look_for_them(language: str, name: str) -> None:
    assert language_file(language) == name


def test_a_legacy_file_of_somebody_else_is_read_and_a_broken_one_refused() -> None:
    record = "\ufeffSubId - 100000\r\nDialogId - 7\r\nDiff - 12\r\nI - a\r\nR - b-c\r\n\r\n\r\n"
    found = list(read_legacy(record.splitlines(keepends=True)))
    assert found == [("100000", 7, 12, "a", "b-c", False)]
    for lines, message in (
        (["SubId - 1", "Diff - 2"], "line 2: 'Diff - 2': DialogId - … is expected"),
        (["SubId - 1", "DialogId - x", "Diff - 2", "I - a", "R - b"], "ends with line 5: DialogId and Diff"),
        (["SubId - 1", "DialogId - 1"], "the file ends where Diff"),
    ):
        with pytest.raises(LegacyError, match=message):
            list(read_legacy(lines))


def test_what_else_is_known_of_a_side_is_in_json_and_xml(tmp_path: Path) -> None:
    given = pair("Run & hide", "No")
    given["trigger"] |= {"tokens": ["Run", "&", "hide"], "sentiment": None}
    for form in ("json", "xml"):
        with pair_file(form, tmp_path / form, pretty=False) as write:
            write(given)
            write(pair("A", "B"))
    assert json.loads((tmp_path / "json").read_text("utf-8"))[0] == given
    assert (tmp_path / "xml").read_text("utf-8").split("\n")[2] == (
        '<pair id="a:1#0" source_id="a-1" dialogue_id="a:1" number="0">'
        "<trigger><text>Run &amp; hide</text><tokens>"
        "<token>Run</token><token>&amp;</token><token>hide</token></tokens></trigger>"
        "<answer><text>No</text></answer></pair>"
    )
    assert len((tmp_path / "json").read_text("utf-8").splitlines()) == 4  # a pair a line


def sides(folder: Path, split: str) -> list[tuple[str, str]]:
    """The pairs of the two files of a split, which are as long as one another."""
    files = ((folder / f"{split}.{side}.txt").read_bytes().decode() for side in ("source", "target"))
    triggers, answers = (text.split("\n")[:-1] for text in files)
    return list(zip(triggers, answers, strict=True))


@in_a_folder
@given(st.lists(st.tuples(HARD, HARD), max_size=30), st.integers(1, 3), st.randoms())
def test_parallel_files_are_aligned_and_validation_is_drawn_from_training_whatever_the_order(
    tmp_path: Path, texts: list[tuple[str, str]], number: int, random: Any
) -> None:
    drawn = []
    for _ in range(2):
        clean = [tuple(text.translate(BLANKS) for text in one) for one in texts]
        clean = [one for one in clean if all(map(str.strip, one))]
        files = parallel_files(tmp_path, ["train"], draw_from="train", validation_pairs=number, seed=4)
        if clean and len(set(clean)) <= number:
            with pytest.raises(DialogueEtlError, match="hold out fewer"), files as write:
                for one in texts:
                    write("train", pair(*one))
            return
        with files as write:
            for one in texts:
                write("train", pair(*one))
        train, validation = sides(tmp_path, "train"), sides(tmp_path, "validation")
        assert set(validation) <= set(clean)
        assert train == [one for one in clean if one not in validation]
        assert len(validation) == len(set(validation)) == (number if clean else 0)
        drawn.append(set(validation))
        random.shuffle(texts)
    assert drawn[0] == drawn[1]


def test_another_seed_draws_other_pairs_and_the_first_of_more_are_the_same(tmp_path: Path) -> None:
    def drawn(number: int, seed: int) -> set[tuple[str, str]]:
        with parallel_files(
            tmp_path, ["train"], draw_from="train", validation_pairs=number, seed=seed
        ) as write:
            for one in range(200):
                write("train", pair(f"t{one}", "a"))
        return set(sides(tmp_path, "validation"))

    assert drawn(20, 0) < drawn(40, 0)
    assert drawn(20, 0) != drawn(20, 1)


def test_in_a_dataset_validation_is_drawn_from_its_split_and_training_has_no_pair_of_another(
    tmp_path: Path,
) -> None:
    said = {
        "train": ["Yes?", "No.", "Well", "Oh"],
        "validation": ["Yes?", "No.", "Go", "On"],
        "test": ["Well", "Oh"],
    }
    with language_writer(tmp_path, "en", SPLIT_NAMES, ["parallel"], validation_pairs=9) as write:
        for split, texts in said.items():
            write(split, rows_of([[(text, None, None) for text in texts]])[0])
    found = {split: sides(tmp_path / "parallel" / "en", split) for split in SPLIT_NAMES}
    assert found == {
        "train": [("No.", "Well")],
        "validation": [("Yes?", "No."), ("No.", "Go"), ("Go", "On")],
        "test": [("Well", "Oh")],
    }


@pytest.mark.parametrize(("exact", "says"), [(True, "9 pairs are to be drawn"), (False, "")])
def test_fewer_pairs_than_asked_for_are_told(
    exact: bool, says: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    files = parallel_files(tmp_path, ["validation"], draw_from="validation", validation_pairs=9, exact=exact)
    with files as write:
        write("validation", pair("Yes?", "No."))
    assert says in caplog.text
    assert bool(caplog.text) is exact
