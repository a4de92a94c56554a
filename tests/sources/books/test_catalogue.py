import pytest

from dialogue_etl.sources.books import catalogue
from dialogue_etl.sources.books.catalogue import CatalogueError

HEAD = "Text#,Type,Issued,Title,Language,Authors,Subjects,LoCC,Bookshelves\n"


def listed(*lines, head=HEAD):
    return list(catalogue.parse((head + "\n".join(lines) + "\n").encode()))


def only(line):
    (entry,) = listed(line)
    return entry


def test_a_row_is_an_entry():
    entry = only('1342,Text,1998-06-01,Pride and Prejudice,en,"Austen, Jane, 1775-1817",Love,PR,Best')
    assert (entry.id, entry.languages, entry.title) == ("pg1342", ("en",), "Pride and Prejudice")
    assert (entry.authors, entry.rights) == (("Austen, Jane",), None)
    assert entry.path == "cache/epub/1342/pg1342.txt"


def test_line_breaks_and_commas_in_a_title_make_one_line():
    assert only('1,Text,,"Emma,\r\nor\n  Else",en,,,,').title == "Emma, or Else"


def test_two_languages_are_two_tags():
    assert only("1,Text,,T,de; en,,,,").languages == ("de", "en")


@pytest.mark.parametrize("kind", ["Sound", "Image", "Dataset", "MovingImage", ""])
def test_other_types_are_passed_over(kind):
    assert listed(f"1,{kind},,T,en,,,,") == []


@pytest.mark.parametrize("number", ["", "x", "-1", "1.5", "²", "١"])
def test_what_has_no_number_is_passed_over(number):
    assert listed(f"{number},Text,,T,en,,,,") == []


def test_short_rows_have_neither_language_nor_authors():
    entry = only("1,Text")
    assert (entry.languages, entry.authors, entry.title) == ((), (), "")


@pytest.mark.parametrize(
    ("cell", "authors"),
    [
        ("Austen, Jane, 1775-1817", ("Austen, Jane",)),
        ("Homer, 751? BCE-651? BCE", ("Homer",)),
        ("Sophocles, 496? BCE-407 BCE", ("Sophocles",)),
        ("Living, Author, 1950-", ("Living, Author",)),
        ("Doe, Jane [Editor]", ("Doe, Jane",)),
        ("Unknown", ("Unknown",)),
        ("Austen, Jane, 1775-1817; Doe, John, -1500?", ("Austen, Jane", "Doe, John")),
    ],
)
def test_authors_come_without_years_and_roles(cell, authors):
    assert only(f'1,Text,,T,en,"{cell}",,,').authors == authors


def test_years_before_a_role_go_too():
    assert only('1,Text,,T,en,"Butler, Samuel, 1835-1902 [Translator]",,,').authors == ("Butler, Samuel",)


@pytest.mark.parametrize("column", ["Text#", "Type", "Title", "Language", "Authors"])
def test_a_missing_column_is_named(column):
    with pytest.raises(CatalogueError, match=f"no column {column}$"):
        listed(head=HEAD.replace(column, "Other", 1))


def test_an_empty_file_is_no_catalogue():
    with pytest.raises(CatalogueError, match="no column"):
        list(catalogue.parse(b""))


def test_a_byte_order_mark_is_no_part_of_the_first_column():
    assert len(list(catalogue.parse(b"\xef\xbb\xbf" + HEAD.encode() + b"1,Text,,T,en,,,,\n"))) == 1


def rdf(inside, before=""):
    return f'{before}<r xmlns:t="http://purl.org/dc/terms/"><e>{inside}</e></r>'.encode()


@pytest.mark.parametrize(
    ("inside", "rights"),
    [
        ("<t:rights> Public domain in the USA.\n</t:rights>", "Public domain in the USA."),
        ("<t:rights/>", ""),
        ("<t:title>Emma</t:title>", ""),
        ("<rights>no such thing</rights>", ""),
    ],
)
def test_the_record_states_the_rights(inside, rights):
    assert catalogue.rights(rdf(inside)) == rights


def test_an_external_entity_is_not_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("Public domain, says the attacker")
    attack = f'<!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    assert catalogue.rights(rdf("<t:rights>&x;</t:rights>", attack)) == ""


def test_entities_are_not_expanded():
    bomb = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    attack = f'<!DOCTYPE r [<!ENTITY l0 "ha">{bomb}]>'
    try:
        rights = catalogue.rights(rdf("<t:rights>&l11;</t:rights>", attack))
    except CatalogueError:
        return
    assert rights == ""


@pytest.mark.parametrize(
    "data", [b"", b"<a>", b"not xml", b"\xff\xfe\x00", b'<?xml version="1.0" encoding="x"?><r/>']
)
def test_what_is_not_well_formed_is_refused(data):
    with pytest.raises(CatalogueError, match="not an RDF record"):
        catalogue.rights(data)
