"""Which quotation glyphs are apostrophes: decided by what stands around them, never by the glyph alone."""

import re

_CLITICS = {
    "de": "s n ne nem nen ner nes ran rauf raus rein rum runter",
    "en": "tis twas twere twill twould twixt em un uns im er ere e ee ad ave gainst mongst neath pon tween "
    "n s t",
    "hu": "s sz iszen",
    "it": "l n ndrangheta sta ste sti sto",
    "nl": "k m n ns r s t",
    "pt": "stá stou tá tou",
}
"""By language, without the apostrophe they begin with. Only what hardly opens a quotation: not 'round, 'ein.

After the grammars (Amtliches Regelwerk der deutschen Rechtschreibung § 97: 's, 'ne, 'nen; Woordenlijst
Nederlandse Taal, Leidraad: 's, 't, 'k, 'n, 'r); the other languages' by our reading.
"""

INSIDE = "ʼ"
"""U+02BC, the modifier letter apostrophe, is a letter to spaCy: it does not part a word at it."""

# Each begins with the glyph, although it looks back from there: so it is searched for many times as fast.
_IN_WORD = re.compile(r"[’‘ʼ´`](?<=\w.)(?=[^\W_])")
_AT_END = re.compile(r"['’](?<=[^\W\d_].)(?!\w)")
_GLYPHS = re.compile("['’‘ʼ´`]")


def clitics(language: str) -> tuple[str, ...]:
    """Words of a language that begin with an apostrophe, without it, in lower case."""
    return tuple(_CLITICS.get(language, "").split())


class Apostrophes:
    """The apostrophes of a language's utterances.

    - Between letters, or a figure and a letter, each such glyph is one: don’t, l’arte, M‘Carthy, 1860’s.
    - Before a clitic: ’tis, ’s avonds. Printers set an opening mark there too: ‘tis.
    - At a word's end, where no single quotation mark of the utterance is open: goin’, po’, hab’.
    """

    def __init__(self, language: str) -> None:
        words = "|".join(clitics(language))
        clitic = rf"(?:{words})(?!\w)" if words else r"(?!)"
        self._leading = re.compile(rf"[’‘](?<!\w.)(?={clitic})", re.IGNORECASE)
        self._opening = re.compile(rf"['’‘‚`](?<!\w.)(?=\w)(?!{clitic})", re.IGNORECASE)

    def straight(self, text: str) -> str:
        """The text with its apostrophes straight; as long as before."""
        return self._marked(text, "'")

    def alike(self, text: str) -> str:
        """The text as a tokeniser should read it: straight, `INSIDE` at a word's end; as long as before."""
        return self._marked(text, INSIDE)

    def _marked(self, text: str, at_end: str) -> str:
        if not _GLYPHS.search(text):
            return text
        text = self._leading.sub("'", _IN_WORD.sub("'", text))
        return text if self._opening.search(text) else _AT_END.sub(at_end, text)
