"""Credits of those who made a file: produced, scanned, transcribed, proofread by whom, from whose images.

They are before the work, some after it. A credit ends with its sentence, not with its paragraph: where no
blank line follows, the work does.
"""

import re
from itertools import islice

from dialogue_etl.sources.books.gutenberg.paragraphs import Paragraph, last_paragraphs, paragraphs
from dialogue_etl.text.spans import Span

_WORK = r"(?:e-?text|e-?book|electronic (?:text|edition|book)|text file)"
_DONE = (
    r"(?:produced|prepared|transcribed|created|scanned|digiti[sz]ed|proof-?read|proofed|typed|keyed|converted|"
    r"assembled|compiled|formatted|entered|made|provided|contributed)"
)
_BEGINS = re.compile(
    r"[\W_]{0,40}+(?:"
    rf"(?:Produced|Prepared|Transcribed|Scanned|Digiti[sz]ed|Proof-?read|Proofed|Typed|Converted)\b"
    rf"[^\n]{{0,60}}?\b(?:by|from)\b"
    rf"|(?:This |The |An? )?(?:Project Gutenberg )?{_WORK}s?\b[^\n]{{0,30}}?\b{_DONE}\b"
    rf"|These files? were {_DONE}\b"
    r"|HTML version by|Text (?:file )?(?:produced|prepared) by|Many thanks to|Special thanks|With thanks to|"
    r"We (?:would like to )?thank|Thanks to"
    r"|Note: Images of the original|(?:A|The) Millennium Fulcrum"
    r"|(?:Erstellt|Digitalisiert|Bearbeitet|Transkribiert) von|Produit par|Num[ée]ris[ée] par|"
    r"Producido por|Digitalizado por|Produzido por|Prodotto da|Digitalizzato da|Bewerkt door|"
    r"Opracowa(?:ł|nie)\b)",
    re.IGNORECASE,
)
# What only those who make such files say.
_SIGN = re.compile(
    r"Project Gutenberg|Gutenberg[ -]Proje[ck]t|Projekt-DE|gutenberg\w*\.[a-z]|Distributed\s+Proof|"
    r"Proofreading\s+Team|\bPG Distributed|pgdp|\bDP Europe|rastko|\be-?texts?\b|\be-?books?\b|"
    r"ebooksgratuits|Internet\s+Archive|"
    r"archive\.org|Progetto\s+Manuzio|liberliber|pglaf|HTML\s+version|page\s+images|scanned\s+images|"
    r"images\s+(?:generously\s+)?made|Public Domain material|Millennium Fulcrum|\bscann(?:ed|ing)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(
    r"https?:|www\.|@|\bproof|\bcorrections?\b|\bmade available\b|\bimages\b|\blibrary\b|\bemail\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"(?:,|\b(?:and|by|the|of|from|in|with|for|to|a|at|was|is|und|et|y|e|on|Online))$|&$", re.IGNORECASE
)
_CLOSED = re.compile(r"(?<!\b\w)(?<!\bDr)(?<!\bMr)(?<!\bSt)[.!?)]$")
_FIELD = re.compile(r"\w[\w ./-]{0,30}+: \S")
_TRANSCRIPTION = re.compile(
    r"(?:Transcription|Transcribed|Scanned|HTML|Markup|Proofread)\b[^:\n]{0,30}: \S", re.I
)
_WRAP = 55  # characters: credits are wrapped at 57 to 75; a line that ends earlier was ended on purpose
_LINES = 15
_AHEAD = 3  # lines in which a credit says again what the files are made of
_BEFORE = 12  # paragraphs of a body in which credits are looked for
_AFTER = 3_000  # characters


def spans(text: str, body: Span, notes: list[Span], *, framed: bool) -> list[Span]:
    """The credits at the beginning and at the end of a body, in order.

    Args:
        text: of the file.
        body: a stretch of it between a header and a footer.
        notes: of transcribers in it, which are neither credits nor part of the work.
        framed: whether there was a header. Before the work `Produced by …` is then a credit by itself;
            otherwise, and further on, only if it names what the files are made of.
    """
    found: list[Span] = []
    leading = framed
    for one in islice(paragraphs(text, body.start, body.end), _BEFORE):
        if _inside(one, notes):
            continue
        lines = one.lines(text)
        number = _credit_lines(lines, sure=leading)
        if number:
            found.append(Span(one.start, one.start + len("\n".join(lines[:number]))))
        leading = leading and number == len(lines)
    edge = found[-1].end if found else body.start
    for one in last_paragraphs(text, edge, body.end, _AFTER):
        lines = one.lines(text)
        if not _inside(one, notes) and _credit_lines(lines, sure=False) == len(lines):
            found.append(Span(one.start, one.end))
    return found


def _inside(one: Paragraph, notes: list[Span]) -> bool:
    return any(note.start <= one.end and one.start < note.end for note in notes)


def _credit_lines(lines: list[str], *, sure: bool) -> int:
    """How many lines at the beginning of a paragraph are a credit."""
    said = "\n".join(lines[:_LINES])
    if sum(bool(_FIELD.match(line)) for line in lines) > len(lines) * 0.6 and any(
        _TRANSCRIPTION.match(line) for line in lines
    ):
        return len(lines)
    begins = bool(_BEGINS.match(said))
    if not (begins or (sure and len(lines) <= _LINES)):
        return 0
    if not ((begins and sure) or _SIGN.search(said)):
        return 0
    number, depth = 1, _depth(lines[0])
    while number < min(len(lines), _LINES):
        before, line = lines[number - 1].rstrip(), lines[number]
        ahead = any(_SIGN.search(one) for one in lines[number : number + _AHEAD])
        if depth <= 0 and not ahead and not _goes_on(before, line):
            break
        depth += _depth(line)
        number += 1
    return number


def _goes_on(before: str, line: str) -> bool:
    """Whether a line continues the sentence before it."""
    if _SIGN.search(line) or _GOES_ON.search(line):
        return True
    if line == line.upper() or _CLOSED.search(before):
        return False
    first = line.split(maxsplit=1)[0]
    return bool(_OPEN.search(before)) or len(before) + 1 + len(first) > _WRAP


def _depth(line: str) -> int:
    return line.count("(") - line.count(")")
