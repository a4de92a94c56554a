"""Producers add columns to pairs: tokens, stems, lemmas and sentiment of trigger, answer or both.

Each producer is declared once: its `type`, its columns, the languages it supports, and the function that
makes a column of texts. Languages are BCP-47 tags, of which script and region are ignored.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from dialogue_etl.pairs.component import Component, Target
from dialogue_etl.text import segmentation
from dialogue_etl.text.lemmas import lemmatised, lemmatizer
from dialogue_etl.text.normalise.tokenise import tokeniser
from dialogue_etl.text.segmentation import is_chinese, primary

Values = list[Any]
Make = Callable[[str], Callable[[Sequence[str], Sequence[list[str]]], Values]]
"""Given a language, returns a function of texts and their tokens."""

SENTIMENTS = ("very negative", "negative", "neutral", "positive", "very positive")
_BANDS = (-0.5, -0.05, 0.05, 0.5)
"""Limits of VADER's compound score: ±0.05 is its authors' (Hutto & Gilbert 2014), ±0.5 is ours."""

SNOWBALL = {
    "da": "danish",
    "nl": "dutch",
    "en": "english",
    "fi": "finnish",
    "fr": "french",
    "de": "german",
    "hu": "hungarian",
    "ga": "irish",
    "it": "italian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "es": "spanish",
    "sv": "swedish",
    "tr": "turkish",
}
"""The 16 languages of the paper's stemmer, by tag."""
_ALIKE = {"nb": "no", "nn": "no"}
_BY_NAME = {name: tag for tag, name in SNOWBALL.items()}


@dataclass(frozen=True)
class ProducerKind:
    """A type of producer.

    Attributes:
        name: its `type`.
        column: name of its columns: `tokens` for `tokens_trigger` and `tokens_answer`.
        languages: returns the tags that it supports; None if it supports all.
        make: returns the function that makes the column, given a language.
        uses_tokens: whether it needs tokens, which are then made even without a configured tokenizer.
        description: what it does, by which library.
    """

    name: str
    column: str
    languages: Callable[[], Collection[str]] | None
    make: Make
    uses_tokens: bool
    description: str


def tokens_of(language: str) -> Callable[[str], list[str]]:
    """A function that splits a text into words and punctuation marks.

    With spaCy's rules for the language as in normalisation, or jieba for Chinese. OpenNLP, which the paper
    uses, needs models; it also splits `Yes you are!` into four tokens.
    """
    if is_chinese(language):
        return lambda text: [token for token in segmentation.tokens(text) if not token.isspace()]
    parted = tokeniser(language)
    return lambda text: parted(unicodedata.normalize("NFC", " ".join(text.split()))).split()


def _tokenizer(_: str) -> Callable[[Sequence[str], Sequence[list[str]]], Values]:
    return lambda _texts, tokens: list(tokens)


def _stemmer(language: str) -> Callable[[Sequence[str], Sequence[list[str]]], Values]:
    import Stemmer  # noqa: PLC0415 - only where it is asked for

    stems = Stemmer.Stemmer(SNOWBALL[language]).stemWords
    return lambda _, tokens: [stems([token.lower() for token in each]) for each in tokens]


def _lemmatizer(language: str) -> Callable[[Sequence[str], Sequence[list[str]]], Values]:
    lemma = lemmatizer(language)
    return lambda _, tokens: [list(map(lemma, each)) for each in tokens]


def _sentiment(_: str) -> Callable[[Sequence[str], Sequence[list[str]]], Values]:
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer  # noqa: PLC0415 - reads its lexicon

    scores = SentimentIntensityAnalyzer().polarity_scores
    return lambda texts, _: [band(scores(text)["compound"]) for text in texts]


def band(compound: float) -> str:
    """One of `SENTIMENTS` for a score from -1 to 1; at a limit the one further from neutral."""
    if compound < 0:
        return SENTIMENTS[-1 - bisect_right(_BANDS, -compound)]
    return SENTIMENTS[bisect_right(_BANDS, compound)]


KINDS = (
    ProducerKind("tokenizer", "tokens", None, _tokenizer, True, "Tokens: words and marks apart, by spaCy"),
    ProducerKind("stemmer", "stems", lambda: SNOWBALL, _stemmer, True, "Stems of the tokens, by Snowball"),
    ProducerKind("lemmatizer", "lemmas", lemmatised, _lemmatizer, True, "Lemmas of the tokens, by simplemma"),
    ProducerKind("sentiment", "sentiment", lambda: ("en",), _sentiment, False, "Sentiment, by VADER"),
)


class Producer(Component):
    """A producer of a configuration."""

    kind: ClassVar[ProducerKind]
    language: str | None = None
    """BCP-47 tag, or a name of Snowball; by default that of the texts."""
    target: Target = "both"

    if TYPE_CHECKING:
        type: str

    def speaks(self, language: str) -> str:
        """The tag of the language that it uses for texts in `language`.

        Raises:
            ValueError: the language is not supported.
        """
        wanted = (self.language or language).lower()
        tag = _BY_NAME.get(wanted, primary(wanted))
        known = self.kind.languages() if self.kind.languages else {tag}
        tag = tag if tag in known else _ALIKE.get(tag, tag)
        if tag not in known:
            raise ValueError(f"{self.kind.name} has no {wanted!r}; it has {', '.join(sorted(known))}")
        return tag


def _model(kind: ProducerKind) -> type[Producer]:
    body = {
        "__annotations__": {"type": Literal[kind.name]},
        "__module__": __name__,
        "__doc__": kind.description,
    }
    model: type[Producer] = type(kind.name, (Producer,), body)
    model.kind = kind
    return model


PRODUCERS = {kind.name: _model(kind) for kind in KINDS}
"""By their `type`."""
