"""Subtitle files of the usual formats, read by pysubs2: SubRip, ASS, WebVTT, MicroDVD, SAMI, TTML."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise

import pysubs2
from pysubs2.exceptions import Pysubs2Error, UnknownFPSError
from pysubs2.formats.substation import parse_tags

from dialogue_etl.sources.subtitles import cues, forms, visual_order
from dialogue_etl.sources.subtitles.subtitle import Subtitle, UnreadableError
from dialogue_etl.text import encoding

_BREAK = re.compile(r"\\[Nn]|\n")
_HARD_BLANK = "\\h"
_ARROW = "-->"
_LONGEST = 5_000  # characters of a cue; longer ones are drawings, or not subtitles
_DRAWING = "\\p1"
_UNKNOWN = (ValueError, ArithmeticError, LookupError, SyntaxError, NotImplementedError)


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
    try:
        file = pysubs2.SSAFile.from_string(forms.plain(text.removeprefix("\ufeff")))
    except UnknownFPSError:
        raise UnreadableError("unusable", "counts frames and does not say how many a second has") from None
    except (*_UNKNOWN, Pysubs2Error) as error:
        why = " ".join(str(error).split())[:100]
        raise UnreadableError("unusable", f"no subtitles in a known form: {why}") from None
    found = Subtitle(facts={"encoding": name})
    shown = visual_order.in_order(_unrolled(list(_cues(file, found))))
    found.sentences = cues.sentences(shown, language)
    if not found.sentences:
        raise UnreadableError("unusable", "no subtitle in it has a text")
    return found


def _cues(file: pysubs2.SSAFile, found: Subtitle) -> Iterator[cues.Cue]:
    """The cues of a file in order of time; one of several voices is as many cues of one number."""
    names = {event.name.strip() for event in file if any(map(str.isalpha, event.name))}
    named = len(names) > 1  # else it is a name of the file or its maker
    for event in sorted(file, key=lambda event: event.start):
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
        name = event.name.strip() if named and event.name.strip() in names else None
        voices = _voices(lines, name) if "\ue000" in event.text else [(name, lines)]
        for speaker, spoken in voices:
            yield cues.Cue(found.blocks, event.start, event.end, spoken, speaker)


def _unrolled(shown: list[cues.Cue]) -> list[cues.Cue]:
    """Cues without the lines that they repeat of the one before, in files where lines roll up the screen.

    There most cues begin so, as YouTube's automatic captions; in films hardly any does.
    """
    repeated = [_repeated(*pair) for pair in pairwise(shown)]
    if 2 * sum(map(bool, repeated)) < max(len(shown), 1):
        return shown
    new = (replace(cue, lines=cue.lines[number:]) for cue, number in zip(shown, [0, *repeated], strict=True))
    return [cue for cue in new if cue.lines]


def _repeated(one: cues.Cue, other: cues.Cue) -> int:
    """The number of lines at the beginning of a cue that are the last ones of the cue before."""
    most = min(len(one.lines), len(other.lines))
    ends = (n for n in range(most, 0, -1) if list(one.lines)[-n:] == list(other.lines)[:n])
    return next(ends, 0)


def _voices(lines: list[cues.Line], speaker: str | None) -> Iterator[tuple[str | None, list[cues.Line]]]:
    """The lines of each voice of a cue."""
    held: list[cues.Line] = []
    for line, italic in lines:
        if mark := forms.SPEAKER.match(line):
            if held:
                yield speaker, held
            held, speaker = [], mark[1] or None
            line = line[mark.end() :].lstrip()  # noqa: PLW2901
        if line:
            held.append((line, italic))
    if held:
        yield speaker, held


def _lines(event: pysubs2.SSAEvent, file: pysubs2.SSAFile) -> Iterator[cues.Line]:
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
