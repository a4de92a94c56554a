from pathlib import Path
from typing import Any

import pytest

from dialogue_etl.browse import dialogues, place
from dialogue_etl.browse.dialogues import Wanted
from dialogue_etl.browse.scan import At
from tests.browse.made import DROPPED, FIRST, SECOND, TEST, TEXT, TRAIN, dialogue, turn, write


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (Wanted(), ["b1:1", "b1:2", "b2:9", "e:1"]),
        (Wanted(text="THANK"), ["b1:2"]),
        (Wanted(text="ahoy y"), ["b2:9"]),
        (Wanted(text=".*"), []),
        (Wanted(speaker="bob"), ["b1:2"]),
        (Wanted(speaker="ann", text="who is"), ["b1:1"]),
        (Wanted(speaker="ann", text="wind"), []),
        (Wanted(speaker="ann", text="who", label="afraid"), ["b1:1"]),
        (Wanted(speaker="ann", label="grateful"), []),
        (Wanted(speaker="ann", text="thank"), []),
        (Wanted(document="b1"), ["b1:1", "b1:2"]),
        (Wanted(document="gate OF B2"), ["b2:9"]),
        (Wanted(document="harbour"), ["b2:9"]),
        (Wanted(document="orr"), ["b1:1", "b1:2", "b2:9"]),
        (Wanted(label="grateful"), ["b1:2"]),
        (Wanted(label="grate"), []),
        (Wanted(language="pt"), ["e:1"]),
        (Wanted(shortest=3), ["b2:9"]),
        (Wanted(longest=2), ["b1:1", "b1:2", "e:1"]),
        (Wanted(shortest=1, longest=2, document="orr"), ["b1:1", "b1:2"]),
    ],
)
@pytest.mark.parametrize("group", [1, 10])
def test_what_is_looked_for_is_found(tmp_path: Path, wanted: Wanted, ids: list[str], group: int) -> None:
    # One without a title, authors or turns: what is not there holds nothing.
    rows = [*TRAIN, *TEST, dialogue("e:1", "e", [], title=None, authors=None, language="pt")]
    file = write(tmp_path / "a.parquet", rows, group)
    found = dialogues.page([file], wanted, At())
    assert [row["id"] for row in found.rows] == ids
    assert found.next is None
    assert (found.matches, found.counted) == (len(ids), len(rows))
    for row in found.rows if wanted.text else ():
        assert wanted.text.lower() in row["turns"][wanted.first_turn(row)]["text"].lower()


@pytest.mark.parametrize(("before", "shown"), [(0, "Far off"), (90, "Far off"), (500, "…")])
def test_what_was_searched_for_is_in_the_beginning_of_what_is_shown(before: int, shown: str) -> None:
    excerpt = Wanted(text="BOAT").excerpt(f"Far off {'x' * before} a boat. {'y' * 500}")
    assert excerpt.startswith(shown)
    assert "boat" in excerpt[:150]
    assert excerpt.endswith("y" * 500)


def test_a_dialogue_has_its_neighbours_of_the_same_document(tmp_path: Path) -> None:
    file = write(tmp_path / "a.parquet", [*TRAIN, *TEST])
    for id, before, behind in (("b1:1", [], ["b1:2"]), ("b1:2", ["b1:1"], []), ("b2:9", [], [])):
        found = dialogues.one([file], id)
        assert found
        assert found.here["id"] == id
        assert [[one["id"] for one in side] for side in (found.before, found.behind)] == [before, behind]
    assert dialogues.one([file], "nobody") is None


def test_the_text_around_is_whole_but_for_long_narration() -> None:
    here, other = TRAIN
    pieces = place.in_text(TEXT, here, [other], DROPPED["extract"])
    assert [(piece.kind, piece.text) for piece in pieces if piece.kind != "told"] == [
        ("here", "Who is there?"),
        ("here", "Only the <b>wind</b>."),
    ]
    assert (
        "".join(piece.text for piece in pieces)
        == TEXT[: TEXT.index("wind") + len("wind</b>.") + place.AROUND]
    )
    both = dialogue("b1:1", "b1", FIRST + SECOND)
    shown = place.in_text(TEXT, both, [], DROPPED["extract"])
    assert "[… 1,006 characters …]" in "".join(piece.text for piece in shown)
    assert [(piece.text, piece.note) for piece in shown if piece.kind == "gone"] == [
        ("so to speak", "utterance: drop_scare_quotes")
    ]
    assert [piece.note for piece in shown if piece.kind == "here"][3] == "Bob"


@pytest.mark.parametrize("text", ["", "Short."])
def test_without_its_text_a_dialogue_has_no_place(text: str) -> None:
    assert place.in_text(text, TRAIN[0], [], []) == []
    assert place.in_text(TEXT, dialogue("x", "x", [turn("nowhere")]), [], []) == []


def test_paragraphs_flow_and_verse_stays() -> None:
    prose = (
        f"“Yes.” {'It was a long line that a file breaks. ' * 2}somewhere\nand goes on.\n\n\n\n\nA\nverse."
    )
    pieces = place.in_text(prose, dialogue("x", "x", [turn("Yes.", text=prose)]), [], [])
    flowing = prose.replace("somewhere\n", "somewhere ").replace("\n\n\n\n\n", "\n\n")
    assert "".join(piece.text for piece in pieces) == flowing


def test_without_a_text_the_place_is_among_the_neighbours() -> None:
    def path(id: str, *ids: str) -> dict[str, Any]:
        return dialogue(id, "t", [{**turn(one, text=""), "utterance_id": one} for one in ids])

    def shown(*of: Any) -> list[tuple[str, int, bool]]:
        return [(line.turn["text"], line.depth, line.here) for line in place.among(*of)]

    here = path("2", "root", "a", "b")
    tree = shown([path("1", "root", "x")], here, [path("3", "root", "a", "c")])
    assert tree == [("root", 0, True), ("x", 1, False), ("a", 1, True), ("b", 2, True), ("c", 2, False)]
    film = shown([path("1", *map(str, range(20)))], here, [path("3", "z")])
    assert film[:2] == [("8", 0, False), ("9", 0, False)]
    assert film[12:] == [("root", 0, True), ("a", 0, True), ("b", 0, True), ("z", 0, False)]
    unnamed = dialogue("4", "t", [turn("Yes.", text=""), turn("Yes.", text="")])
    for one in unnamed["turns"]:
        one["utterance_id"] = None
    assert shown([], unnamed, []) == [("Yes.", 0, True)] * 2
