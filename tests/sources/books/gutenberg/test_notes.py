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
    *("Transcriber's Note", "TRANSCRIBER’S NOTES", "Original Transcriber's Notes:", "Transcriber's Endnotes"),
    *("Anmerkungen zur Transkription", "Notizen des Bearbeiters:", "Note du transcripteur"),
    *("Notes de transcription", "Nota del transcriptor", "NOTE DEL TRASCRITTORE", "Nota di trascrizione"),
    *("Notas de transcrição:", "Lista de erros corrigidos", "Opmerkingen van de bewerker"),
    *("UWAGI DO WYDANIA ELEKTRONICZNEGO", "Transkriberarens anmärkning", "Noteringar:"),
]


@pytest.mark.parametrize("name", NAMED)
def test_a_note_goes_from_its_heading_on_or_with_its_brackets(name):
    assert left(f"{name}\n\nSpelling and punctuation are those of the original.\n\n\n\n{BOOK}") == BOOK
    fixes = "\n\n".join(f"he siad {n}\nhe said {n}" for n in range(9))
    assert left(f"{BOOK}\n\n\n\n{name}\n\n\nThese errors were corrected:\n\n{fixes}\n") == BOOK
    note = f"[{name} [sic]\n\nIt is as it was.\n\n(And so on.)]"
    assert left(f"{note}\n\n{BOOK}") == BOOK
    assert left(f"{BOOK}\n\n{note}\n\n{CHAPTER}") == f"{BOOK}\n\n\n\n{CHAPTER}"
    assert left(f"{BOOK}\n\n{note}") == BOOK


BOX = "+" + "-" * 30 + "+"
SHORT = "“Yes,” he said.\n\nTHE END"
KEPT = "Transcriber's Note: Spelling kept."
SO = "[Transcriber's Note: so in the book]"
LEFT = {
    "no blank line after its bracket": (f"[{KEPT}]\n{BOOK}", BOOK),
    "in a box": (f"{BOX}\n| Transcriber's Note: as it was. |\n{BOX}\n\n{BOOK}", BOOK),
    "paragraphs that speak of the text go on with it": (
        "Transcriber's Note: This is an etext.\n\nThe footnotes of the printed edition stand at the end.\n\n"
        f"Italics are _so_.\n\n{BOOK}",
        BOOK,
    ),
    "in doubt it ends with its paragraph, before the work": (f"{KEPT}\n\n{SHORT}", SHORT),
    "or amid it": (f"{CHAPTER}\n\n{KEPT}\n\n{SHORT}", f"{CHAPTER}\n\n\n\n{SHORT}"),
    "or before a long one": (f"{KEPT}\n\n{BOOK}", BOOK),
    "a bracket that nothing closes takes its paragraph": (f"[{KEPT}\n\n{BOOK}", BOOK),
    "at the end of a paragraph it goes": (f"“Yse.” {SO}\n\nHe went.", "“Yse.” \n\nHe went."),
    "at the beginning too": (f"{SO} “Yse.”\n\nHe went.", "“Yse.”\n\nHe went."),
    "amid a sentence it stays": (f"“I am {SO} here.”\n\nHe went.", f"“I am {SO} here.”\n\nHe went."),
    "a paragraph may say at its end whose note it is": (
        f"Se ha mantenido la grafía. (nota del transcriptor)\n\n{BOOK}",
        BOOK,
    ),
}


@pytest.mark.parametrize(("text", "expected"), LEFT.values(), ids=LEFT)
def test_what_is_left_without_a_note(text, expected):
    assert left(text) == expected


@pytest.mark.parametrize("after", ["* * *\n\nThe Hill", "THE HILL"])
def test_a_title_or_stars_end_a_note(after):
    text = f"{after}\n\n\n\n{BOOK}"
    assert left(f"Transcriber's Notes:\n\nErrors were corrected.\n\n{text}") == text


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
