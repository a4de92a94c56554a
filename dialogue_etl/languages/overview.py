"""What each language has of what extraction can use, as a table."""

from collections.abc import Iterator, Mapping

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.general import general
from dialogue_etl.languages.language import Dash, Language, Marks

COLUMNS = ("tag", "language", "marks of speech", "narration after a dash", "names from", "measured")


def rows() -> Iterator[tuple[str, ...]]:
    """A row of `COLUMNS` per language, the last one for all that have no file."""
    for language in sorted(LANGUAGES.values(), key=lambda language: language.tag):
        yield language.tag, language.name, *_cells(language)
    yield "any other", "by its marks alone", *_cells(general("und"))


def _cells(language: Language) -> tuple[str, ...]:
    by_form, verbs = language.tag_dashes, len(language.speech_verbs)
    dashes = any(isinstance(marks, Dash) for marks in language.marks)
    told = {"a small letter": by_form and dashes, f"{verbs} verbs of saying": verbs and dashes}
    names = {
        "tags": verbs,
        "titles": language.titles,
        "gender": language.gender_words,
        "nicknames": language.nicknames,
    }
    read, _ = language.joins_read
    measured = {"speakers": language.speakers_measured, f"{read} joins read": read}
    marks = " ".join(dict.fromkeys(map(_mark, language.marks)))
    return marks, _listed(told), _listed(names), _listed(measured)


def _listed(there: Mapping[str, object]) -> str:
    return ", ".join(text for text, has in there.items() if has) or "–"


def _mark(marks: Marks) -> str:
    return "—" if isinstance(marks, Dash) else f"{marks.opening}…{marks.closing}"
