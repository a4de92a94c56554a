import pytest

from dialogue_etl.audit import sheet, spreadsheet
from dialogue_etl.audit.write import write
from dialogue_etl.errors import DialogueEtlError
from tests.conftest import tree


def test_the_same_units_give_the_same_bytes(made, tmp_path):
    for name in ("one", "other"):
        write(made, tmp_path / name)
    assert tree(tmp_path / "one") == tree(tmp_path / "other")
    assert set(tree(tmp_path / "one")) == {"audit.csv", "audit.html"}


def test_a_sheet_that_nobody_filled_is_replaced(made, tmp_path):
    write(made[:2], tmp_path)
    table, _ = write(made, tmp_path)
    assert len(list(spreadsheet.read(table.read_bytes(), sheet.COLUMNS))) == 5


@pytest.mark.parametrize("answer", [{"errors": "other"}, {"note": "odd"}])
def test_a_filled_sheet_is_not_replaced(made, tmp_path, answer):
    table, _ = write(made, tmp_path)
    rows = sheet.rows(made)
    rows[1].update(answer)
    table.write_bytes(spreadsheet.write(sheet.COLUMNS, rows, ";"))
    before = tree(tmp_path)
    with pytest.raises(DialogueEtlError, match="1 rows are filled; not replaced: choose another --output"):
        write(made, tmp_path)
    assert tree(tmp_path) == before


def test_a_file_of_something_else_is_not_replaced(made, tmp_path):
    (tmp_path / "audit.csv").write_text("name,age\n", "utf-8")
    with pytest.raises(DialogueEtlError, match=r"not an audit sheet.* not replaced"):
        write(made, tmp_path)


def test_nothing_to_judge_is_a_sentence(tmp_path):
    with pytest.raises(DialogueEtlError, match="nothing to judge"):
        write([], tmp_path)
