"""PersonaChat (Zhang et al. 2018) in the form of ParlAI and ConvAI2: numbered lines; 1 begins a conversation.

`1 your persona: …` and `2 partner's persona: …` describe the speakers; `5 turn<TAB>answer<TAB>…` are two
turns, followed by a reward and candidates. Personas are not utterances, and are left out.
Source: parl.ai/docs/core/teachers.html, ParlAI dialog format (FbDialogTeacher).
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from dialogue_etl.corpora.records import Bad, Conversation, Turn, lines_of

_LINE = re.compile(r"(\d+) (.*)")
_PERSONA = re.compile(r"(your|partner's) persona:")
_SILENCE = "__SILENCE__"


def is_text(name: str) -> bool:
    """Whether a file holds turns."""
    return name.endswith(".txt")


def read(path: Path, _others: Sequence[Path]) -> Iterator[Conversation | Bad]:
    """The conversations of a file; one with a broken line is left out as a whole."""
    start, turns, problem = 0, list[Turn](), ""
    for number, line in lines_of(path):
        found = _LINE.fullmatch(line)
        if found and found.group(1) == "1":
            yield from _ended(start, turns, problem)
            start, turns, problem = number, [], ""
        if not found:
            problem = problem or f"line {number} does not begin with a number"
        elif not _PERSONA.match(found.group(2)):
            said, _, rest = found.group(2).partition("\t")
            both = [(said, "partner"), (rest.partition("\t")[0], "self")]
            new = [Turn(text.strip(), who) for text, who in both if text.strip() != _SILENCE]
            problem = problem or ("" if all(one.text for one in new) else f"line {number}: a turn is empty")
            turns += new
    yield from _ended(start, turns, problem)


def _ended(line: int, turns: list[Turn], problem: str) -> Iterator[Conversation | Bad]:
    if problem:
        yield Bad(line, problem)
    elif turns:
        yield Conversation(line, str(line), turns)
