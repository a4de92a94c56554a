"""The cleaning step of gutenberg-dialog (Csáky & Recski 2021, commit 30bbf1b, `-cd`), its damage included.

For comparison with the published data sets. Written anew from what that code does: lower case, the
language's own cleaning, NLTK's English word tokenisation for every language, a placeholder for what is left
empty.
"""

import re
import unicodedata

from dialogue_etl.errors import DialogueEtlError

PLACEHOLDER = "<PLACEHOLDER>"
"""What an utterance becomes of which nothing is left."""

_SPACED = '.?!-":,'
_OWN = {
    "de": '.?!":,',  # meant to have the hyphen too, which stands in the code as a range of characters
    "en": _SPACED,
    "es": _SPACED + "¿¡",
    "hu": _SPACED,
    "it": _SPACED,
    "nl": _SPACED,
    "pt": _SPACED,
}
"""What gets blanks around it, in each of the languages the original knows."""
_STRIPPED = frozenset({"en", "nl"})
_NOT_ENGLISH = re.compile(r"""[^a-z0-9 .,\-/:?!"']""")  # the slash by such a range, too
_BEFORE = "  "
"""Between file name and utterance the original has two blanks, of which an apostrophe may take one."""


class Cleaning:
    """Cleans utterances of a language as the original does.

    Tokens are those of `nltk.word_tokenize`, which parts sentences by Punkt's English model and then each one
    alone. No model is needed: wherever Punkt could end a sentence the cleaning has left a point, question or
    exclamation mark as a word of its own, and such a word ends one whatever is trained (Kiss & Strunk 2006;
    only a collocation or abbreviation that is itself such a mark could say otherwise, and it has none).
    A sentence's beginning is a place like any other but for two apostrophes, which are an opening mark only
    after a blank; so without them the sentences need not be found at all.

    Raises:
        DialogueEtlError: the original does not know the language.
    """

    def __init__(self, language: str) -> None:
        if language not in _OWN:
            raise DialogueEtlError(
                f"normalise.profile reference is for {', '.join(_OWN)}, not {language}; take training"
            )
        from nltk.tokenize import NLTKWordTokenizer  # noqa: PLC0415 - takes a second
        from nltk.tokenize.punkt import PunktSentenceTokenizer  # noqa: PLC0415

        self._spaced = {ord(mark): f" {mark} " for mark in _OWN[language]}
        self._stripped = language in _STRIPPED
        self._words = NLTKWordTokenizer()
        self._sentences = PunktSentenceTokenizer()

    def __call__(self, text: str) -> str:
        """The utterance as the original writes it."""
        line = self.line(text)
        sentences = self._sentences.tokenize(line) if "''" in line else [line]
        return " ".join(word for one in sentences for word in self._words.tokenize(one)) or PLACEHOLDER

    def line(self, text: str) -> str:
        """The utterance before it is tokenised."""
        line = unicodedata.normalize("NFKD", (_BEFORE + text).lower().replace(" ' ", "'"))
        if self._stripped:
            line = _NOT_ENGLISH.sub("", line)
        return line.translate(self._spaced)
