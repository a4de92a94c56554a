import random
from collections import Counter

import pytest

from benchmarks import grown

WORDS = ("the", "ferry", "didn’t", "wait", "A", "bell", "rang", "twice", "LATE", "river", "said", "Miller")


def source(name, paragraphs=300):
    draw = random.Random(name)
    return "\n\n".join(
        f"“{name}{number} {' '.join(draw.choices(WORDS, k=60))},” she said." for number in range(paragraphs)
    )


@pytest.fixture(scope="module")
def sources():
    return [source(name) for name in "abc"]


def test_the_same_number_and_seed_give_the_same_book(sources):
    assert grown.grow(7, sources, 1) == grown.grow(7, sources, 1)


def test_another_number_or_seed_gives_another_book(sources):
    assert len({grown.grow(number, sources, seed) for number in (0, 3) for seed in (1, 2)}) == 4


def test_one_word_in_twenty_is_new_and_no_new_word_comes_twice(sources):
    known = set("\n".join(sources).split())
    book = grown.grow(0, sources, 0).split()
    new = Counter(word for word in book if word not in known)
    assert 0.045 < new.total() / len(book) < 0.055
    assert new.most_common(1)[0][1] == 1


def test_books_share_no_new_word(sources):
    known = set("\n".join(sources).split())
    first, second = (set(grown.grow(number, sources, 0).split()) - known for number in (0, 3))
    assert first
    assert not first & second


def test_marks_around_a_word_stay_and_so_does_its_case(sources):
    book = grown.grow(0, sources, 0)
    whole = "\n".join(sources[i] for i in grown.chosen(0, list(map(len, sources))))
    for mark in "“”.\n":
        assert book.count(mark) == pytest.approx(whole.count(mark), abs=8 * (mark == "\n"))
    known = set(whole.split())
    new = [word for word in book.split() if word.isalpha() and word not in known]
    assert all(word.islower() or word.istitle() or word.isupper() for word in new)
    assert 0.02 < sum(word.istitle() for word in new) / len(new) < 0.3


def test_all_passages_are_there_in_another_order(sources):
    (index,) = grown.chosen(0, [len(text) for text in sources])
    starts = [piece.split()[0] for piece in grown.passages(sources[index])]
    book = grown.grow(0, sources, 0).split()
    # A few are among the words replaced.
    left = [start for start in starts if start in book]
    assert len(left) > 0.8 * len(starts)
    assert sorted(left, key=book.index) != left


def test_passages_are_whole_paragraphs():
    text = source("x", 40)
    found = list(grown.passages(text))
    assert "\n\n".join(found) == text
    assert all(len(piece) >= grown.PASSAGE_CHARACTERS for piece in found[:-1])


def test_short_sources_are_put_together():
    assert grown.chosen(1, [200_000, 40_000, 40_000, 0]) == [1, 2, 3, 0]
    assert grown.chosen(4, [200_000, 40_000, 40_000, 0]) == [0]


def test_the_order_of_sources_is_that_of_their_contents(sources):
    assert grown.in_order(sources) == grown.in_order(sources[::-1])


def test_any_script_will_do():
    text = "Было тихо. — Ты где? — Здесь, у реки.\n\n" * 3_000
    book = grown.grow(0, [text], 0)
    new = {word.strip(".,?") for word in book.split()} - {word.strip(".,?") for word in text.split()}
    assert new
    assert not [word for word in new if word.isascii()]
