from dialogue_etl.sources.books.reference.marks import Mark, own_mark

MARKS = (Mark('"', weight=1), Mark("“"), Mark("_", weight=1, first_only=True))


def test_a_book_uses_the_mark_that_weighs_most():
    assert own_mark('"a" "b" “c”', MARKS) == ('"', 5)
    assert own_mark('"a" “b” “c”', MARKS) == ("“", 5)


def test_of_equal_marks_the_first_is_taken():
    assert own_mark('"a" “b”', MARKS) == ('"', 3)
    assert own_mark("", MARKS) == ('"', 1)


def test_an_underscore_counts_at_the_beginning_of_a_line_only():
    assert own_mark("_A._ b _c_\n_D._ e\n _f_\n_", MARKS) == ("_", 4)
