"""Utterances made ready for training: without damage, or exactly as the original has them, with it.

Pure functions of one line of text. spaCy and NLTK are imported only where they are asked for.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import partial, reduce
from importlib.metadata import version
from typing import Literal

Step = Callable[[str], str]

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
"""Soft hyphen, zero-width space, direction marks, word joiner, byte order mark."""
_EMPHASIS = re.compile(r"_(?<!\w_)(?=\S)([^_]+)(?<=\S)_|_(?=\S)([^_]+)(?<=\S)_(?!\w)")
_OTHER_EMPHASIS = re.compile(r"([=~+#])(?<!\w.)(?=\S)((?:(?!\1).)+)(?<=\S)\1(?!\w)")
_NOTE = re.compile(r" ?\[\d{1,3}\]")
_THREE_POINTS = re.compile(r"\.(?: ?\.){2}")
_HYPHENS = re.compile("--+")

LIBRARIES = {"training": "spacy", "reference": "nltk"}
"""Whose rules a profile tokenises by; other versions may have other rules."""


def normaliser(
    language: str,
    *,
    profile: Literal["training", "reference"],
    lower_case: bool = True,
    tokenise: bool = True,
    apostrophes: Literal["keep", "straight"] = "straight",
) -> Step:
    """What makes an utterance of a language normal.

    Args:
        language: BCP-47 tag.
        profile: the parameters of `normalise`, as the next ones; `reference` looks at no other.
        lower_case: by `str.lower`.
        tokenise: blanks between tokens.
        apostrophes: as they are, or straight.

    Raises:
        DialogueEtlError: the profile reference does not know the language.
    """
    from dialogue_etl.text.normalise.apostrophes import Apostrophes  # noqa: PLC0415 - most runs need none of these
    from dialogue_etl.text.normalise.reference import Cleaning  # noqa: PLC0415
    from dialogue_etl.text.normalise.tokenise import tokeniser  # noqa: PLC0415

    if profile == "reference":
        return Cleaning(language)
    steps: list[Step] = [clean]
    if apostrophes == "straight":
        steps.append(Apostrophes(language).straight)
    if tokenise:
        steps.append(tokeniser(language))
    if lower_case:
        steps.append(lower)
    return partial(_apply, steps)


def _apply(steps: list[Step], text: str) -> str:
    # An empty line ends a dialogue: a text of invisible characters stays what it is.
    return reduce(lambda line, step: step(line), steps, text) or text


def lower(text: str) -> str:
    """Lower case, in NFC: a letter may have a composed form only in lower case, as U+1E96 has."""
    return unicodedata.normalize("NFC", text.lower())


def library(profile: str) -> str:
    """The library a profile tokenises with, and its version, such as `spacy 3.8.18`; empty for `none`."""
    name = LIBRARIES.get(profile)
    return f"{name} {version(name)}" if name else ""


def clean(text: str) -> str:
    r"""A line in NFC, white space made single blanks, without what is only there for the eye.

    - `_word_` is emphasis: the marks go (Project Gutenberg, Formatting Guidelines: italics). A mark inside a
      word stays unless its partner is at the edge of one. So are `=word=`, `~word~`, `+word+` and `#word#`
      around whole words (bold and spaced type, ibid.).
    - The number of a footnote in brackets goes: [12].
    - Two or more hyphens are the typewriter's dash: one em dash (ibid., Proofreading Guidelines: em-dashes).
      Hyphens, en and em dashes stay.
    - Three points, also with blanks between, are an ellipsis: U+2026, as in books with the glyph. A fourth
      point stays.
    """
    text = " ".join(_INVISIBLE.sub("", text).split())
    if "_" in text:
        text = _EMPHASIS.sub(r"\1\2", text)
    text = _NOTE.sub("", _OTHER_EMPHASIS.sub(r"\2", text))
    if "." in text:
        text = _THREE_POINTS.sub("…", text)
    return unicodedata.normalize("NFC", _HYPHENS.sub("—", text))
