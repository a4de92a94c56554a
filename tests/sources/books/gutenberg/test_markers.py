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


def test_a_text_that_says_nothing_of_project_gutenberg_is_one_body():
    assert left(WORK) == [WORK]
    assert left("") == []


def test_two_files_in_one_have_a_body_each():
    one = f"The Project Gutenberg EBook of The Hill\n\n{START}\n\n{WORK}\n\n{END}\n\n{LICENCE}\n\n"
    two = one.replace("Hill", "Bridge").replace(WORK, OTHER)
    assert left(one + two) == [WORK, OTHER]


def test_the_second_of_two_files_may_have_a_header_that_nothing_ends():
    head = "The Project Gutenberg EBook of The Bridge\n\nTitle: The Bridge\n\nLanguage: English\n\n"
    assert left(f"{START}\n\n{WORK}\n\n{END}\n\n{LICENCE}\n\n{head}{OTHER}") == [WORK, OTHER]


def test_inner_headers_of_a_collection_go_with_the_notes_below_them():
    title = OLD_TITLE.format("The Bridge")
    note = "This is a retranscription of one of the first Etexts."
    inner = f"December, 1972  [Etext #2]\n\n\n{title}\n\n{note}\n\n***"
    assert left(f"{SMALL_PRINT}\n\n{WORK}\n\n\n{inner}\n\n\n{OTHER}") == [WORK, OTHER]


def test_between_two_title_lines_of_one_work_stands_its_header():
    title = OLD_TITLE.format("The Bridge")
    notes = "I have come across many versions.\n\nNone of them is like another."
    assert left(f"{SMALL_PRINT}\n\n{WORK}\n\n\n{title}\n\n{notes}\n\n{title}\n\n{OTHER}") == [WORK, OTHER]


def test_the_title_of_the_work_ends_a_header_that_nothing_ends():
    head = "The Project Gutenberg EBook of The hill, by Jane Doe\n\nTitle: The hill\n\nLanguage: English"
    work = "The hill\n\nIt was steep.\n\nAn ebook lay there."
    assert left(f"{head}\n\n{work}") == [work]


def test_a_work_before_the_small_print_is_no_header():
    assert left(f"{START}\n\n{WORK}\n\n{SMALL_PRINT}") == [WORK]
    assert left(f"{WORK}\n\n{SMALL_PRINT}") == [WORK]


def test_small_print_inside_goes_and_what_follows_it_stays():
    assert left(f"{WORK}\n\n{SMALL_PRINT}\n\n{OTHER}") == [WORK, OTHER]


def test_small_print_without_an_end_does_not_swallow_the_work():
    opening = SMALL_PRINT.split("\n", maxsplit=1)[0]
    assert left(f"{opening}\n\n{WORK}\n\n{'It rained. ' * 300}")[-1].endswith("It rained.")


def test_what_follows_an_end_marker_and_is_no_footer_stays():
    more = "\n\n".join(["It rained, and nobody came."] * 200)
    text = f"{START}\n\n{WORK}\n\nEnd of the Project Gutenberg EBook of The Hill, Part One\n\n{more}"
    assert left(text) == [WORK, more]


def test_licences_go_wherever_they_stand():
    text = (
        f"{START}\n\n{WORK}\n\n*** START: FULL LICENSE ***\n\nTHE FULL PROJECT GUTENBERG LICENSE\n\n{LICENCE}"
    )
    assert left(text) == [WORK]


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


def test_a_byte_order_mark_before_a_marker_hides_it_not():
    assert left(f"\ufeff{START}\n\n{WORK}\n\n\ufeff{END}") == [WORK]
    assert left(f"\ufeff{OLD_TITLE.format('The Hill')}\n\n{WORK}") == [WORK]


def test_the_top_is_what_stands_before_the_start():
    assert markers.top(f"Title: The Hill\n\n{START}\n\n{WORK}") == "Title: The Hill\n\n"
    assert markers.top(WORK) == WORK
