import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.gutenberg import COPYRIGHTED, PUBLIC_DOMAIN, Header
from tests.conftest import ends_soon

WORK = "CHAPTER I\n\n“Yes,” he said.\n\nTHE END"

STARTS = {
    "since 2008": "*** START OF THE PROJECT GUTENBERG EBOOK EMMA ***",
    "since 2003": "***START OF THE PROJECT GUTENBERG EBOOK EMMA***",
    "this": "*** START OF THIS PROJECT GUTENBERG EBOOK EMMA ***",
    "two lines": "*** START OF THE PROJECT GUTENBERG EBOOK A VERY LONG TITLE,\nOR ANOTHER ONE ***",
    "lower case": "*** Start of the Project Gutenberg eBook Emma ***",
    "small print": "*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
    "small print, blanks": "*END THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.10/04/01*END*",
}
ENDS = {
    "since 2008": "*** END OF THE PROJECT GUTENBERG EBOOK EMMA ***",
    "since 2003": "***END OF THE PROJECT GUTENBERG EBOOK EMMA***",
    "this": "*** END OF THIS PROJECT GUTENBERG EBOOK EMMA ***",
    "old": "End of the Project Gutenberg EBook of Emma, by Jane Austen",
    "old, possessive": "End of Project Gutenberg's Emma, by Jane Austen",
    "old, this": "End of this Project Gutenberg Etext of Emma",
}


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
def test_what_stands_between_the_markers_is_the_work(start, end):
    text = f"The Project Gutenberg EBook of Emma\n\nTitle: Emma\n\n{start}\n\n\n{WORK}\n\n\n{end}\n\nLicence."
    assert gutenberg.strip(text) == WORK


WIDE_START = "*** START OF THIS PROJECT GUTENBERG EBOOK PORTRAIT--ARTIST AS YOUNG MAN\n***"
SMALL, SINCE = STARTS["small print"], STARTS["since 2003"]
LEFT = {
    "asterisks on a line of their own": f"Title: A Portrait\n\n{WIDE_START}\n\n{WORK}\n\n{ENDS['this']}",
    "no marker": f"\n\n{WORK}\n",
    "only a start": f"Header.\n\n{STARTS['this']}\n\n{WORK}",
    "only an end": f"{WORK}\n\n{ENDS['this']}\n\nLicence.",
    "the last start counts": f"{SMALL}\n\nMore of the header.\n\n{SINCE}\n\n{WORK}",
    "an end in the header": f"End of the Project Gutenberg header\n\n{SINCE}\n\n{WORK}\n\n{ENDS['old']}",
}


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_the_work_is_left(text):
    assert gutenberg.strip(text) == WORK


def test_the_header_tells_number_title_author_language_and_rights():
    text = (
        "The Project Gutenberg EBook of Emma\n\nTitle: Emma\n       A Novel\n\nAuthor: Jane Austen\n\n"
        f"Release Date: May, 1994 [EBook #158]\n\nLanguage: English\n\n{STARTS['this']}\n\nTitle: Other\n"
    )
    assert gutenberg.header(text) == Header("158", "Emma A Novel", "Jane Austen", "English", PUBLIC_DOMAIN)


@pytest.mark.parametrize(
    ("text", "rights"),
    [
        (f"** This is a COPYRIGHTED Project Gutenberg eBook. **\n\n{STARTS['this']}\n\n{WORK}", COPYRIGHTED),
        (f"Title: Emma\n\nLanguage: English\n\n{WORK}", ""),  # from elsewhere
        ("MY NOVEL\n\n(c) 2026\n\nHe read it on Project Gutenberg.\n", ""),
    ],
)
def test_a_book_is_in_the_public_domain_only_if_its_header_says_so(text, rights):
    assert gutenberg.header(text) == Header(rights=rights)


PHRASE = "The Project Gutenberg Etext of "
TOPS = {
    "lines without a word": "-\n" * 14_000,
    "blanks": " " * 29_000,
    "blanks in a title": f"{PHRASE}x{' ' * 28_000}y",
    "commas in a title": f"{PHRASE}x{',' * 28_000}y",
    "by and by": PHRASE + " by " * 7_000,
    "by on each line": f"{PHRASE}x" + "\nby" * 9_000,
    "by nobody": f"{PHRASE}x by " + "-\n" * 14_000,
    "by below": f"{PHRASE}x**\n\nby x{'-' * 28_000}y",
    "titles": f"{PHRASE}\n" * 900,
    "fields": "Title: -\n   " * 2_500,
    "stars": "*** START OF THE PROJECT GUTENBERG " + "*** " * 7_000 + "x",
}
BODIES = {
    "blank lines": "\n" * 1_000_000,
    "blanks": " " * 1_000_000 + "x",
    "tabs": "\t" * 1_000_000 + "x",
    "stars": "*" * 1_000_000 + "x",
    "stars and blanks": " *" * 500_000,
    "lines of stars": "*\n" * 500_000,
    "starts": "*** START OF THE PROJECT GUTENBERG\n" * 30_000,
    "ends": "*** END OF THE PROJECT\n" * 30_000,
    "credits": "Produced by\n" * 100_000,
    "blanks and a credit": " \n" * 500_000 + "Produced",
}


