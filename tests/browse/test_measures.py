"""Dialogues in an order, and how many there are of each length; both of those that a search finds."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from dialogue_etl.browse import dialogues, measures
from dialogue_etl.browse.dialogues import Wanted
from dialogue_etl.browse.measures import ORDERS, Measures
from dialogue_etl.browse.scan import At
from tests.browse import made

TRAIN = [
    made.dialogue("b1:1", "b1", [made.turn("aa", label="sad"), made.turn("bb")]),
    made.dialogue("b1:2", "b1", [made.turn("a", label=None), made.turn("b", label="sad"), made.turn("c")]),
]
TEST = [
    made.dialogue("b2:1", "b2", [made.turn("a longer text", label="calm")] * 2),
    made.dialogue("b2:2", "b2", []),
    made.dialogue("b2:3", "b2", [made.turn("x")] * 25),
]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    return [made.write(tmp_path / f"{name}.parquet", rows) for name, rows in (("a", TRAIN), ("b", TEST))]


@pytest.fixture
def known(files: list[Path], tmp_path: Path) -> Measures:
    scores = tmp_path / "scores.parquet"
    rows = [("b1:1", "certainty", 0.9), ("b1:1", "turns", 2.0), ("b2:1", "certainty", 0.5)]
    pq.write_table(
        pa.table(dict(zip(("id", "measure", "value"), zip(*rows, strict=True), strict=True))), scores
    )
    found = measures.of_files(files, [scores])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("order", "ids"),
    [
        ("longest", ["b2:3", "b1:2", "b1:1", "b2:1", "b2:2"]),
        ("shortest", ["b2:2", "b1:1", "b2:1", "b1:2", "b2:3"]),
        ("wordiest", ["b2:1", "b2:3", "b1:1", "b1:2", "b2:2"]),
        ("tersest", ["b2:2", "b1:2", "b1:1", "b2:3", "b2:1"]),
        ("doubtful", ["b2:1", "b1:1", "b1:2", "b2:2", "b2:3"]),
        ("certain", ["b1:1", "b2:1", "b1:2", "b2:2", "b2:3"]),
        ("label", ["b2:1", "b1:1", "b1:2", "b2:2", "b2:3"]),
    ],
)
def test_orders_are_by_a_measure_then_as_in_the_dataset(
    files: list[Path], known: Measures, order: str, ids: list[str]
) -> None:
    of = dialogues.matching(files, Wanted(), known)
    page = dialogues.sorted_page(files, of, known, order, 0)
    assert [row["id"] for row in page.rows] == ids
    assert [list(files)[at.file].name[0] for at in page.places] == [
        {"b1": "a", "b2": "b"}[id[:2]] for id in ids
    ]
    assert order in ORDERS


def test_a_search_is_sorted_counted_and_drawn_alone(
    files: list[Path], known: Measures, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = dialogues.matching(files, Wanted(text="a", shortest=2, longest=3), known)
    assert of[0].tolist() == [0, 1, 2]
    monkeypatch.setattr(dialogues, "MOST", 2)
    page = dialogues.sorted_page(files, of, known, "longest", 1)
    assert [row["id"] for row in page.rows] == ["b1:1", "b2:1"]
    assert (page.next, page.matches, page.counted, page.total) == (None, 3, 5, 5)
    assert dialogues.sorted_page(files, of, known, "longest", 0).next == At(0, 2)
    drawn = {
        name: {bar.name: bar.number for bar in bars if bar.number}
        for name, bars in known.histograms(of[0]).items()
    }
    assert drawn == {
        "turns": {"2": 2, "3": 1},
        "characters": {"0–50": 3},
        "certainty": {"50%–55%": 1, "90%–95%": 1},
        "label of the first turn": {"calm": 1, "sad": 1},
    }
    assert known.of_all["turns"][-1] == ("20+", 1, {"shortest": 20})


def test_a_page_in_the_order_of_the_dataset_goes_on_where_it_ended(
    files: list[Path], known: Measures, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dialogues, "MOST", 2)
    wanted = Wanted(text="a")
    of = dialogues.matching(files, wanted, known)
    first = dialogues.page(files, wanted, At(), of)
    assert ([row["id"] for row in first.rows], first.next) == (["b1:1", "b1:2"], At(1, 0))
    assert [row["id"] for row in dialogues.page(files, wanted, At(1, 0), of).rows] == ["b2:1"]
    # As if time had sufficed for two rows only: the next page looks further.
    cut = np.array([0, 1]), 2
    assert [row["id"] for row in dialogues.page(files, wanted, At(1, 0), cut).rows] == ["b2:1"]
