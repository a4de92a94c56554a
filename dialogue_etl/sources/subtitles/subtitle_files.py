"""Subtitle files of the usual formats, read by pysubs2: SubRip, ASS, SSA, WebVTT, MicroDVD and others."""

import html
import re
from collections.abc import Iterator
from itertools import groupby

import pysubs2
from pysubs2.exceptions import Pysubs2Error, UnknownFPSError
from pysubs2.formats.substation import parse_tags

from dialogue_etl.sources.subtitles import cues, visual_order
from dialogue_etl.sources.subtitles.subtitle import Subtitle, UnreadableError
from dialogue_etl.text import encoding, forms

SUFFIXES = (".srt", ".ass", ".ssa", ".vtt", ".sub")
_BREAK = re.compile(r"\\[Nn]|\n")
_HARD_BLANK = "\\h"
_ARROW = "-->"
_LONGEST = 5_000  # characters of a cue; longer ones are drawings, or not subtitles
_DRAWING = "\\p1"


def read(data: bytes, language: str) -> Subtitle:
    """The sentences of a subtitle file.

    Args:
        data: its bytes.
        language: BCP-47 tag, used to detect the encoding and the ends of sentences.

    Raises:
        UnreadableError: it is empty, in an unknown encoding or format, or without times.
    """
    if not data.strip(b"\0 \t\r\n\xef\xbb\xbf"):
        raise UnreadableError("unusable", "the file is empty")
    try:
        text, name = encoding.decode(data, language)
    except encoding.UndecodableError as error:
        raise UnreadableError("undecodable", str(error)) from None
    if form := forms.markup(data):
        raise UnreadableError("unusable", f"{form}, not subtitles")
    try:
        file = pysubs2.SSAFile.from_string(text.removeprefix("\ufeff"))
    except UnknownFPSError:
        raise UnreadableError("unusable", "counts frames and does not say how many a second has") from None
    except (Pysubs2Error, ValueError, ArithmeticError, LookupError) as error:
        why = " ".join(str(error).split())[:100]
        raise UnreadableError("unusable", f"no subtitles in a known form: {why}") from None
    found = Subtitle(facts={"encoding": name})
    found.sentences = cues.sentences(visual_order.in_order(list(_cues(file, found))), language)
    if not found.sentences:
        raise UnreadableError("unusable", "no subtitle in it has a text")
    return found


def _cues(file: pysubs2.SSAFile, found: Subtitle) -> Iterator[cues.Cue]:
    for event in file:
        if event.is_comment:
            continue
        found.blocks += 1
        if len(event.text) > _LONGEST:
            found.damaged |= _DRAWING not in event.text
            continue
        lines = list(_lines(event, file))
        if damaged := [place for place, (line, _) in enumerate(lines) if _ARROW in line]:
            # pysubs2 appends a cue with invalid times to the one before.
            found.damaged = True
            lines = lines[: damaged[0]]
            lines = lines[:-1] if lines and lines[-1][0].isdigit() else lines
        yield cues.Cue(found.blocks, event.start, event.end, lines)


def _lines(event: pysubs2.SSAEvent, file: pysubs2.SSAFile) -> Iterator[tuple[str, bool]]:
    """The lines of a cue that are not blank, each with whether it is wholly in italics."""
    style = file.styles.get(event.style, pysubs2.SSAStyle.DEFAULT_STYLE)
    fragments = [
        (piece, place, tagged.italic)
        for fragment, tagged in parse_tags(event.text, style, file.styles)
        if not tagged.drawing
        for place, piece in enumerate(_BREAK.split(fragment))
    ]
    line = 0
    numbered = []
    for piece, place, italic in fragments:
        line += place > 0
        numbered.append((line, piece.replace(_HARD_BLANK, " "), italic))
    for _, pieces in groupby(numbered, key=lambda one: one[0]):
        parts = [(text, italic) for _, text, italic in pieces]
        whole = " ".join(html.unescape("".join(text for text, _ in parts)).split())
        if whole:
            yield whole, all(italic for text, italic in parts if text.strip())
