"""Utterances made ready for training: without damage, or exactly as the original has them, with it.

Pure functions of one line of text. spaCy and NLTK are imported only where they are asked for.
"""

import re
import unicodedata
from collections.abc import Callable
from functools import partial, reduce
from importlib.metadata import version
from typing import Literal

from dialogue_etl.text.lines import WINDOWS

Step = Callable[[str], str]

_INVISIBLE = re.compile("[\u00ad\u200b\u200e\u200f\u2060\ufeff]")
"""Soft hyphen, zero-width space, direction marks, word joiner, byte order mark."""
_HIGH_CONTROLS = re.compile("[\x80-\x9f]")
_EMPHASIS = re.compile(r"_(?<!\w_)(?=\S)([^_]+)(?<=\S)_|_(?=\S)([^_]+)(?<=\S)_(?!\w)")
_OTHER_EMPHASIS = re.compile(r"([=~+#])(?<!\w.)(?=\S)((?:(?!\1).)+)(?<=\S)\1(?!\w)")
_NOTE = re.compile(r" ?\[\d{1,3}\]")
_THREE_POINTS = re.compile(r"\.(?: ?\.){2}")
_HYPHENS = re.compile("--+")
_FACE = re.compile(r"(?<![.\-=])([\^;.\-=~@*'])_+\1(?![.\-=\w])|>_+[<>]|<_+<")
_READING = (
    ("[", re.compile(r" ?\[(?:[A-Z]|[*†]+)\](?!\w)"), ""),
    ("[", re.compile(r" ?\[(?:Illustration|Footnote|Sidenote|Pg|Page)\b[^\]]*\]"), ""),
    ("^{", re.compile(r"\^\{([^}]*)\}"), r"\1"),
    ("^a", re.compile(r"(?<=[\w.])\^a\b"), "ª"),
    ("^o", re.compile(r"(?<=[\w.])\^o\b"), "º"),
    ("^", re.compile(r"([A-Z]|[^\W\d_]{2}|\.)\^([a-z]{1,4})\b"), r"\1\2"),
    ("{", re.compile(r" ?\{\d+\}"), ""),
    ("<", re.compile(r" ?<\d+>"), ""),
    ("*", re.compile(r"(\*{1,3})(?<!\w.)(?=[^\s*])([^*]+)(?<=[^\s*])\1(?![\w*])"), r"\2"),
    ("[*", re.compile(r" ?\[\*{1,2} [^\]]*\]"), ""),
    ("*", re.compile(r"(?<=[^\W\d_]{2}|[^\W\d_][,.;:!?]|[.!?][’”)])\*(?=[\s,.;:!?]|$)"), ""),
    (" *", re.compile(r"(?<=[^\W\d_][,.;:!?]|[.!?][’”)]) \*(?= [^\W\d_])"), ""),
    ("__", re.compile(r"__+(?<![\w_]..)(?!_)|__+(?!\w)"), "——"),
    ("_", re.compile(r"_(?<!\w_)|_(?!\w)"), ""),
    ("``", re.compile(r"``(.*?)''"), r"“\1”"),
    ("´", re.compile(r"`(?=\w)([^`´]*)´"), r"‘\1’"),
    ("`", re.compile(r"`(?=\w)([^`'’]*)'"), r"'\1'"),
    ("`", re.compile(r"`(?=\w)([^`'’]*)’"), r"‘\1’"),
    (">>", re.compile(r">>(?=[^\s<>])([^<>]*)(?<=[^\s<>])<<"), r"»\1«"),
    ("<<", re.compile(r"<<(?=[^\s<>])([^<>]*)(?<=[^\s<>])>>"), r"«\1»"),
    ("=", re.compile(r"(?<!\S)=([^\W\d_]+)=(?=[^\W\d_])"), r"\1"),
    (" —", re.compile(r" —(?<=\w..)(?=\w)"), "—"),
    ("— ", re.compile(r"— (?<=\w..)(?=\w)"), "—"),
    (" ,", re.compile(r" +(?=,(?![^\W\d_]))"), ""),
    (" .", re.compile(r" +(?=\.(?![.\w]))"), ""),
    ("..", re.compile(r"(?<!\.)\.\.(?!\.)"), "…"),
    ("… …", re.compile(r"… …"), "… "),
    ("。", re.compile(r"^。(?=\w)"), ""),
)
"""What `readable` replaces after `clean`, in this order; only texts that contain the string are searched."""
_PLAIN = re.compile(r"(?:[A-Za-z0-9\u4e00-\u9fff]++[，。？！]?+)++(?<!，)")
"""Most Chinese texts: nothing in them is to be replaced."""
_DOUBLED = re.compile(r"[,;:]+(?<=\w.)(?=[,.;:!?](?:\s|$))")
_END = re.compile(r"[,，、]([\"'”’“»]*)$")

