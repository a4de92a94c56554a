"""Tags after a comma or dots in languages that know tags by their form: the verb is found by its stem.

«— То није могуће, бранила га је Јелена.» The verb need not be in the language file in this form, as after the
end of a sentence: one with the stem of a verb of saying, or that the book has in unambiguous places, is
enough if its subject follows. A listed verb before a name may come after up to three words (su
pasityčiojimu nusijuokęs pridurė Povilas). No word of speech may be in the clause. Where dashes enclose
narration, no such tag is searched: in three Russian novels nearly all were speech (ступай, говорю).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.narration.tags import before_verb, sets_dashes
from dialogue_etl.text.letters import CAPITAL, SMALL
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    from dialogue_etl.sources.books.extraction.narration.sentence_form import SentenceForm
    from dialogue_etl.text.spans import Spans

_CLAUSE_END = re.compile(r"[.,;:!?…—–]|--|\Z")
_NEVER: Pattern[str] = re.compile(r"(?!)")


class _Patterns(NamedTuple):
    """Of a language: the mark before a tag; a tag with words before its verb."""

    mark: Pattern[str]
    late: Pattern[str]


@cache
def _patterns(tag: str) -> _Patterns:
    language = LANGUAGES[tag]
    if not (sets_dashes(language) and language.subject_endings):
        return _Patterns(_NEVER, _NEVER)
    objects = before_verb(language.object_pronouns)
    return _Patterns(
        mark=re.compile(rf"[,…](?:(?<=…)\s*,)?[ \n]+(?={SMALL})"),
        late=re.compile(
            rf"(?:(?!{any_of(language.small_words)}\b){SMALL}\w*\s+){{1,3}}?{objects}"
            rf"{any_of(language.speech_verbs)}\s+(?={CAPITAL})"
        ),
    )


def tags_after_comma(form: SentenceForm, text: str, tag: str, speech: Spans) -> dict[int, int]:
    """Offsets inside speech at which such a tag begins, with the end of its first words.

    Args:
        form: of tags in the book.
        text: of the book.
        tag: of its language, BCP-47.
        speech: after dashes.
    """
    return dict(_found(form, text, _patterns(tag), speech))


def _found(form: SentenceForm, text: str, patterns: _Patterns, speech: Spans) -> Iterator[tuple[int, int]]:
    if patterns.mark is _NEVER:
        return
    for start, end in speech.pairs():
        for found in patterns.mark.finditer(text, start, end):
            place = found.end()
            clause = _CLAUSE_END.search(text, place, end)
            until = clause.start() if clause else end
            if text[until : until + 1] in {"!", "?"} or form.talk.search(text, place, until):
                continue
            inverted = form.inverted.match(text, place, until)
            if inverted and "-" not in inverted[0] and form.tells_who_speaks(inverted[1]):
                yield place, inverted.end()
            elif late := patterns.late.match(text, place, until):
                yield place, late.end()
