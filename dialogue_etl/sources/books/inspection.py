"""Shows a book's dialogues in context, with what was dropped and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dialogue_etl.core import shards
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.report.formatting import plural
from dialogue_etl.sources.books import SOURCE
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.inspecting import Context, Piece, Rows, drops, reason

_STAGES = (*SOURCE.dropping_stages, "split")
_NAMED = frozenset(["banned", "not_listed"])  # by the user: what else is not selected is most of a catalogue
AGAIN = ("extract",)
_CONTEXT = 160  # characters of narration shown on each side


@dataclass(frozen=True)
class Mark:
    """A span of the text to highlight."""

    start: int
    end: int
    kept: bool
    heading: str = ""
    speaker: str = ""
    note: str = ""


def show(id: str, stages: Path, languages: Sequence[str], _context: Context) -> Iterator[Piece]:
    """A book's dialogues in context, or why the book was dropped.

    Args:
        id: of the book.
        stages: outputs of all stages.
        languages: to search.
        _context: not used for books.
    """
    for language in languages:
        for row in shards.read(stages / "download" / language, "texts"):
            if row["id"] == id:
                yield from _show(stages, row)
                return
    for language in languages:
        for row in drops(stages, _STAGES, language):
            if row["source_id"] == id:
                yield Piece(f"{id}: left out by {_reason(row)}\n")


def origin(document: Mapping[str, Any], _context: Context) -> str:
    """The file of a book: of the library, a mirror or the sample."""
    where = "library/" if document["source"] == "library" else f"{document['source']}: "
    return f"{where}{document['url']}, SHA-256 {document['sha256'][:12]}…"


def again(
    document: Mapping[str, Any], _rows: Rows, context: Context
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The dialogues of a book by other parameters of extraction, and what is dropped."""
    from dialogue_etl.sources.books.extraction.pipeline import extract_book  # noqa: PLC0415 - slow to load

    language = LANGUAGES[document["language"]]
    found = extract_book(document["id"], document["text"], language, context.params[Extract])
    return found.dialogues.to_pylist(), found.drops


def listing(stages: Path, language: str) -> Iterator[str]:
    """The books of a language, with the result of each.

    Args:
        stages: outputs of all stages.
        language: BCP-47 tag.
    """
    rows = [row for row in drops(stages, _STAGES, language) if row["unit"] in {"book", "file"}]
    not_selected = [row for row in rows if _is_not_selected(row)]
    fate = {row["source_id"]: f"left out by {_reason(row)}" for row in rows if not _is_not_selected(row)}
    for row in shards.read(stages / "split" / language, "splits"):
        counts = f"{row['dialogues']:,} dialogues, {row['utterances']:,} utterances"
        fate[row["source_id"]] = f"{row['split']}: {counts}"
    titles = {}
    for row in shards.read(stages / "download" / language, "texts", ["id", "title", "authors"]):
        titles[row["id"]] = f"{'; '.join(row['authors'])}: {row['title']}"
    for id in sorted(titles | fate):
        yield f"{language}  {id}  {titles.get(id, '')}  [{fate.get(id, 'no dialogues')}]"
    if not_selected:
        see = f"dialogue-etl books select --language {language}"
        yield f"{language}  not selected: {len(not_selected):,} (see `{see}`)"


def _is_not_selected(row: dict[str, Any]) -> bool:
    return row["stage"] == "download" and row["unit"] == "book" and row["reason"] not in _NAMED


def _reason(row: dict[str, Any]) -> str:
    return reason(row, detail=row["unit"] in {"book", "file"})


def _show(stages: Path, book: dict[str, Any]) -> Iterator[Piece]:
    language, id = book["language"], book["id"]
    lines = [
        f"{'; '.join(book['authors'])}: {book['title']}",
        f"{id}, {language}, {book['rights']}, {book['url']}",
    ]
    for stage in ("prefilter", "extract"):
        scores = shards.read(stages / stage / language, "scores")
        lines += [f"{r['measure'].replace('_', ' ')}: {r['value']:,.4g}" for r in scores if r["id"] == id]
    dropped = [row for row in drops(stages, _STAGES, language) if row["source_id"] == id]
    lines += [f"left out by {_reason(row)}" for row in dropped if row["unit"] == "book"]
    kept = [
        row for row in shards.read(stages / "postfilter" / language, "dialogues") if row["source_id"] == id
    ]
    lines += _characters(id, kept)
    marks = sorted([*_kept(kept), *_left_out(dropped)], key=lambda mark: (mark.start, mark.end))
    yield Piece("\n".join([*lines, "", ""]))
    yield from _render(book["text"], marks)
    yield Piece("\n\n")


def _characters(id: str, kept: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line for each of those who talk most, with whom they talk."""
    from dialogue_etl.sources.books.report.speakers import cast  # noqa: PLC0415 - slow to load

    turns = ((row["id"], row["turns"]) for row in kept)
    found = cast(id, ((at, [one["speaker"] for one in of], [one["text"] for one in of]) for at, of in turns))
    for one in found.characters if found else ():
        partners = ", ".join(f"{name} {number:,}" for name, number in one.partners)
        yield f"{one.name}: {plural(one.turns, 'turn')}{f', beside those of {partners}' if partners else ''}"


def _kept(kept: Sequence[Mapping[str, Any]]) -> Iterator[Mark]:
    for row in kept:
        heading = f"dialogue {row['id']}, {len(row['turns'])} turns"
        for turn in row["turns"]:
            speaker = turn["speaker"] or ""
            for span in turn["spans"]:
                yield Mark(span["start"], span["end"], True, heading, speaker)
                heading = speaker = ""


def _left_out(dropped: list[dict[str, Any]]) -> Iterator[Mark]:
    for row in dropped:
        if row["start"] is not None:
            yield Mark(row["start"], row["end"], False, note=f"left out: {row['unit']}, {_reason(row)}")


def _render(text: str, marks: list[Mark]) -> Iterator[Piece]:
    position = 0
    for mark in marks:
        if mark.start < position:
            continue  # inside a longer span that was dropped
        # The heading goes before the paragraph, not between its opening mark and the speech.
        before, blank, opening = text[position : mark.start].rpartition("\n\n" if mark.heading else "\0")
        yield Piece(_narration(before) + blank, dim=True)
        if mark.heading:
            yield Piece(f"── {mark.heading} ──\n", "cyan")
        yield Piece(_narration(opening), dim=True)
        yield Piece(text[mark.start : mark.end], "green" if mark.kept else "red")
        if mark.speaker:
            yield Piece(f" [{mark.speaker}]", dim=True)
        if mark.note:
            yield Piece(f" [{mark.note}]", "yellow")
        position = mark.end
    yield Piece(_narration(text[position:]), dim=True)


def _narration(text: str) -> str:
    if len(text) <= 3 * _CONTEXT:
        return text
    skipped = len(text) - 2 * _CONTEXT
    return f"{text[:_CONTEXT]}\n[… {skipped:,} characters …]\n{text[-_CONTEXT:]}"
