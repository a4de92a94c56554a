"""Right-to-left lines typed in visual order, as in editors that only lay text out from left to right.

There a full stop must be typed before the line to appear after it, and a speaker's dash after it. All six
Persian files examined are so: 35 to 1,110 lines begin with a full stop, at most 4 end with one; so are a
Hebrew series, whose question marks and commas are those of the Latin script and move too, and an Arabic one
without any full stop. Arabic question marks have a direction of their own and are in the right position.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from dialogue_etl.sources.subtitles.cues import Cue

_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]+")
"""The blocks that Unicode keeps for scripts from right to left."""
_LETTERS = re.compile(r"[^\W\d_]+")
_BEFORE = re.compile(r"^(?P<marks>[.!?:,…،]+)(?=[^.!?:,…،])")
_AFTER = re.compile(r"(?<=\S)\s+(?P<dash>[-–—])$")
_ATTACHED = re.compile(r"(?<=[\w?!؟])(?P<dash>[-–—])$")
"""A speaker's where the final marks come first or each line of a cue has one; else a word is cut off."""
_CLOSING = re.compile(r"""^"(?=[^"]*\s"\S[^"]*$)""")
"""A quotation mark before a line whose only other one opens."""
_OPENING = re.compile(r"^(?P<quoted>[^«»]+)»(?P<rest>[^«»]*)»$|^(?P<plain>[^\"]*\S)\"(?P<marks>[^\"\w]*)\"$")
"""Two that close and none that opens: the last is the first of the line, mirrored."""
_BEGINS = re.compile(r"^[.!?:,،](?![.!])")
_ENDS = re.compile(r"(?<![.!])[.!?:,]$")


def in_order(cues: Sequence[Cue]) -> Sequence[Cue]:
    """Cues with punctuation in logical order, if the file has it in visual order."""
    lines = [text for cue in cues for text, _ in cue.lines if _from_right(text)]
    before, after = (sum(mark.search(line) is not None for line in lines) for mark in (_BEGINS, _ENDS))
    if before <= after:
        return cues
    placed = []
    for cue in cues:
        dashed = len(cue.lines) > 1 and all(_ATTACHED.search(text) for text, _ in cue.lines)
        right = [(put_right(text, dashed=dashed), italic) for text, italic in cue.lines]
        placed.append(replace(cue, lines=right))
    return placed


def put_right(line: str, *, dashed: bool = False) -> str:
    """A line with its final punctuation moved to the end, and a dash at its end moved to the start.

    Args:
        line: of a cue.
        dashed: whether each line of the cue ends with a dash.
    """
    if not _from_right(line):
        return line
    marks = _BEFORE.match(line)
    dash = _AFTER.search(line) or ((marks or dashed) and _ATTACHED.search(line))
    line = line[: dash.start()] if dash else line
    line = line[marks.end() :].lstrip() if marks else line
    line = f'{line[1:]}"' if _CLOSING.match(line) else _OPENING.sub(_opened, line)
    line = f"{line}{marks['marks']}" if marks else line
    return f"{dash['dash']} {line}" if dash else line


def _opened(found: re.Match[str]) -> str:
    return f'"{found["plain"]}"{found["marks"]}' if found["plain"] else f"«{found['quoted']}»{found['rest']}"


def _from_right(line: str) -> bool:
    """Whether most letters are of right-to-left scripts."""
    right = sum(map(len, _RIGHT.findall(line)))
    return right > 0 and 2 * right > sum(map(len, _LETTERS.findall(line)))
