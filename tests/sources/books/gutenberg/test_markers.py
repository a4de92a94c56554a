import pytest

from dialogue_etl.sources.books.gutenberg import markers

WORK = "THE HILL\n\nCHAPTER I\n\n“Yes,” he said."
OTHER = "THE BRIDGE\n\n“No,” she said."
START = "*** START OF THIS PROJECT GUTENBERG EBOOK THE HILL ***"
END = "*** END OF THIS PROJECT GUTENBERG EBOOK THE HILL ***"
LICENCE = "\n\n".join(["Redistributing Project Gutenberg-tm electronic works is easy."] * 200)
SMALL_PRINT = """***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***
Why is this here?

You know.
*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*"""
OLD_TITLE = "**The Project Gutenberg Etext of {}**"


def left(text):
    return [text[start:end].strip() for start, end in markers.bodies(text)]


TITLE = OLD_TITLE.format("The Bridge")
TWO_FILES = [
    f"The Project Gutenberg EBook of {name}\n\n{START}\n\n{work}\n\n{END}\n\n{LICENCE}\n\n"
    for name, work in (("The Hill", WORK), ("The Bridge", OTHER))
]
BRIDGE = "The Project Gutenberg EBook of The Bridge\n\nTitle: The Bridge\n\nLanguage: English"
OLD_NOTE = "December, 1972  [Etext #2]\n\n\n{}\n\nThis is a retranscription of one of the first.\n\n***"
VERSIONS = "I have come across many versions.\n\nNone of them is like another."
STEEP = "The hill\n\nIt was steep.\n\nAn ebook lay there."
HILL = "The Project Gutenberg EBook of The hill, by Jane Doe\n\nTitle: The hill\n\nLanguage: English"
MORE = "\n\n".join(["It rained, and nobody came."] * 200)
PART_ONE = "End of the Project Gutenberg EBook of The Hill, Part One"
FULL = "*** START: FULL LICENSE ***\n\nTHE FULL PROJECT GUTENBERG LICENSE"
BODIES = {
    "a text that says nothing of Project Gutenberg": (WORK, [WORK]),
    "nothing": ("", []),
    "two files in one": ("".join(TWO_FILES), [WORK, OTHER]),
    "the second file may have a header that nothing ends": (
        f"{START}\n\n{WORK}\n\n{END}\n\n{LICENCE}\n\n{BRIDGE}\n\n{OTHER}",
        [WORK, OTHER],
    ),
    "inner headers of a collection go with the notes below them": (
        f"{SMALL_PRINT}\n\n{WORK}\n\n\n{OLD_NOTE.format(TITLE)}\n\n\n{OTHER}",
        [WORK, OTHER],
    ),
    "between two title lines of one work stands its header": (
        f"{SMALL_PRINT}\n\n{WORK}\n\n\n{TITLE}\n\n{VERSIONS}\n\n{TITLE}\n\n{OTHER}",
        [WORK, OTHER],
    ),
    "the title of the work ends a header that nothing ends": (f"{HILL}\n\n{STEEP}", [STEEP]),
    "a work before the small print is no header": (f"{WORK}\n\n{SMALL_PRINT}", [WORK]),
    "nor after a start": (f"{START}\n\n{WORK}\n\n{SMALL_PRINT}", [WORK]),
    "what follows small print stays": (f"{WORK}\n\n{SMALL_PRINT}\n\n{OTHER}", [WORK, OTHER]),
    "what follows an end and is no footer stays": (
        f"{START}\n\n{WORK}\n\n{PART_ONE}\n\n{MORE}",
        [WORK, MORE],
    ),
    "licences go": (f"{START}\n\n{WORK}\n\n{FULL}\n\n{LICENCE}", [WORK]),
    "a byte order mark hides no title": (f"\ufeff{OLD_TITLE.format('The Hill')}\n\n{WORK}", [WORK]),
}


@pytest.mark.parametrize(("text", "expected"), BODIES.values(), ids=BODIES)
def test_what_is_left_of_a_file(text, expected):
    assert left(text) == expected


def test_small_print_without_an_end_does_not_swallow_the_work():
    opening = SMALL_PRINT.split("\n", maxsplit=1)[0]
    assert left(f"{opening}\n\n{WORK}\n\n{'It rained. ' * 300}")[-1].endswith("It rained.")


@pytest.mark.parametrize(
    "end",
    [
        "End of Project Gutenberg's The Hill, by Jane Doe",
        "The end of the Project Gutenberg e-text of The Hill",
        "***End of the Collected Etexts of Project Gutenberg of the 1970's***",
        "Ende dieses Projekt Gutenberg Etextes Der Hügel, von Jane Doe.",
        "Fin du Projet Gutenberg de La Colline",
        "Einde van het Project Gutenberg EBook van De Heuvel",
        "Fine dell'etext Progetto Gutenberg",
    ],
)
def test_footers_begin_in_many_ways(end):
    assert left(f"{START}\n\n{WORK}\n\n{end}\n\nMore on Project Gutenberg.") == [WORK]
