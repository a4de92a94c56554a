"""Subtitle files of the usual formats, read by pysubs2: SubRip, ASS, WebVTT, MicroDVD, SAMI, TTML."""

import html
import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise

import pysubs2
from pysubs2.exceptions import FormatAutodetectionError, Pysubs2Error, UnknownFPSError
from pysubs2.formats.substation import parse_tags

from dialogue_etl.sources.subtitles import cues, forms, streams, visual_order
from dialogue_etl.sources.subtitles.subtitle import Subtitle, UnreadableError
from dialogue_etl.text import encoding

_BREAK = re.compile(r"\\+[Nn]|\n")
_HARD_BLANK = "\\h"
_ARROW = "-->"
_LONGEST = 5_000  # characters of a cue; longer ones are drawings, or not subtitles
_ENOUGH, _MARKED = 10, 0.1
_DRAWING = "\\p1"
_BESIDE = 3
"""Cues that may be shown together."""
_TWO = 2
"""Times of two cues that touch; utterances that repeat each other do so too."""
_LEFT_OUT = ("style", "repeated", "other_language")
_SONG = re.compile(
    r"\b(?:op|ed|karaoke|songs?|lyrics?|romaji|insert)\b|^(?:op|ed|kara)\d*[ _-]", re.IGNORECASE
)
_SIGN = re.compile(r"\b(?:signs?|titles?|typeset|credits?|notes?|logo)\b", re.IGNORECASE)
"""Names of styles for what is not said."""
_PLACED = re.compile(r"\\(?:pos|move)\(")
_UNKNOWN = (ValueError, ArithmeticError, LookupError, SyntaxError, NotImplementedError)


