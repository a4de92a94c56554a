import pytest

from dialogue_etl.sources.books.gutenberg import notes
from dialogue_etl.text.spans import Span

CHAPTER = "CHAPTER I\n\n“Yes,” he said.\n\nIt rained all day, and nobody came up the hill."
BOOK = "\n\n\n\n".join([CHAPTER] * 30)


def left(text):
    body = Span(0, len(text))
    out = notes.spans(text, body, notes.lines(text))
    edges = [0, *(place for span in out for place in span), len(text)]
    return "".join(text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)).strip()


NAMED = [
    "Transcriber's Note",
    "TRANSCRIBER’S NOTES",
    "Original Transcriber's Notes:",
    "Transcriber's Endnotes",
    "Anmerkungen zur Transkription",
    "Notizen des Bearbeiters:",
    "Note du transcripteur",
    "Notes de transcription",
    "Nota del transcriptor",
    "NOTE DEL TRASCRITTORE",
    "Nota di trascrizione",
    "Notas de transcrição:",
    "Lista de erros corrigidos",
    "Opmerkingen van de bewerker",
    "UWAGI DO WYDANIA ELEKTRONICZNEGO",
    "Transkriberarens anmärkning",
    "Noteringar:",
]


@pytest.mark.parametrize("name", NAMED)
def test_a_note_before_the_work_goes_with_its_heading(name):
    assert left(f"{name}\n\nSpelling and punctuation are those of the original.\n\n\n\n{BOOK}") == BOOK


@pytest.mark.parametrize("name", NAMED)
def test_a_note_at_the_end_goes_with_its_list_of_corrections(name):
    fixes = "\n\n".join(f"he siad {n}\nhe said {n}" for n in range(9))
    assert left(f"{BOOK}\n\n\n\n{name}\n\n\nThese errors were corrected:\n\n{fixes}\n") == BOOK


@pytest.mark.parametrize("name", NAMED)
def test_a_note_in_brackets_ends_with_its_bracket(name):
    note = f"[{name} [sic]\n\nIt is as it was.\n\n(And so on.)]"
    assert left(f"{note}\n\n{BOOK}") == BOOK
    assert left(f"{BOOK}\n\n{note}\n\n{CHAPTER}") == f"{BOOK}\n\n\n\n{CHAPTER}"
    assert left(f"{BOOK}\n\n{note}") == BOOK


def test_a_note_without_a_blank_line_after_its_bracket_does_not_take_the_work_along():
    assert left(f"[Transcriber's Note: Spelling kept.]\n{BOOK}") == BOOK


def test_a_note_may_stand_in_a_box():
    line = "+" + "-" * 30 + "+"
    assert left(f"{line}\n| Transcriber's Note: as it was. |\n{line}\n\n{BOOK}") == BOOK


def test_paragraphs_that_speak_of_the_text_go_on_with_a_note_before_the_work():
    more = "A NOTE: none.\n\nThe footnotes of the printed edition stand at the end.\n\nItalics are _so_."
    assert left(f"Transcriber's Note: This is an etext.\n\n{more[15:]}\n\n{BOOK}") == BOOK


def test_a_title_or_stars_end_a_note():
    for after in ("* * *\n\nThe Hill", "THE HILL"):
        text = f"{after}\n\n\n\n{BOOK}"
        assert left(f"Transcriber's Notes:\n\nErrors were corrected.\n\n{text}") == text


def test_in_doubt_a_note_ends_with_its_paragraph():
    short = "“Yes,” he said.\n\nTHE END"
    assert left(f"Transcriber's Note: Spelling kept.\n\n{short}") == short
    assert left(f"{CHAPTER}\n\nTranscriber's Note: Spelling kept.\n\n{short}") == f"{CHAPTER}\n\n\n\n{short}"
    assert left(f"Transcriber's Note: Spelling kept.\n\n{BOOK}") == BOOK


def test_a_bracket_that_nothing_closes_takes_its_paragraph():
    assert left(f"[Transcriber's Note: Spelling kept.\n\n{BOOK}") == BOOK


def test_a_note_at_the_end_of_a_paragraph_goes_and_one_amid_a_sentence_stays():
    note = "[Transcriber's Note: so in the book]"
    assert left(f"“Yse.” {note}\n\nHe went.") == "“Yse.” \n\nHe went."
    assert left(f"{note} “Yse.”\n\nHe went.") == "“Yse.”\n\nHe went."
    amid = f"“I am {note} here.”\n\nHe went."
    assert left(amid) == amid


def test_a_paragraph_before_the_work_may_say_at_its_end_whose_note_it_is():
    assert left(f"Se ha mantenido la grafía. (nota del transcriptor)\n\n{BOOK}") == BOOK


@pytest.mark.parametrize(
    "said",
    [
        "The transcriber noted it down.",
        "He said: Note: I transcribed it.",
        "Transcription was his trade.",
        "Note: the hill is steep.",
        "He was a transcriber; notes were his life.",
    ],
)
def test_stories_of_transcribers_stay(said):
    text = f"{CHAPTER}\n\n{said}\n\n{CHAPTER}"
    assert left(text) == text
