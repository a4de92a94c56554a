import pytest

from benchmarks.extraction import markdown


def test_words_stand_at_the_left_and_numbers_at_the_right():
    assert markdown.table(["a", "b"], [["x", "1"]]) == "| a | b |\n| --- | ---: |\n| x | 1 |\n"


def test_a_cell_breaks_no_table():
    assert markdown.table(["a"], [["one | two\nthree"]]).splitlines()[2] == r"| one \| two three |"


@pytest.mark.parametrize(
    ("share", "base", "said"),
    [
        (0.5, 0.25, "50.00 (+25.00)"),
        (0.25, 0.5, "25.00 (−25.00)"),
        (0.5, 0.5, "="),
        (None, 0.5, "–"),
        (0.5, None, "50.00"),
    ],
)
def test_difference(share, base, said):
    assert markdown.difference(share, base) == said


def test_numbers():
    assert markdown.percent(0.9826) == "98.26"
    assert markdown.signed(-1234.5, 1) == "−1,234.5"
    assert markdown.quotient(7, 2) == "3.5"
    assert markdown.quotient(7, 0) == "–"
