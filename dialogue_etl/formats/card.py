"""The dataset card: README.md with the front matter that Hugging Face's tools read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml

from dialogue_etl import __version__
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.normalise import library
from dialogue_etl.params import knobs
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from dialogue_etl.formats.dialogue import Book
    from dialogue_etl.params import Params

Statistics = dict[str, dict[str, dict[str, int]]]
"""Language, split (or "all"), unit: how many."""

_TEXT = """
# Dialogues from books

Conversations found in books by [Dialogue ETL](https://pypi.org/project/dialogue-etl/) {version}, by the
method of *The Gutenberg Dialogue Dataset* (Csáky & Recski, EACL 2021): direct speech is told from
narration by its marks, turns close to each other make a dialogue, and rules leave out what is not
conversation. Nobody has read it through: it offers size at a known quality, not a gold standard.

## Statistics

{statistics}

Split by work: all dialogues of a book, and all editions and volumes of a work, are in one split, chosen by a
hash of the work's id.

## Fields

- `id`: source id and offset of the first character; `source_id`: the book, see `books.tsv`; `work_id`:
  the work it is an edition of
- `language` (BCP-47), `title`, `authors`, `rights` of the book
- `turns`: a list of `text`, `spans` (character offsets into the stored text of the book, half open; the
  text is what they hold, white space made one blank, spans joined by one, but not before a comma
  or other mark that ends a clause; with `extract.profile: reference`
  the span is the paragraph), `speaker` (as the narrator names whoever speaks; null where nobody says it)
  and `speaker_confidence` (0 to 1)
{normalised}{formats}

## Parameters

{parameters}

## Rights and provenance

{rights}

`books.tsv` lists authors, titles, rights and the SHA-256 of every text used.
"""


def render(books: list[Book], statistics: Statistics, params: Params) -> str:
    """The card as Markdown with YAML front matter."""
    matter = yaml.safe_dump(_front_matter(statistics, params), sort_keys=False, allow_unicode=True)
    text = _TEXT.format(
        version=__version__,
        statistics=_statistics(statistics),
        normalised=_normalised(params),
        formats=_formats(params),
        parameters=_parameters(params),
        rights=_rights(books),
    )
    return f"---\n{matter}---\n{text}"


def _front_matter(statistics: Statistics, params: Params) -> dict[str, Any]:
    matter: dict[str, Any] = {
        "pretty_name": "Dialogues from books",
        "language": list(params.languages),
        "task_categories": ["text-generation"],
        "tags": ["dialogue", "conversational", "gutenberg"],
    }
    if "parquet" in params.package.formats:
        configs = [_config(language, statistics[language]) for language in params.languages]
        matter["configs"] = [config for config in configs if config["data_files"]]
    return matter


def _config(language: str, counts: Mapping[str, Mapping[str, int]]) -> dict[str, Any]:
    files = [
        {"split": split, "path": f"{language}/{split}.parquet"}
        for split in SPLIT_NAMES
        if counts[split]["dialogues"]
    ]
    return {"config_name": language, "data_files": files}


def _statistics(statistics: Statistics) -> str:
    lines = [
        "| language | split | books | dialogues | utterances | turns per dialogue |",
        "|---|---|---|---|---|---|",
    ]
    for language, counts in statistics.items():
        for split in (*SPLIT_NAMES, "all"):
            number = counts[split]
            mean = number["utterances"] / number["dialogues"] if number["dialogues"] else 0
            cells = [f"{number[key]:,}" for key in ("books", "dialogues", "utterances")]
            lines.append(f"| {LANGUAGES[language].name} | {split} | {' | '.join(cells)} | {mean:.2f} |")
    return "\n".join(lines)


_NORMALISED = {
    "none": "",
    "training": "- `normalised`: the turns' texts made ready for training, in their order: NFC, emphasis "
    "marks off, `--` as —, three points as …, and what the parameters `normalise` say; with `tokenise` there "
    "are blanks between the tokens that {library} finds; nothing else is lost\n",
    "reference": "- `normalised`: the turns' texts, in their order, as the cleaning step of gutenberg-dialog "
    "has them (tokens of {library}), with its damage: accents decomposed or lost, curly apostrophes and "
    "dashes lost in English and Dutch\n",
}


def _normalised(params: Params) -> str:
    profile = params.normalise.profile
    return _NORMALISED[profile].format(library=library(profile)) + "\n"


def _formats(params: Params) -> str:
    normalised = ", normalised," if params.normalise.profile != "none" else ""
    texts = {
        "parquet": "`<language>/<split>.parquet` opens with `datasets.load_dataset(FOLDER, LANGUAGE)`.",
        "jsonl": "`jsonl/` holds the same as chat `messages`, roles in turn.",
        "text": f"`text/` holds an utterance a line{normalised} with an empty line after each dialogue; "
        "validation is `dev.txt` there.",
    }
    return "\n".join(texts[name] for name in params.package.formats)


def _parameters(params: Params) -> str:
    values = params.model_dump()
    lines = ["| parameter | value | meaning |", "|---|---|---|"]
    for knob in knobs():
        section, _, name = knob.key.rpartition(".")
        value = values[section][name] if section else values[name]
        if section not in {"storage", "report", "evaluation", "gates"}:
            lines.append(f"| `{knob.key}` | {value} | {knob.description} ({knob.unit}) |")
    return "\n".join(lines)


def _rights(books: list[Book]) -> str:
    stated = sorted({book.rights or "not stated" for book in books})
    numbers = {rights: sum((book.rights or "not stated") == rights for book in books) for rights in stated}
    return "\n".join(f"- {rights} {number:,} books" for rights, number in numbers.items()) or "No books."
