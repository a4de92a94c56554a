"""`python -m benchmarks.opening_marks FOLDER`: how much of what opens with a book's speech mark is found.

FOLDER has plain text in a folder for each language, such as `hr/novel.txt`. Thresholds are off.
"""

from pathlib import Path
from typing import Annotated

import typer

from benchmarks import command_line
from benchmarks.extraction import markdown
from benchmarks.extraction.switches import ALL_ON, variants
from dialogue_etl.languages import LANGUAGES, Dash
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.extraction.quotations.dashes import GLYPHS

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def opened(text: str, tag: str) -> tuple[int, int]:
    """Paragraphs that open with the heaviest mark of a text, and those of them in which a turn was found."""
    params = variants()[ALL_ON]
    document = Document.of(text, LANGUAGES[tag], params)
    own = document.marks.marks[0]
    signs = tuple(GLYPHS) if isinstance(own, Dash) else own.opening
    there = [place for place in document.book.paragraphs.pairs() if text.startswith(signs, place[0])]
    turns = [
        span
        for dialogue in extract_book("text", text, LANGUAGES[tag], params).dialogues.to_pylist()
        for turn in dialogue["turns"]
        for span in turn["spans"]
    ]
    said = {start for start, end in there if any(one["start"] < end and start < one["end"] for one in turns)}
    return len(there), len(said)


@app.command()
def measure(
    folder: Annotated[Path, typer.Argument(help="Texts by language.", exists=True, file_okay=False)],
) -> None:
    """A row for each text."""
    rows = []
    for path in sorted(folder.glob("*/*.txt")):
        there, said = opened(path.read_text("utf-8"), path.parent.name)
        rows.append(
            [path.parent.name, path.stem, str(there), markdown.percent(said / there if there else None)]
        )
    typer.echo(markdown.table(["language", "text", "opened by the mark", "found"], rows, words=2), nl=False)


if __name__ == "__main__":
    command_line.main(app)
