from dialogue_etl.audit import sheet
from tests.audit.conftest import unit


def test_a_row_has_what_is_to_be_judged(made):
    row = sheet.rows(made)[4]
    assert (row["number"], row["of"], row["unit"], row["id"]) == ("5", "5", "dialogue", "dialogue book:1")
    assert row["turns"] == "1. One.\n2. =Two\n3. 1 – “é”"
    assert row["passage"] == "⟦1 One.⟧\n\n⟦2 =Two⟧\n\n⟦3 1 – “é”⟧"
    assert row["errors"] == row["note"] == row["annotator"] == ""
    assert set(row) == set(sheet.COLUMNS)


def test_the_check_survives_what_spreadsheets_do(made):
    row = sheet.rows(made)[3]
    saved = row["turns"].replace("\n", "\r\n").replace("“", "?").replace("”", "?").replace("é", "?")
    assert sheet.check({**row, "turns": f"{saved}\r\n", "number": "4 "}) == row["check"]


def test_other_units_are_another_sheet(made):
    sheets = {tuple(row["sheet"] for row in sheet.rows(units)) for units in (made[:2], made[1:3])}
    assert len(sheets) == 2


def test_no_cell_is_longer_than_a_spreadsheet_takes():
    row = sheet.rows([unit("dialogue", 0, ["x" * 40_000, "y"])])[0]
    assert all(len(cell) < 32_767 for cell in row.values())
    assert row["turns"].endswith(" […]")
    assert sheet.check(row) == row["check"]
