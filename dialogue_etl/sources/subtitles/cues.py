"""From the cues of subtitle files to sentences.

A line that begins with a dash or `John:` begins a sentence, because the speaker changes; sentencex splits the
lines of a cue into sentences; a sentence that a cue leaves unfinished continues in the next one.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import sentencex

from dialogue_etl.sources.subtitles.subtitle import Sentence

DASH = re.compile(r"[-‐‑–—−]\s*(?=[^\W_]|[\"'“„«¿¡(\[.…♪])")
_NAME = re.compile(
    r"(?:[A-Z][A-Z .'’#\d]{1,24}|[^\W\d_a-z][\w.'’-]*(?: [^\Wa-z_][\w.'’-]*){0,3}): "
    r"|[^\W\d_a-zß-öø-ÿ]{3,24}:(?=[-\"“«¿¡]|[^\W\d_a-zß-öø-ÿ])"
)
# A change of speaker within a line; words that sentencex takes for abbreviations: "No. I'm here."
_BREAKS = re.compile(r"(?<=[.!?؟。！？]) +(?=[-–—] ?\w)|(?<=\b(?:No|Me)\.) +(?=[A-Z])")
# Of a line that begins with a dash: a second one that touches a word.
_DASHED_BREAKS = re.compile(rf"{_BREAKS.pattern}|\s+(?=[-–—][^\W\d_])")
# `Site.Net`, which sentencex takes for the end of a sentence and the beginning of another.
_DOMAIN = re.compile(r"(?<=[a-z\d]\.)(?:Com|Net|Org|Info|Tv|Biz)\b")
_CLOSING = " \"'”’»)]}♪♫*"
_FINAL = frozenset(".!?:;؟۔。！？।")
_STOPS, _OTHER_ENDS = frozenset(".۔。।"), frozenset("!?؟！？…:;؛")
_COMMAS = frozenset(",،、，")
_POINTS = ("...", "…", "..")
_LONGEST_PAUSE = 5_000  # milliseconds; a longer one is a scene of its own
_NO_PAUSE = 200
"""Milliseconds between cues that follow each other at once: two frames on Netflix, 10 ms on YouTube."""


Line = tuple[str, bool]


@dataclass(frozen=True)
class Cue:
    """Text shown together.

    Attributes:
        number: from 1, in the order of the file.
        start_ms: start of display.
        end_ms: end of display.
        lines: each with whether it is wholly in italics; none of them blank.
        speaker: as the file names it; None if it does not.
        style: of ASS, or the class of SAMI; empty if there is none.
    """

    number: int
    start_ms: int
    end_ms: int
    lines: Sequence[Line]
    speaker: str | None = None
    style: str = ""


def sentences(cues: Iterable[Cue], language: str) -> list[Sentence]:
    """The sentences of a file.

    Args:
        cues: of the file, in order.
        language: BCP-47 tag.
    """
    found: list[Sentence] = []
    before: Cue | None = None
    parts = [(cue, _of_cue(cue, language)) for cue in cues]
    texts = [sentence.text.rstrip(_CLOSING) for _, of_cue in parts for sentence in of_cue]
    plain = [text for text in texts if text[-1:] not in _OTHER_ENDS and not text.endswith("..")]
    marked = 2 * sum(text[-1:] in _STOPS for text in plain) > len(plain)
    for cue, of_cue in parts:
        for place, sentence in enumerate(of_cue):
            pause = cue.start_ms - before.end_ms if before and cue.speaker == before.speaker else None
            if not place and pause is not None and _goes_on(found[-1], sentence, pause, marked=marked):
                last = found[-1]
                last.text = f"{last.text} {sentence.text}"
                last.end_block, last.end_ms = sentence.end_block, sentence.end_ms
                last.emphasis = last.emphasis and sentence.emphasis
            else:
                found.append(sentence)
            before = cue
    return found


def _of_cue(cue: Cue, language: str) -> list[Sentence]:
    """The sentences of a cue; the first has its start, the last its end."""
    pieces = [piece for speech in _speeches(cue.lines) for piece in _sentences(speech, language)]
    found = [
        Sentence(text, cue.number, cue.number, None, None, emphasis, new_line, cue.speaker)
        for text, emphasis, new_line in pieces
    ]
    if found:
        found[0].start_ms, found[-1].end_ms = cue.start_ms, cue.end_ms
    return found


def _speeches(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Groups of lines; a dash or a name in capitals begins a new one."""
    held: list[Line] = []
    for line in lines:
        if held and (DASH.match(line[0]) or _NAME.match(line[0])):
            yield held
            held = []
        held.append(line)
    if held:
        yield held


def _sentences(lines: Sequence[Line], language: str) -> Iterator[tuple[str, bool, bool]]:
    """Sentences of lines, each with whether it is in italics, and whether it begins a line."""
    starts, text = {}, ""
    for line, italic in lines:
        text += " " if text else ""
        starts[len(text)] = italic
        text += _DOMAIN.sub(lambda found: found[0].lower(), line)
    place = 0
    for piece in _split(text, language):
        begin = text.index(piece, place)
        place = begin + len(piece)
        # That of each line it has a part in.
        earlier = max(start for start in starts if start <= begin)
        emphasis = all(italic for start, italic in starts.items() if earlier <= start < place)
        yield piece, emphasis, begin in starts


def _split(text: str, language: str) -> Iterator[str]:
    breaks = _DASHED_BREAKS if DASH.match(text) else _BREAKS
    for part in breaks.split(text):
        # sentencex takes a separate dash before a sentence for a sentence.
        dash = DASH.match(part)
        held = dash[0] if dash else ""
        found: list[str] = []
        for piece in sentencex.segment(language.partition("-")[0], part[len(held) :]):
            # Join punctuation to a sentence: in Persian files the full stop of a line comes before it.
            if any(map(str.isalnum, piece)):
                found.append(f"{held}{piece}")
                held = ""
            else:
                held += piece
        *whole, last = found or [""]
        yield from map(str.strip, whole)
        yield f"{last}{held}".strip()


def _goes_on(last: Sentence, following: Sentence, pause: int, *, marked: bool) -> bool:
    """Whether a cue continues the unfinished sentence of the cue before.

    In scripts without case it does at once after it, in a file whose sentences end with full stops.
    """
    ended, begun = last.text.rstrip(_CLOSING), following.text.lstrip("\"'“„«([♪♫ ")
    if not ended or not begun or DASH.match(following.text) or pause > _LONGEST_PAUSE:
        return False
    if ended[-1] in _COMMAS:
        return True
    if ended.endswith(_POINTS):
        return begun[0].islower() or begun.startswith(_POINTS)
    if ended[-1] in _FINAL or begun[0].islower():
        return ended[-1] not in _FINAL
    caseless = ended[-1].isalpha() and begun[0].isalpha() and begun[0].lower() == begun[0].upper()
    return marked and caseless and pause <= _NO_PAUSE