LIBRARIES = {"training": "spacy", "reference": "nltk"}
"""Whose rules a profile tokenises by; other versions may have other rules."""


def normaliser(
    language: str,
    *,
    profile: Literal["clean", "training", "reference"],
    lower_case: bool = True,
    tokenise: bool = True,
    apostrophes: Literal["keep", "straight"] = "straight",
) -> Step:
    """What makes an utterance of a language normal.

    Args:
        language: BCP-47 tag.
        profile: the parameters of `normalise`, as the next ones; only `training` looks at the others.
        lower_case: by `str.lower`.
        tokenise: blanks between tokens.
        apostrophes: as they are, or straight.

    Raises:
        DialogueEtlError: the profile reference does not know the language.
    """
    from dialogue_etl.text.normalise.apostrophes import Apostrophes  # noqa: PLC0415 - most runs need none of these
    from dialogue_etl.text.normalise.reference import Cleaning  # noqa: PLC0415
    from dialogue_etl.text.normalise.tokenise import tokeniser  # noqa: PLC0415

    if profile == "clean":
        return readable
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

    - Control characters U+0080 to U+009F are what Windows-1252 has there: `don\x92t` is don’t.
    - `_word_` is emphasis: the marks go (Project Gutenberg, Formatting Guidelines: italics). A mark inside a
      word stays unless its partner is at the edge of one. So are `=word=`, `~word~`, `+word+` and `#word#`
      around whole words (bold and spaced type, ibid.).
    - The number of a footnote in brackets goes: [12].
    - Two or more hyphens are the typewriter's dash: one em dash (ibid., Proofreading Guidelines: em-dashes).
      Hyphens, en and em dashes stay.
    - Three points, also with blanks between, are an ellipsis: U+2026, as in books with the glyph. A fourth
      point stays.
    """
    if _HIGH_CONTROLS.search(text):
        text = text.translate(WINDOWS)
    text = " ".join(_INVISIBLE.sub("", text).split())
    if "_" in text:
        text = _EMPHASIS.sub(r"\1\2", text)
    text = _OTHER_EMPHASIS.sub(r"\2", text)
    if "[" in text:
        text = _NOTE.sub("", text)
    if "." in text:
        text = _THREE_POINTS.sub("…", text)
    return unicodedata.normalize("NFC", _HYPHENS.sub("—", text))


def readable(text: str) -> str:
    """A line as one reads it in print, with its case and punctuation: `clean`, and what that leaves.

    - Marks of footnotes and pages (`[A]`, `[*]`, `word*`, `word, *`, `{12}`, `<12>`, `[Pg 12]`) go, and notes
      in brackets that begin with `*`, Illustration, Footnote or Sidenote; `M^{me}` is Mme, `n.^o` is n.º.
    - `*word*`, `**word**` is emphasis, and so is a `_` that has lost its partner at a seam; in faces (`^_^`)
      and names (`a_b`) it stays. A row of them, in place of a name, is a long dash.
    - ASCII's marks: ``x'', `x', `x´, >>x<< and <<x>> get the usual ones. A double mark without its
      partner goes, as do the marks of a syllable in =bold= type.
    - No blank on one side of a dash alone, before a point, or before a comma unless a letter follows it
      (` ,so'` is a quotation); of two marks in a row the last.
    - A comma at the end, where narration went on, is a point; one at the beginning goes. Of two ellipses at
      a seam one stays.

    benchmarks/messages.md counts these in novels, subtitles and threads.
    """
    if _PLAIN.fullmatch(text):
        return text
    face = "_" in text and _FACE.search(text)
    line = " ".join(_INVISIBLE.sub("", text).split()) if face else clean(text)
    for marks, pattern, by in _READING:
        if marks in line and not (face and "_" in marks):
            line = pattern.sub(by, line)
    line = _DOUBLED.sub("", _paired(line)).lstrip(",;:，、 ")
    if end := _END.search(line):
        line = f"{line[: end.start()]}{'.' if end[0][0] == ',' else '。'}{end[1]}"
    return unicodedata.normalize("NFC", " ".join(line.split())) or text


def _paired(text: str) -> str:
    """The text without a double quotation mark that is alone; a mark that opens at the end closes."""
    if "„" not in text:
        if text.endswith("“"):
            text = f"{text[:-1]}”"
        if text.count("“") + text.count("”") == 1:
            return text.replace("“", "").replace("”", "")
    return text.strip('"') if text.count('"') == 1 and not text[-2:-1].isdigit() else text
