import pytest

from dialogue_etl.sources.books.catalogues import pg_records
from dialogue_etl.sources.books.catalogues.entries import CatalogueError, Entry

SPACES = " ".join(
    f'xmlns:{prefix}="{space}"'
    for prefix, space in {
        "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "pg": "http://www.gutenberg.org/2009/pgterms/",
        "dc": "http://purl.org/dc/terms/",
        "dcam": "http://purl.org/dc/dcam/",
        "marc": "http://id.loc.gov/vocabulary/relators/",
    }.items()
)


def record(inside, number=7, before="", after=""):
    book = f'<pg:ebook rdf:about="ebooks/{number}">{inside}</pg:ebook>'
    return f"{before}<rdf:RDF {SPACES}>{book}{after}</rdf:RDF>".encode()


def parse(inside, **changes):
    return pg_records.parse(record(inside, **changes), "7")


def value(name, text, vocabulary=""):
    member = f'<dcam:memberOf rdf:resource="http://purl.org/dc/terms/{vocabulary}"/>' if vocabulary else ""
    return f"<{name}><rdf:Description>{member}<rdf:value>{text}</rdf:value></rdf:Description></{name}>"


def agent(role, name, about="agents/1"):
    return f'<{role}><pg:agent rdf:about="{about}"><pg:name>{name}</pg:name></pg:agent></{role}>'


def files(*addresses):
    return "".join(f'<dc:hasFormat><pg:file rdf:about="{each}"/></dc:hasFormat>' for each in addresses)


def test_a_record_is_an_entry():
    inside = (
        "<dc:title>Emma,\n  or Else</dc:title>"
        + value("dc:type", "Sound", "DCMIType")
        + "<dc:issued>1998-06-01</dc:issued><dc:rights> Public domain in the USA.\n</dc:rights>"
        + "<pg:downloads>123</pg:downloads>"
        + value("dc:subject", "Love", "LCSH")
        + value("dc:subject", "PR", "LCC")
        + value("dc:subject", "England", "LCSH")
        + value("pg:bookshelf", "Best", "Bookshelf")
        + value("dc:language", "eng")
        + value("dc:language", "de", "RFC4646")
        + agent("dc:creator", "Austen, Jane")
        + files("https://www.gutenberg.org/files/7/7-0.txt")
    )
    assert parse(inside) == Entry(
        id="pg7",
        type="Sound",
        issued="1998-06-01",
        title="Emma, or Else",
        languages=("de", "en"),
        authors=("Austen, Jane",),
        subjects=("England", "Love"),
        bookshelves=("Best",),
        rights="Public domain in the USA.",
        downloads=123,
        files=("files/7/7-0.txt",),
    )


def test_authors_come_before_other_people_and_each_once():
    people = (
        agent("marc:trl", "Butler, Samuel", "agents/2")
        + agent("dc:creator", "Zola, Émile", "agents/3")
        + agent("dc:creator", "Homer", "agents/4")
        + '<marc:ill rdf:resource="agents/3"/><marc:edt rdf:resource="agents/99"/>'
        + '<marc:aui rdf:resource="agents/5"/>'
    )
    other = '<pg:agent rdf:about="agents/5"><pg:name>Doe, Jane</pg:name></pg:agent>'
    assert parse(people, after=other).authors == ("Homer", "Zola, Émile", "Butler, Samuel", "Doe, Jane")


@pytest.mark.parametrize("downloads", ["", "many", "-1", "1.5", "9" * 19, "²"])
def test_downloads_that_are_no_count_are_not_known(downloads):
    assert parse(f"<pg:downloads>{downloads}</pg:downloads>").downloads is None


def test_plain_texts_come_utf_8_first_and_nothing_else_does():
    addresses = [
        "http://www.gutenberg.org/files/7/7.txt",
        "http://www.gutenberg.org/files/7/7-8.txt",
        "https://www.gutenberg.org/ebooks/7.txt.utf-8",
        "https://www.gutenberg.org/cache/epub/7/pg7.txt.utf8",
        "https://www.gutenberg.org/files/7/7-0.txt",
        "https://www.gutenberg.org/files/7/7-0.zip",
        "https://www.gutenberg.org/files/70/70-0.txt",
        "https://www.gutenberg.org/files/7/7-body.txt",
        "https://www.gutenberg.org/files/7/../../7-0.txt",
        "http://[",
        "",
    ]
    best = ("files/7/7-0.txt", "cache/epub/7/pg7.txt", "files/7/7-8.txt", "files/7/7.txt")
    assert pg_records.plain_texts(addresses, "7") == best
    assert pg_records.plain_texts(reversed(addresses), "7") == best


NOT_XML = [b"", b"<a>", b"not xml", b"\xff\xfe\x00", b'<?xml version="1.0" encoding="x"?><r/>']


@pytest.mark.parametrize(
    ("data", "why"),
    [
        *((data, "not an RDF record") for data in NOT_XML),
        (record("", number=70), "the record of ebooks/70"),
        (b"<html/>", "no ebook in it"),
        (record(" " * pg_records.MAX_BYTES), "longer than"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_record_of_the_book_is_refused(data, why):
    with pytest.raises(CatalogueError, match=why):
        pg_records.parse(data, "7")
    if data in NOT_XML:
        with pytest.raises(CatalogueError, match=why):
            pg_records.rights(data)


@pytest.mark.parametrize(
    ("inside", "rights"),
    [
        ("<dc:rights> Public domain in the USA.\n</dc:rights>", "Public domain in the USA."),
        ("<dc:rights/>", ""),
        ("<dc:title>Emma</dc:title>", ""),
        ("<rights>no such thing</rights>", ""),
    ],
)
def test_the_record_states_the_rights(inside, rights):
    assert pg_records.rights(record(inside)) == rights
    assert parse(inside).rights == rights
    assert parse("") == Entry("pg7", "Text", rights="")


def test_an_external_entity_is_not_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("Public domain, says the attacker")
    attack = f'<!DOCTYPE r [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    assert parse("<dc:rights>&x;</dc:rights>", before=attack).rights == ""


def test_entities_are_not_expanded():
    bomb = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))
    attack = f'<!DOCTYPE r [<!ENTITY l0 "ha">{bomb}]>'
    try:
        rights = parse("<dc:rights>&l11;</dc:rights>", before=attack).rights
    except CatalogueError:
        return
    assert rights == ""
