"""Tags after a comma or dots in languages that know tags by their form: the verb is found by its stem.

«— То није могуће, бранила га је Јелена.» The verb need not be in the language file in this form, as after the
end of a sentence: one with the stem of a verb of saying, or that the book has in unambiguous places, is
enough if its subject follows or its ending shows several (adăugară) or the narrator (одговорих). A listed
verb before a name may come after up to three words (su pasityčiojimu nusijuokęs pridurė Povilas); before a
title and a name, any verb is enough (reîncepu domnul Popa). No word of speech may be in the clause.
Where dashes enclose narration, no such tag is searched: in three Russian novels nearly all were speech
(ступай, говорю).

In Scandinavian languages, where a verb comes before its subject also elsewhere, any verb of the past begins
narration if none is before it in its sentence (En er ikke sikker, sad hun og jamrede; Sofie, Sofie, og gik).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.languages.language import SEVERAL
from dialogue_etl.sources.books.extraction.narration.tags import before_verb, sets_dashes
from dialogue_etl.text.letters import CAPITAL, SMALL
from dialogue_etl.text.words import any_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from re import Pattern

    from dialogue_etl.sources.books.extraction.narration.sentence_form import SentenceForm
    from dialogue_etl.text.spans import Spans

_SENTENCE = re.compile(r"[.!?…:][»”_]?\s")
_STOP = re.compile(r"[.!?…:]|--|[—–]|\Z")
_WORD = re.compile(r"\w+")
_CLAUSE_END = re.compile(r"[.,;:!?…—–]|--|\Z")
_COMMA = re.compile(rf"(?:,|(?:…|\.\.)(?:\s*,)?)[ \n]+(?={SMALL})")


def tags_after_comma(form: SentenceForm, text: str, tag: str, speech: Spans) -> dict[int, int]:
    """Offsets inside speech at which such a tag begins, with the end of its first words.

    Args:
        form: of tags in the book.
        text: of the book.
        tag: of its language, BCP-47.
        speech: after dashes.
    """
    language = LANGUAGES[tag]
    if not sets_dashes(language):
        return {}
    if language.subject_endings:
        several = tuple(end for end, shown in language.subject_endings.items() if shown == SEVERAL)
        return dict(_by_stem(form, text, (_late(tag), _titled(tag)), several, speech))
    return dict(_by_tense(form, text, _past(tag), speech)) if language.definite_endings else {}


@cache
def _late(tag: str) -> Pattern[str]:
    """A listed verb after up to three words, and before a name."""
    language = LANGUAGES[tag]
    word = rf"(?!{any_of(language.small_words)}\b){SMALL}\w*\s+"
    objects = before_verb(language.object_pronouns)
    return re.compile(rf"(?:{word}){{1,3}}?{objects}{any_of(language.speech_verbs)}\s+(?={CAPITAL})")


@cache
def _titled(tag: str) -> Pattern[str]:
    """Any verb before a title and a name (reîncepu domnu Mirinescu)."""
    language = LANGUAGES[tag]
    objects, titles = before_verb(language.object_pronouns), any_of(language.titles)
    others = any_of(language.small_words | language.talk_words | language.determiners.union(language.titles))
    return re.compile(
        rf"(?<=,.){objects}(?!{others}\b){SMALL}{{4,}}\s+{objects}{titles}(?:\.\s|\s+(?={CAPITAL}))"
    )


@cache
def _past(tag: str) -> Pattern[str]:
    """A verb of the past, not an auxiliary, before a pronoun or after "and"."""
    language = LANGUAGES[tag]
    third = any_of(word for word, gender in language.pronouns.items() if gender != NARRATOR)
    others = any_of([*language.auxiliaries, *language.small_words])
    past = rf"(?!{others}\b)(?:\w{{2,}}{any_of(language.past_endings)}|{any_of(language.past_verbs)})(?!\w)"
    return re.compile(rf"(?:(?P<joins>{any_of(language.and_words)}\s+{past})|{past}\s+{third}(?!\w))")


def _by_stem(
    form: SentenceForm, text: str, tags: tuple[Pattern[str], ...], several: tuple[str, ...], speech: Spans
) -> Iterator[tuple[int, int]]:
    for start, end in speech.pairs():
        for found in _COMMA.finditer(text, start, end):
            place = found.end()
            clause = _CLAUSE_END.search(text, place, end)
            until = clause.start() if clause else end
            if text[until : until + 1] in {"!", "?"} or form.talk.search(text, place, until):
                continue
            inverted = form.inverted.match(text, place, until)
            if inverted and "-" not in inverted[0] and form.tells_who_speaks(inverted[1]):
                yield place, inverted.end()
                continue
            tag = next(filter(None, (known.match(text, place, end) for known in tags)), None)
            verb = _WORD.match(text, place, until)
            if tag:
                yield place, tag.end()
            elif verb and form.says(verb[0]):
                narrators = verb[0].endswith(form.own_endings) and form.past.fullmatch(verb[0])
                if narrators or verb[0].endswith(several):
                    yield place, verb.end()


def _by_tense(form: SentenceForm, text: str, past: Pattern[str], speech: Spans) -> Iterator[tuple[int, int]]:
    for start, end in speech.pairs():
        for found in _COMMA.finditer(text, start, end):
            place = found.end()
            verb = past.match(text, place, end)
            if not verb:
                continue
            before = max((one.end() for one in _SENTENCE.finditer(text, start, place)), default=start)
            stop = _STOP.search(text, place, end)
            until = stop.start() if stop else end
            if (
                text[until : until + 1] not in {"!", "?"}
                and not form.talk.search(text, place, until)
                and not form.tags.told.search(text, before, place)
            ):
                yield place, until if verb["joins"] else verb.end()
