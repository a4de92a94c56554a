import random

import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.params import Extract
from dialogue_etl.sources.books.boundaries.model import DIFFERENT_FROM, SAME_UP_TO, SIGNS
from dialogue_etl.sources.books.boundaries.pairs import PAIRS, Pair, draw, pairs_of, table
from dialogue_etl.sources.books.boundaries.training import train
from dialogue_etl.sources.books.marks import own_marks
from dialogue_etl.sources.books.spoken import find_spoken
from dialogue_etl.text.book_text import BookText

ENGLISH = LANGUAGES["en"]
PARAMS = Extract(min_delimiters=0, find_speakers=False)
SMALL = "She looked at him and smiled and said nothing at all for a little while, and then he went to her."
LARGE = "The house stood on a hill, and the road went down to the town where they lived in winter. "


def book_pairs(text, id="b1"):
    book = BookText.of(text)
    spoken = find_spoken(book, own_marks(book, ENGLISH, PARAMS), ENGLISH, PARAMS)
    return pairs_of(id, book, spoken, ENGLISH, PARAMS)


def test_close_turns_are_of_one_conversation_distant_ones_of_two_and_those_between_teach_nothing():
    between = (LARGE * 9)[:1_000]
    tale = "\n\n".join([f"“Yes.”\n\n{SMALL} {SMALL}\n\n“No.”\n\n{between}\n\n“Well.”\n\n{LARGE * 30}"] * 3)
    pairs = book_pairs(f"{tale}\n\n“Yes.”")
    assert [pair.different for pair in pairs] == [False] * 3 + [True] * 3
    assert len(SMALL) * 2 < SAME_UP_TO < len(between) < DIFFERENT_FROM < len(LARGE * 30)


def test_a_book_of_one_kind_teaches_nothing():
    assert book_pairs("\n\n".join([f"“Yes.”\n\n{SMALL} {SMALL}"] * 50)) == []


def test_a_pair_tells_nothing_of_its_gap():
    texts = [f"“Yes.”\n\n{SMALL} {SMALL}\n\n“No.”\n\n{LARGE * number}\n\n“Well.”" for number in (30, 300)]
    short, long = ([pair[4:] for pair in book_pairs(text)] for text in texts)
    assert short == long


def made(works=6, pairs=60):
    """Pairs of which a word tells the kind, most of the time."""
    dice = random.Random(0)
    found = []
    for work in range(works):
        for number in range(pairs):
            different = number % 2 == 1
            word = "<house" if different is (dice.random() < 0.9) else "<looked"
            signs = [dice.random() < 0.5 for _ in SIGNS]
            found.append(Pair(f"b{work}", number, different, dice.getrandbits(60), signs, [word, ">and"]))
    return found


def test_what_tells_the_kinds_apart_is_learnt():
    trained = train(draw([table(made())], 1_000), {}, "en")
    assert trained.model.words["<house"] > 0 > trained.model.words["<looked"]
    assert trained.figures["pairs_same"] == trained.figures["pairs_different"] == 180
    assert 0.8 < trained.figures["held_out"]["auc"] <= 1
    assert trained.model.training["works"] == 6


def test_the_order_of_the_shards_changes_no_byte(tmp_path):
    pairs = made()
    ways = {
        "one": [table(pairs)],
        "two": [table(pairs[200:]), table(pairs[:200])],
        "many": [table(pairs[start : start + 7]) for start in reversed(range(0, len(pairs), 7))],
    }
    written = set()
    for name, tables in ways.items():
        train(draw(tables, 100), {}, "en").model.save(tmp_path / name)
        written.add((tmp_path / name).read_bytes())
    assert len(written) == 1


def test_editions_of_a_work_are_held_out_together():
    # Each pair twice, in two books: told by heart unless the two are one work.
    dice = random.Random(1)
    pairs = []
    for work in range(20):
        for number in range(12):
            words = sorted({f"<w{dice.randrange(400)}" for _ in range(12)})
            for edition in "ab":
                pairs.append(
                    Pair(f"{edition}{work}", number, number % 2 == 1, len(pairs), [False] * 5, words)
                )
    works = {f"{edition}{work}": f"w{work}" for edition in "ab" for work in range(20)}
    apart = train(pairs, {}, "en").figures["held_out"]["auc"]
    together = train(pairs, works, "en").figures["held_out"]["auc"]
    assert together < apart


@pytest.mark.parametrize(
    ("pairs", "says"),
    [
        ([], "0 works have pairs"),
        (made(works=4), "4 works have pairs"),
        (made(pairs=20), "60 pairs of one kind"),
    ],
)
def test_too_little_to_train_on_is_said(pairs, says):
    trained = train(pairs, {}, "en")
    assert trained.model is None
    assert says in trained.reason


def test_no_pairs_are_a_table_too():
    assert table([]).schema == PAIRS
    assert draw([table([])], 5) == []
