import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.quotations.dashes import after_dashes, dashes_of, without_lists
from dialogue_etl.sources.books.extraction.quotations.marks import (
    DOUBLE,
    GUILLEMETS,
    SINGLE,
    BookMarks,
    without_apostrophes,
)
from dialogue_etl.sources.books.extraction.quotations.pairs import (
    NESTED,
    STRAY,
    STRAY_SURE,
    MarkedParagraph,
    pairs_of,
)
from dialogue_etl.text.dashes import plain
from dialogue_etl.text.spans import BookText


def roles(text, glyphs=DOUBLE):
    marks = BookMarks(BookText.of(text)).family(glyphs)
    return "".join("?()"[(role > 0) - (role < 0)] for role in marks.roles.tolist())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('He said:"No."', ".)"),
        ('--"Yes"--he said--"no--"', "()()"),
        ('_"Yes"_, he said ("no").', "()()"),
        ('"...and so," he said; "--never--"', "()()"),
        ("He said \"'No,' said he.\"", "()"),
        ('" Yes, " he said, " no. "', "(..)"),
    ],
)
def test_the_characters_next_to_a_mark_decide_its_role(text, expected):
    assert re.fullmatch(expected.replace("(", r"\(").replace(")", r"\)"), roles(text))


@pytest.mark.parametrize(
    ("text", "expected"), [("«Oui», dit-il. « Non. »", "()()"), ("»Ja«, sagte er. » Nein. «", "()()")]
)
def test_an_unclear_mark_does_what_its_glyph_usually_does(text, expected):
    assert roles(f"{text} " * 20, GUILLEMETS) == expected * 20


@given(st.text(alphabet="a ,'", max_size=30), st.permutations([",,", "''", "'", ","]))
def test_marks_are_found_in_any_order_of_search(text, glyphs):
    marks = BookMarks(BookText.of(text))
    for glyph in glyphs:
        runs = re.finditer(f"{glyph[0]}+", text)
        runs = [run.span() for run in runs if len(glyph) == 1 or len(run[0]) == 2]
        expected = [place for run in runs for place in range(*run)[:: len(glyph)]]
        assert marks.places(glyph).tolist() == expected


@pytest.mark.parametrize(
    ("text", "tag", "kept"),
    [
        ("He wasn't o' that mind; 'twas th' boys' fault.", "en", []),
        ("In '45 an' in the 'eighties they'd goin' folk.", "en", []),
        ("'t Was 's avonds, en zij had m'n boek.", "nl", []),
        ("Ich hab' es nicht; 's geht so 'nem Mann.", "de", []),
        ("He wasn’t o’ that mind; ’twas th’ boys’ fault.", "en", []),
        # What seems to close inside a sure quotation is an apostrophe.
        ("'The boys' boat is goin' home,' he said.", "en", ["'The", "' he"]),
        # A curly apostrophe opens no quotation where another glyph does.
        ("‘’Tain’t so,’ he said. ‘No.’", "en", ["‘’T", "’ he", "‘No", "’"]),
    ],
)
def test_apostrophes_are_left_out(text, tag, kept):
    book = BookText.of(text)
    marks, strays = without_apostrophes(book, BookMarks(book).family(SINGLE), LANGUAGES[tag].elisions)
    assert marks.starts.tolist() == [text.rindex(at) for at in kept]
    assert len(strays) == len(marks.starts)


SURE = {"(": 3, ")": -3, "?": 0}


def read(marks, **around):
    """The quotations of marks written as brackets: the text between the marks is their number."""
    roles = [SURE[mark] for mark in marks]
    strays = [STRAY + STRAY_SURE * abs(role) for role in roles]
    paragraph = MarkedParagraph(roles, strays, [NESTED] * len(roles), **around)
    return [(pair.opening, pair.end) for pair in pairs_of(paragraph)]


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ("()()", [(0, 1), (2, 3)]),
        ("????", [(0, 1), (2, 3)]),
        ("(?)", [(0, 2)]),
        ("(())", [(0, 3)]),
        ("()(()())", [(0, 1), (2, 7)]),
        ("()(", [(0, 1), (2, 3)]),
        ("(()()()", [(0, 1), (1, 2), (3, 4), (5, 6)]),
        ("())()", [(0, 1), (3, 4)]),
    ],
)
def test_marks_are_paired_at_the_lowest_cost(marks, expected):
    assert read(marks, closed=True) == expected


AROUND = st.fixed_dictionaries(dict.fromkeys(["begun", "marked", "continued", "closed"], st.booleans()))


@given(st.text(alphabet="()?", min_size=1, max_size=12), AROUND)
def test_quotations_are_in_order_and_do_not_overlap(marks, around):
    found = read(marks, **around)
    edges = [edge for pair in found for edge in pair]
    assert edges == sorted(edges)
    assert all(-1 <= opening < end <= len(marks) for opening, end in found)


TALK = re.compile(r"\byo\b|[!?¡¿]")


def opened(text):
    """The text after the dash of each paragraph that opens with one."""
    book = BookText.of(plain(text))
    found = after_dashes(book, dashes_of(book))
    return [text[start:end] for start, end in found.spans.pairs()]


def inner(text):
    """The dashes that separate narration, or are pauses."""
    return [text[start:end] for start, end in dashes_of(BookText.of(text)).inner.pairs()]


@pytest.mark.parametrize("dash", ["--", "---", "–––", "––", "——", "――", *"–—―-‒⸺⸻─−‐‑"])
@pytest.mark.parametrize("blank", ["", " ", "\u00a0"])
def test_every_dash_opens_speech_with_or_without_a_blank(dash, blank):
    assert opened(f"{dash}{blank}Jó napot!") == ["Jó napot!"]


@pytest.mark.parametrize("rule", ["----", "-----", "– – –", "——", "--–", "--", "– ", "-- 12 --", "— 7"])
def test_a_horizontal_rule_or_page_number_does_not_open_speech(rule):
    assert opened(rule) == []


def test_hyphens_in_words_are_not_dashes():
    assert inner("—Jöjjön-e Pest-Budára? —kérdezte -- és — leült.") == ["—", "—", "--", "—"]


def test_hyphens_next_to_blanks_are_dashes_if_hyphens_open_speech_or_after_a_mark_between_blanks():
    text = "- Jöjjön-e Budára? - kérdezte -Péter.\n- Nem."
    assert inner(text) == ["-", "-", "-", "-"]
    assert inner(text.replace("- J", "— J", 1)) == ["—", "-"]


def test_marks_count_only_in_paragraphs_that_open_with_one():
    book = BookText.of("—No —dijo—. Sí.\n\nÉl —dijo ella— no.")
    assert dashes_of(book).weight(book) == 3


@given(
    st.lists(
        st.sampled_from(["— Tea?", "— Tea! he said", "— Tea, yo", "— Tea", "— Rice.", "Told."]), max_size=60
    )
)
def test_lists_of_any_length_are_removed(lines):
    book = BookText.of("\n\n".join(lines))
    dashed = [number for number, line in enumerate(lines) if line.startswith("—")]
    kept = set(dashed)
    for step in (1, 2):  # a single line between is a title
        run = []
        for number, following in pairwise([*dashed, len(lines) + 2]):
            run.append(number)
            if following - number > step:
                talk = sum(TALK.search(lines[number]) is not None for number in run)
                kept -= set(run if len(run) >= 5 and 8 * talk < len(run) else ())
                run = []
    kept = sorted(kept)
    assert without_lists(book, dashes_of(book), TALK).opens.tolist() == kept
