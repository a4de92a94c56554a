"""What the words of a language are to whoever reads its narrators: one look-up of a word instead of many."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dialogue_etl.languages.language import Language

VERB, PRONOUN, DETERMINER, SMALL, TITLE, CAPITAL, ENDS_NOUN, RESUMES, BEHIND_NOUN = (
    1 << place for place in range(9)
)
"""Roles of a word, of which it may have several: a verb of speech, a pronoun, a determiner, a small word, a
title; a word with a capital; one before which a noun ends, be it a verb, a small word or an adverb; a verb
by which somebody goes on; one that stands behind a noun, but is none of its words."""

_MOST_KNOWN = 100_000


class WordRoles(dict[str, int]):
    """The roles of words as they stand in a text, with the point of an abbreviation or sentence.

    What has been looked up is known. An apostrophe is one of a pronoun, determiner, small word or title,
    whichever its form.
    """

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._adverb_endings = language.adverb_endings
        behind = language.behind_nouns
        self._endings_behind = tuple(word[1:] for word in behind if word.startswith("-"))
        self._named: dict[str, int] = {}
        for role, words in (
            (VERB | ENDS_NOUN, language.speech_verbs),
            (RESUMES, language.resuming_verbs),
            (PRONOUN, language.pronouns),
            (DETERMINER, language.determiners),
            (SMALL | ENDS_NOUN, language.small_words),
            (TITLE, language.titles),
            (BEHIND_NOUN, [word for word in behind if not word.startswith("-")]),
        ):
            for word in words:
                self._named[word] = self._named.get(word, 0) | role

    def __missing__(self, word: str) -> int:
        if len(self) >= _MOST_KNOWN:
            self.clear()
        if word.isalpha():
            roles = self._named.get(word.lower(), 0)
            if word.endswith(self._adverb_endings):
                roles |= ENDS_NOUN
        else:
            roles = self._of_other(word.rstrip("."))
        if word[0].isupper():
            roles |= CAPITAL
        elif word.rstrip(".").endswith(self._endings_behind):
            roles |= BEHIND_NOUN
        self[word] = roles
        return roles

    def _of_other(self, plain: str) -> int:
        """The roles of a word with marks in it."""
        low = plain.lower()
        roles = self._named.get(low, 0)
        if "’" in low:
            roles &= VERB | ENDS_NOUN | RESUMES
            roles |= self._named.get(low.replace("’", "'"), 0) & ~(VERB | ENDS_NOUN | RESUMES)
        if not low[:1].isalpha() or plain.endswith(self._adverb_endings):
            roles |= ENDS_NOUN
        return roles