@pytest.mark.parametrize("text", [*TOPS.values(), *BODIES.values()], ids=[*TOPS, *BODIES])
@pytest.mark.parametrize("start", ["", f"\n{STARTS['since 2003']}\n{WORK}"], ids=["without", "with"])
@ends_soon
def test_time_is_linear_in_size(text, start):
    gutenberg.header(text + start)
    gutenberg.strip(text + start)


@pytest.mark.parametrize("start", STARTS.values(), ids=STARTS)
def test_a_byte_order_mark_hides_no_marker_and_is_not_stored(start):
    assert gutenberg.strip(f"\ufeff{start}\n\n{WORK}\n\n\ufeff{ENDS['this']}") == WORK
    assert gutenberg.strip(f"\ufeff{WORK}") == WORK
    assert gutenberg.strip(f"{start}\n\n\ufeff{WORK}") == WORK


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "x", STARTS["this"], ENDS["old"]])
def test_what_holds_no_work_gives_no_pieces_and_a_word_is_a_work(text):
    stripped = gutenberg.taken_apart(text)
    assert (stripped.text, len(stripped.pieces)) == (("x", 1) if text == "x" else ("", 0))


LINES = st.sampled_from(
    [
        *(*STARTS.values(), *ENDS.values(), WORK, "Produced by Jane Doe", "[Transcriber's Note: x", "y]"),
        *("***START**THE SMALL PRINT!", "The Project Gutenberg Etext of Emma", "[Etext #1]", "Title: Emma"),
        *("Transcriber's Notes:", "I. x  1", "NOTES", "[1] x", "“Yes.”", "", "\ufeff", "\x85", "It rained."),
        *("CONTENTS", "* * *", "FINIS"),
    ]
)


@given(st.lists(st.tuples(LINES, st.sampled_from(["\n", "\n\n", "\n\n\n\n"]))))
def test_whatever_a_text_is_made_of_the_pieces_are_in_it_in_order(parts):
    text = "".join(line + gap for line, gap in parts)
    stripped = gutenberg.taken_apart(text)
    assert stripped.text == "\n\n".join(text[start:end] for start, end in stripped.pieces)
    edges = [0, *(place for piece in stripped.pieces for place in piece), len(text)]
    assert edges == sorted(edges)
    assert all(text[start:end] == text[start:end].strip() != "" for start, end in stripped.pieces)


@given(
    st.lists(
        st.sampled_from(
            [WORK, "It rained.", "“Yes.”", "Produced by hand", "CONTENTS\n\nI. x  1", "A note: x"]
        )
    )
)
def test_nothing_is_taken_out_of_a_text_from_elsewhere(parts):
    text = "\n\n".join(parts)
    assert gutenberg.strip(text) == text


HOSTILE = {
    "notes": "[Transcriber's note: x\n\n",
    "notes in lines": "a (Transcriber's note: x) b\n\n",
    "headings of notes": "Transcriber's note\n\n",
    "notes in one line": "Transcriber's note ",
    "maybe notes": "Note:\n\n",
    "numbers": "[Etext #1]\n\n",
    "titles": f"{PHRASE}x\n\n",
    "ends": "End of Project Gutenberg's X\n\n",
    "ends far apart": "End of Project Gutenberg's X\n\n" + "word " * 500 + "\n\n",
    "contents": "CONTENTS\n\nx\n\n\n\n",
    "indexes": "INDEX\n\n1\n\nx\n\n",
    "ends of works": "THE END\n\n",
    "prices": "FIN\n\n\n\n$5\n\n\n",
    "footnotes": "NOTES\n\n[1] x\n\n",
    "authors": "BY THE SAME AUTHOR\n\nx\n\n",
    "texts": "*** START OF THE PROJECT GUTENBERG EBOOK X ***\n\nx\n\n",
    "small print": "***START**THE SMALL PRINT!\n",
    "ends of small print": "*END*THE SMALL PRINT!\n\nx\n",
    "byte order marks": "\ufeff",
    "brackets": "Produced by x ([[[{{{",
    "chapters": "I\n\n",
    "words": "utenberg ",
    "colons": ":",
    "beginnings of names": "ra RA 's ’s í *E #",
    "lines of them": "ra\nRA\n's\n’s\n*E\n#\n:\n",
    "blank paragraphs": "*\n\n",
    "prose and prices": "FIN\n\n\n\n“Yes,” he said of the vol.\n\n",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("start", ["", f"{STARTS['since 2003']}\n\n{WORK}\n\n"], ids=["without", "with"])
@ends_soon
def test_the_time_grows_with_the_size_whatever_is_repeated(piece, start):
    gutenberg.taken_apart(start + piece * (300_000 // len(piece)))
