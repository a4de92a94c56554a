from collections import Counter

from benchmarks.extraction import profiles
from benchmarks.extraction.profiles import DEFAULT, REFERENCE, SAME_GAP, Measured, Outcome
from benchmarks.extraction.switches import switches
from dialogue_etl.languages import LANGUAGES
from tests.benchmarks.extraction.books import book, talk

LOST = Outcome("min_delimiters", 0, 0, 0)
KEPT = Outcome("", 2, 10, 50)


def measured(reference=KEPT, default=KEPT, *, language="en", without=None):
    ways = {SAME_GAP: default, DEFAULT: default} | ({REFERENCE: reference} if reference else {})
    effects = dict.fromkeys(switches(), default) | (without or {})
    return Measured(language, ways, "“ ”", effects)


def test_a_book_in_every_way():
    found = profiles.measure(book(talk("“", "”")))
    assert list(found.ways) == [REFERENCE, SAME_GAP, DEFAULT]
    assert set(found.without) == set(switches())
    assert (found.language, found.mark) == ("en", "“ ”")
    default = found.ways[DEFAULT]
    assert default.lost == ""
    assert default.words == 20 * (3 + 3 + 4)
    assert default.utterances >= default.dialogues > 0


def test_a_book_that_is_lost_says_why():
    found = profiles.measure(book("Nobody said a word that day. " * 50))
    assert {way.lost for way in found.ways.values()} == {"min_delimiters"}


def test_a_rule_that_is_off_loses_the_book_it_is_for():
    found = profiles.measure(book(talk("'", "'")))
    assert found.ways[SAME_GAP].lost == ""
    assert found.without["single_quotes"].lost == "min_delimiters"
    assert found.without["skip_titles"].lost == ""


def test_languages_the_reference_does_not_know_have_no_such_way():
    found = profiles.measure(book(talk("— ", ""), "fr"))
    assert REFERENCE not in found.ways
    assert found.mark == "dashes"


def test_a_row_per_language_and_profile():
    books = [measured(LOST), measured(), measured(None, language="sv")]
    rows = profiles.table(books).splitlines()[2:]
    assert rows[0] == "| English | reference | 2 | 1 | 1 | min_delimiters 1 | 2 | 10 | 5 | 10 | 5.0 | 5.0 |"
    assert rows[1].startswith("| English | default, gap 150 | 2 | 2 | 0 | – | 4 | 20 | 10 | 10 |")
    assert [row.split("|")[2].strip() for row in rows[3:]] == [SAME_GAP, DEFAULT]


def test_languages_are_sorted():
    groups = dict(profiles.by_language([measured(language=tag) for tag in ("nl", "en", "nl")]))
    assert [(tag, len(books)) for tag, books in groups.items()] == [("en", 1), ("nl", 2)]
    assert set(groups) < set(LANGUAGES)


def test_the_commonest_reason_comes_first():
    assert profiles.counted(Counter(a=1, b=2, c=1)) == "b 2, a 1, c 1"
    assert profiles.counted(Counter()) == "–"
