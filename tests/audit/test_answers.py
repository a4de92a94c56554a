import pytest

from dialogue_etl.audit import answers, sheet, spreadsheet
from dialogue_etl.errors import DialogueEtlError

ALL = ("no_error", "same_speaker", "other", "no_error", "no_error")


def test_answers_are_read(fill):
    path = fill("ann.csv", "no_error", ("same_speaker; other", "=why"), "", "no_error", "conversation_split")
    read = answers.read([path])
    assert [sorted(answer.errors) for answer in read.given] == [
        [],
        ["other", "same_speaker"],
        [],
        ["conversation_split"],
    ]
    assert {answer.annotator for answer in read.given} == {"ann"}
    assert read.given[1].note == "=why"
    assert [len(lines) for lines in read.not_judged.values()] == [1]
    assert (read.problems, read.missing) == ([], {})


@pytest.mark.parametrize(
    "cell", ["same_speaker;other", "Same speaker | OTHER", "same-speaker, other", "\nother\nsame_speaker;\n"]
)
def test_categories_may_be_written_as_people_write(fill, cell):
    assert answers.read([fill("a.csv", cell)]).given[0].errors == {"same_speaker", "other"}


def problems(path):
    read = answers.read([path])
    return [(problem.line, problem.row, problem.reason) for problem in read.problems]


UNKNOWN = "unknown category {}; those of a pair: no_error, non_conversational, same_speaker, "


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("same_speaker; boring", UNKNOWN.format("boring")),
        ("more_than_two_speakers", UNKNOWN.format("more_than_two_speakers")),
        ("no_error; other", "no_error together with other"),
    ],
)
def test_a_wrong_category_is_named_with_its_line(fill, cell, reason):
    path = fill("a.csv", "no_error", cell)
    [(line, row, said)] = problems(path)
    assert (row, said[: len(reason)]) == ("pair book:1", reason)
    assert path.read_text("utf-8-sig").split("\n")[line - 1].startswith('"2","5","pair"')


def edited(path, edit):
    rows = [row.cells for row in spreadsheet.read(path.read_bytes(), sheet.COLUMNS)]
    path.write_bytes(spreadsheet.write(sheet.COLUMNS, edit(rows)))
    return path


def test_changed_rows_are_named_and_not_counted(fill):
    def edit(rows):
        rows[0]["turns"] = "1. Something\n2. else"
        rows[1]["unit"] = "dialog"
        rows[2] |= {"number": "1." * 5000, "of": "x"}
        return rows

    path = edited(fill("a.csv", *ALL), edit)
    assert [(row, reason) for _, row, reason in problems(path)] == [
        (
            "pair book:0",
            "the row was changed: number, of, unit, language, id, sheet, turns are not those of its check",
        ),
        ("pair book:1", "unit is 'dialog', not pair or dialogue"),
        (
            "pair book:2",
            "the row was changed: number, of, unit, language, id, sheet, turns are not those of its check",
        ),
    ]
    assert len(answers.read([path]).given) == 2


def test_rows_may_be_sorted_and_those_that_went_missing_are_named(fill):
    path = edited(fill("a.csv", *ALL), lambda rows: [*rows[3:], rows[0]])
    assert len(answers.read([path, path]).given) == 3
    assert answers.read([path]).missing == {str(path): [2, 3]}


def test_a_column_sorted_alone_is_noticed(fill):
    def edit(rows):
        moved = [*rows[1:], rows[0]]
        return [{**row, "id": other["id"]} for row, other in zip(rows, moved, strict=True)]

    with pytest.raises(
        DialogueEtlError, match="no unit is judged; 5 rows can't be counted, the first: the row"
    ):
        answers.read([edited(fill("a.csv", *ALL), edit)])


def test_a_unit_counts_once_for_an_annotator(fill):
    first = fill("first.csv", *ALL, annotator="Ann")
    second = fill("second.csv", "other", *ALL[1:], annotator="Ann")
    read = answers.read([first, second])
    assert len(read.given) == 5
    assert [problem.reason for problem in read.problems] == [
        "Ann has judged it before, otherwise; the first answer counts",
        *["Ann has judged it before; counted once"] * 4,
    ]


def test_files_of_one_name_are_two_annotators(fill, tmp_path):
    one = fill("audit.csv", *ALL)
    other = tmp_path / "b" / "audit.csv"
    other.parent.mkdir()
    other.write_bytes(one.read_bytes())
    assert {answer.annotator for answer in answers.read([one, other]).given} == {str(one), str(other)}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (None, "No such file or directory"),
        (b"", "not an audit sheet"),
        (b"name,age\nx,1\n", "not an audit sheet"),
        (b"unit,id,errors\npair,x,other\n", "no column number, of, language"),
    ],
)
def test_a_wrong_file_is_a_sentence_with_its_name(tmp_path, data, says):
    path = tmp_path / "wrong.csv"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(DialogueEtlError) as error:
        answers.read([path])
    assert str(error.value).startswith(f"{path}: ")
    assert says in str(error.value)


def test_a_sheet_that_nobody_filled_is_a_sentence(fill):
    with pytest.raises(DialogueEtlError, match=r"no unit is judged$"):
        answers.read([fill("a.csv")])
