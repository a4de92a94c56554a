"""Join tokens to text, with spaces where a writer would put them.

OPUS's tokenised form has a space before every punctuation mark. Quotation marks that look the same on both
sides open and close in turn, though a sentence may begin inside a quotation.
"""

import re
from collections.abc import Sequence

# Every alternative begins with a space, which makes it fast.
_STOP = r"(?=\.)(?<!\.\.\. )"  # but for `... ...and`
_CLITIC = r"(?=['’](?:[sStTmMdD]|re|RE|ll|LL|ve|VE)\b|[nN]['’][tT]\b)"
_OPENED = r"(?<=[(\[{«“„¿¡#$£] )"
# `...and so on`, also where a block before ended so.
_GOES_ON = r"(?<=^\.\.\. )(?=\w)|(?<=\.\.\. \.\.\. )(?=\w)|(?<=^… )(?=\w)"
# Korean has spaces between words.
_WIDE = r"[\u0e00-\u0eff\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
_BLANKS = re.compile(
    rf" (?:{_STOP}|(?=[,;:!?…)\]}}»”%])|{_CLITIC}|{_OPENED}|{_GOES_ON}|(?<={_WIDE} )(?={_WIDE}))"
)
_ELISIONS = re.compile(r"(?<=\w['’]) (?=\w)")
_ELIDING = frozenset({"ca", "fr", "it", "oc"})
# French sets these off with spaces.
_FRENCH = re.compile(rf" (?:{_STOP}|(?=[,…)\]}}”%])|(?<=[(\[{{“#] )|{_GOES_ON})")


def join(tokens: Sequence[str], language: str = "en") -> str:
    """The text of a sentence.

    Args:
        tokens: of the sentence, in order.
        language: BCP-47 tag: French and Italian join elided words, French sets punctuation off with spaces.
    """
    text = " ".join(tokens)
    plain = language.partition("-")[0]
    text = (_FRENCH if plain == "fr" else _BLANKS).sub("", text)
    if plain in _ELIDING:
        text = _ELISIONS.sub("", text)
    for mark in _ALONE:
        if mark in text:
            text = _paired(text, mark)
    return text


_ALONE = {mark: re.compile(rf"(?<!\S){mark}(?=[\s.,;:!?…)\]]|$)") for mark in ('"', "'")}


def _paired(text: str, mark: str) -> str:
    """The text with a free-standing mark joined to what it opens or closes."""
    out, *pieces = _ALONE[mark].split(text)
    opens = mark == '"' or len(pieces) > 1  # alone it is an apostrophe: `the boys' house`
    for number, piece in enumerate(pieces, start=1):
        if opens and (piece or number < len(pieces)):
            out, opens = f"{out}{mark}{piece.removeprefix(' ')}", False
        else:
            out, opens = f"{out.removesuffix(' ')}{mark}{piece}", True
    return out
