import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.audit.spreadsheet import guard, read, unguard, write
from dialogue_etl.errors import DialogueEtlError

COLUMNS = ("one", "two")
# Any text that UTF-8 has; what begins like a formula more often than by chance.
TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
CELL = st.one_of(TEXT, st.builds("".join, st.lists(st.sampled_from("'=+-@＝ \t\r\n\",;a"), max_size=6)))


@given(text=CELL)
def test_a_guarded_text_comes_back(text):
    assert unguard(guard(text)) == text


@given(text=CELL)
def test_a_guarded_text_is_no_formula(text):
    assert not guard(text).lstrip(" \u00a0\u3000").startswith(tuple("=+-@＝＋－＠\t\r\n"))


@pytest.mark.parametrize("text", ["", "'Tis", "''", "1-2", "a=b", "– No.", "“=”"])
def test_other_texts_stay_as_they_are(text):
    assert guard(text) == unguard(text) == text


@given(rows=st.lists(st.tuples(CELL, CELL).filter(any), max_size=5), separator=st.sampled_from([",", ";"]))
def test_any_text_comes_back_from_the_file(rows, separator):
    data = write(COLUMNS, [dict(zip(COLUMNS, row, strict=True)) for row in rows], separator)
    assert [tuple(row.cells.values()) for row in read(data, COLUMNS)] == rows


def saved(rows, encoding="utf-8", delimiter=",", line="\r\n", first=""):
    """As a spreadsheet saves: quotes only where they are needed, ? for what the encoding has not."""
    file = io.StringIO(newline="")
    csv.writer(file, delimiter=delimiter, lineterminator=line).writerows(rows)
    return (first + file.getvalue()).encode(encoding, "replace")


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"encoding": "utf-8-sig"},
        {"delimiter": ";"},
        {"delimiter": "\t", "encoding": "utf-16"},
        {"delimiter": ";", "encoding": "cp1252"},
        {"line": "\n"},
        {"first": "sep=,\r\n"},
        {"first": "sep=;\r\n", "delimiter": ";"},
    ],
    ids=str,
)
def test_it_is_read_as_spreadsheets_save_it(form):
    rows = [["Two", "ONE", "more"], ["“é”; und, so", "'=x", ""], ["", "", ""], ["zwei\nZeilen", "b", "c"]]
    found = list(read(saved(rows, **form), COLUMNS))
    first = 2 if "first" in form else 1
    assert [row.cells for row in found] == [
        {"one": "=x", "two": "“é”; und, so"},
        {"one": "b", "two": "zwei\nZeilen"},
    ]
    assert [row.line for row in found] == [first + 1, first + 3]


def test_cells_that_a_spreadsheet_left_off_are_empty():
    assert [row.cells for row in read(b"one,two\nx\n", COLUMNS)] == [{"one": "x", "two": ""}]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "line 1: not an audit sheet"),
        (b"\n\n", "line 1: not an audit sheet"),
        (b"a,b\n1,2\n", "line 1: not an audit sheet: it has none of the columns of one"),
        (b"one,b\n1,2\n", "line 1: no column two"),
        (b"one,two,one\n1,2,3\n", "line 1: two columns one"),
        (b"PK\x03\x04\x14\x00\x06\x00" + bytes(range(256)), "not a CSV file (the file is binary"),
        (b"one,two\nx," + b"y" * 200_000, "line 2: not CSV: field larger than field limit"),
    ],
)
def test_a_wrong_file_is_a_sentence(data, says):
    csv.field_size_limit(131_072)  # Python's own, whatever was read before
    with pytest.raises(DialogueEtlError) as error:
        list(read(data, COLUMNS))
    assert str(error.value).startswith(says)
