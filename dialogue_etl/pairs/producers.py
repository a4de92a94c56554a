"""What is added to pairs: tokens, stems, lemmas and sentiment of trigger, answer or both.

Each producer is declared once: its `type`, the columns it makes, the languages it knows, and what makes the
column of texts. Languages are BCP-47 tags; what a tag says of script and region makes no difference.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from dialogue_etl.normalise.tokenise import tokeniser
from dialogue_etl.pairs.component import Component, Target
from dialogue_etl.text import segmentation
from dialogue_etl.text.lemmas import lemmatised, lemmatizer
from dialogue_etl.text.segmentation import is_chinese, primary

Values = list[Any]
Make = Callable[[str], Callable[[Sequence[str], Sequence[list[str]]], Values]]
"""Of a language a function of texts and their tokens."""

SENTIMENTS = ("very negative", "negative", "neutral", "positive", "very positive")
_BANDS = (-0.5, -0.05, 0.05, 0.5)
"""Compound scores of VADER that part them: ±0.05 is its authors' own (Hutto & Gilbert 2014), ±0.5 is ours."""

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
    """A kind of producer.

    Attributes:
        name: its `type`.
        column: what it makes, for each side: `tokens` gives `tokens_trigger` and `tokens_answer`.
        languages: the tags it knows; None if it knows all. Asked only where it is used.
        make: of a language what makes the column.
        uses_tokens: whether it looks at tokens: they are made where no tokenizer is configured, too.
        description: what it does, by which library.
    """

    name: str
    column: str
    languages: Callable[[], Collection[str]] | None
    make: Make
    uses_tokens: bool
    description: str


def tokens_of(language: str) -> Callable[[str], list[str]]:
    """The tokens of a text: words and marks apart.

    By the rules of the normalisation: spaCy's for the language, jieba's in Chinese. OpenNLP's, as in the
    paper, need models; those part `Yes you are!` in four tokens, too.
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
    """One of `SENTIMENTS`, of a score from -1 to 1; at a border the one further from neutral."""
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
    """BCP-47 tag, or the name that Snowball has; that of the texts if not given."""
    target: Target = "both"

    if TYPE_CHECKING:
        type: str

    def speaks(self, language: str) -> str:
        """The language it works in, if it knows it.

        Raises:
            ValueError: it does not.
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
