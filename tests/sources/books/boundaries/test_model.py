import json
import subprocess
import sys

import numpy as np
import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.boundaries import model as models
from dialogue_etl.sources.books.boundaries.model import SIGNS, BoundaryModel, BoundaryModelError
from dialogue_etl.sources.books.boundaries.places import places
from tests.sources.books.boundaries.marked import marked, told

NOTHING = dict.fromkeys(SIGNS, 0.0)


def chance(model, text, speakers=(), dialogue_gap=150, turn=1):
    book, turns = marked(text, speakers)
    gaps = np.zeros(len(turns))
    gaps[1:] = turns.starts[1:] - turns.ends[:-1]
    breaks = np.arange(len(turns)) == 0
    seen = places(book, turns, gaps, breaks, chosen=np.array([turn]), language=LANGUAGES["en"])
    [found] = model.chances(seen, book, turns, dialogue_gap)
    return found


def test_the_gap_alone_is_even_at_the_dialogue_gap_and_sure_where_the_labels_end():
    blind = BoundaryModel("en", 0.0, NOTHING, {})

    def of(gap, even):
        return chance(blind, f'"A"{"x" * (gap - 2)}"B"', dialogue_gap=even)

    middle = round((models.SAME_UP_TO * models.DIFFERENT_FROM) ** 0.5)
    assert of(150, 150) == pytest.approx(0.5)
    assert of(models.SAME_UP_TO, middle) == pytest.approx(0.02, abs=1e-3)
    assert of(models.DIFFERENT_FROM, middle) == pytest.approx(0.98, abs=1e-3)


@pytest.mark.parametrize("sign", SIGNS)
def test_each_sign_counts_where_it_is_seen(sign):
    tell = BoundaryModel("en", 0.0, {**NOTHING, sign: 3.0}, {})
    text = '"A."\n\n"B{}"{}They ate.\n\n"C."\n\n"D."'
    plain = text.format(".", " It rained for a very long time and then for another very long time.\n\n")
    seen = {
        "two_go_on": (plain, ["Ann", "Ben", "Ann", "Ben"]),
        "one_goes_on": (plain, ["Ann", "Ben", "Ann", "Cid"]),
        "all_others": (plain, ["Ann", "Ben", "Cid", "Dan"]),
        "question": (plain.replace("B.", "B?"), ()),
        "new_paragraph": (text.format(".", "\n\n"), ()),
    }
    blind = BoundaryModel("en", 0.0, NOTHING, {})
    for name, (book, speakers) in seen.items():
        same = bool(chance(tell, book, speakers, turn=2) == chance(blind, book, speakers, turn=2))
        assert same is (name != sign), name


def test_words_count_at_their_end_of_the_narration():
    model = BoundaryModel("en", 0.0, NOTHING, {"<rain": 2.0})
    blind = BoundaryModel("en", 0.0, NOTHING, {})
    first, last = f'"A" rain {told(400)}\n\n"B"', f'"A"\n\n{told(400)} rain "B"'
    assert chance(model, first) > chance(blind, first)
    assert chance(model, last) == chance(blind, last)


def test_a_model_is_the_same_after_saving(tmp_path):
    model = BoundaryModel("en", -0.25, {**NOTHING, "question": -1.5}, {">été": 0.5}, {"works": 7})
    model.save(tmp_path / "model.json")
    assert models.load(tmp_path / "model.json") == model


def test_a_file_may_say_that_there_is_no_model(tmp_path):
    models.save_none(tmp_path / "model.json", "en", "3 works")
    assert models.load(tmp_path / "model.json") is None
    assert json.loads((tmp_path / "model.json").read_text("utf-8"))["reason"] == "3 works"


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "No such file"),
        (b"", "no boundary model"),
        (b"\xff\xfe", "no boundary model"),
        (b"[]", "no boundary model"),
        (b'{"a": 1}', "no boundary model"),
        (b'{"format": 1, "words": {}}', "no boundary model"),
        (b'{"format": 99}', "of another version"),
        (b'{"format": 1, "words": {}, "signs": {}, "intercept": 0, "language": "en"}', "of another version"),
        (b'{"format": 1, "words": [], "signs": 3, "intercept": 0, "language": "en"}', "no boundary model"),
    ],
)
def test_a_file_that_is_no_model_is_named_with_the_reason(tmp_path, data, says):
    path = tmp_path / "model.json"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(BoundaryModelError, match=says) as raised:
        models.load(path)
    assert str(path) in str(raised.value)


def test_applying_a_model_needs_no_scikit_learn():
    code = "import sys, dialogue_etl.sources.books.extract; sys.exit('sklearn' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