def read(data: bytes, language: str, *, frame_rate: float = 0, only: Collection[str] = ()) -> Subtitle:
    """The sentences of a subtitle file.

    Args:
        data: its bytes.
        language: BCP-47 tag, used to detect the encoding, the text, and the ends of sentences.
        frame_rate: frames a second, for MicroDVD that does not state it; 0 if it is not known.
        only: styles to read, or classes of SAMI; all if there are none.

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
        file = pysubs2.SSAFile.from_string(forms.plain(text.removeprefix("\ufeff")), fps=frame_rate or None)
    except UnknownFPSError:
        raise UnreadableError(
            "unusable", "counts frames and does not say how many a second has; subtitles.frame_rate can"
        ) from None
    except FormatAutodetectionError:
        raise UnreadableError("unusable", forms.NONE) from None
    except (*_UNKNOWN, Pysubs2Error) as error:
        why = " ".join(str(error).split())[:100]
        raise UnreadableError("unusable", f"no subtitles in a known form: {why}") from None
    found = Subtitle(facts={"encoding": name})
    every = list(_cues(file, found))
    shown = [cue for cue in every if not only or cue.style.casefold() in only]
    new = _once(_unrolled(shown))
    spoken, note = streams.in_language(new, language)
    steps = [_lines_in(cues) for cues in (every, shown, new, spoken)]
    for reason, (before, after) in zip(_LEFT_OUT, pairwise(steps), strict=True):
        found.left_out[reason] += before - after
    found.lines = steps[-1]
    shown = spoken
    found.sentences = cues.sentences(visual_order.in_order(shown), language)
    found.notes += [note] if note else []
    if not found.sentences:
        raise UnreadableError("unusable", f"no subtitle in it has a text{' of these styles' if only else ''}")
    if _tells_nothing(shown):
        raise UnreadableError("unusable", "automatic captions, which mark neither sentences nor speakers")
    return found


def _lines_in(shown: Sequence[cues.Cue]) -> int:
    return sum(len(cue.lines) for cue in shown)


def _tells_nothing(shown: Sequence[cues.Cue]) -> bool:
    """Whether neither speakers nor sentences are marked, in a script with case.

    In six English films more than half of the sentences end with a mark; in automatic captions none does.
    """
    lines = [line for cue in shown for line, _ in cue.lines]
    if len(lines) < _ENOUGH or any(cue.speaker for cue in shown):
        return False
    written = sum(line[-1] in ".!?…" or line[0] in "-–—" or ":" in line for line in lines)
    if written >= _MARKED * len(lines):
        return False
    return 2 * sum(line.lower() != line.upper() for line in lines) >= len(lines)


def _cues(file: pysubs2.SSAFile, found: Subtitle) -> Iterator[cues.Cue]:
    """The cues of a file in order of time; one of several voices is as many cues of one number."""
    names = {event.name.strip() for event in file if any(map(str.isalpha, event.name))}
    named = len(names) > 1  # else it is a name of the file or its maker
    signs = _signs(file)
    for event in sorted(file, key=lambda event: event.start):
        if event.is_comment:
            found.left_out["comment"] += 1
            continue
        found.blocks += 1
        if len(event.text) > _LONGEST:
            found.left_out["long"] += 1
            found.damaged |= _DRAWING not in event.text
            continue
        lines = list(_lines(event, file))
        if damaged := [place for place, (line, _) in enumerate(lines) if _ARROW in line]:
            # pysubs2 appends a cue with invalid times to the one before.
            found.damaged = True
            number = len(lines)
            lines = lines[: damaged[0]]
            lines = lines[:-1] if lines and lines[-1][0].isdigit() else lines
            found.left_out["damaged"] += number - len(lines)
        name = event.name.strip() if named and event.name.strip() in names else None
        lines = [(_unsaid(event, line, signs), italic) for line, italic in lines]
        voices = _voices(lines, name, event.style) if "\ue001" in event.text else [(name, event.style, lines)]
        for speaker, style, spoken in voices:
            yield cues.Cue(found.blocks, event.start, event.end, spoken, speaker, style)


def _signs(file: pysubs2.SSAFile) -> set[str]:
    """Styles of what is written in the picture: each line has its place there, unlike most of the file."""
    of_style, placed = Counter[str](), Counter[str]()
    for event in file:
        if not event.is_comment:
            of_style[event.style] += 1
            placed[event.style] += _PLACED.search(event.text) is not None
    found = {style for style, number in of_style.items() if placed[style] == number}
    return found if 2 * sum(of_style[style] for style in found) < of_style.total() else set()


def _unsaid(event: pysubs2.SSAEvent, line: str, signs: Collection[str]) -> str:
    """A line as a song or a note, for the rules on these, if its style or effect says so."""
    if "{\\k" in event.text.lower() or event.effect == "karaoke" or _SONG.search(event.style):
        return f"♪ {line} ♪"
    return f"[{line}]" if _SIGN.search(event.style) or event.style in signs else line


def _unrolled(shown: list[cues.Cue]) -> list[cues.Cue]:
    """Cues without the lines that they repeat of the one before, in files where lines roll up the screen.

    There most cues begin so, as YouTube's automatic captions; in films hardly any does.
    """
    repeated = [_repeated(*pair) for pair in pairwise(shown)]
    if 2 * sum(map(bool, repeated)) < max(len(shown), 1):
        return shown
    new = (replace(cue, lines=cue.lines[number:]) for cue, number in zip(shown, [0, *repeated], strict=True))
    return [cue for cue in new if cue.lines]


def _once(shown: list[cues.Cue]) -> list[cues.Cue]:
    """Cues without those that only go on showing one before, which was cut where another came or went."""
    times = Counter(time for cue in shown for time in (cue.start_ms, cue.end_ms))
    kept: list[cues.Cue] = []
    for cue in shown:
        for place in range(len(kept) - 1, max(-1, len(kept) - 1 - _BESIDE), -1):
            before = kept[place]
            cut = before.end_ms == cue.start_ms and times[cue.start_ms] > _TWO
            if before.lines == cue.lines and (cut or before.end_ms > cue.start_ms):
                kept[place] = replace(before, end_ms=max(before.end_ms, cue.end_ms))
                break
        else:
            kept.append(cue)
    return kept


def _repeated(one: cues.Cue, other: cues.Cue) -> int:
    """The number of lines at the beginning of a cue that are the last ones of the cue before."""
    if not other.lines or other.lines[0] not in one.lines:
        return 0
    most = min(len(one.lines), len(other.lines))
    return next((n for n in range(most, 0, -1) if one.lines[-n:] == other.lines[:n]), 0)


def _voices(
    lines: list[cues.Line], speaker: str | None, style: str
) -> Iterator[tuple[str | None, str, list[cues.Line]]]:
    """The lines of each voice, or class, of a cue."""
    held: list[cues.Line] = []
    for line, italic in lines:
        if mark := forms.MARK.match(line):
            if held:
                yield speaker, style, held
            held = []
            speaker, style = (
                (mark[2] or None, style) if mark[1] == "\ue000" else (speaker, mark[2].casefold())
            )
            line = line[mark.end() :].lstrip()  # noqa: PLW2901
        if line:
            held.append((line, italic))
    if held:
        yield speaker, style, held


def _lines(event: pysubs2.SSAEvent, file: pysubs2.SSAFile) -> Iterator[cues.Line]:
    """The lines of a cue that are not blank, each with whether it is wholly in italics."""
    style = file.styles.get(event.style, pysubs2.SSAStyle.DEFAULT_STYLE)
    if "{" not in event.text:  # a sixth of the time of a file is saved
        for line in _BREAK.split(event.text):
            if whole := " ".join(html.unescape(line.replace(_HARD_BLANK, " ")).split()):
                yield whole, style.italic
        return
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
