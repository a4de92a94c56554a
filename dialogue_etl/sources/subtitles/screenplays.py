"""Screenplays aligned with subtitles: who says each sentence, where the words of both agree.

    subtitles/screenplays/<film>.txt     named by the id of the film, in plain text

A cue is a line in capitals with a name; the text below it, up to an empty line, is what that character says.
Subtitles shorten and reorder, so the alignment consists of token trigrams that occur exactly once in both, in
the same order (patience diff), and of the equal tokens on both sides of each.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dialogue_etl.sources.subtitles.segment import undashed
from dialogue_etl.sources.subtitles.tokens import tokens

_CUE = re.compile(r"^\s*([^\W\d_][\w .,'’#&/-]{0,38})\s*(?:\([^()]{0,40}\)\s*)*(?::\s*(.*))?$")
_SCENE = re.compile(r"^\s*(?:INT|EXT|FADE|CUT|DISSOLVE|ANGLE|CLOSE|THE END|CONTINUED|TITLE|MONTAGE)\b")
_NOTE = re.compile(r"\([^()]{0,500}\)")
_GRAM = 3
_AGREED = 0.5
"""Minimum share of a sentence's tokens that must be in one utterance of the screenplay."""


def utterances(text: str) -> list[tuple[str, str]]:
    """Who says what in a screenplay, in order; empty if the text is not a screenplay."""
    said: list[tuple[str, list[str]]] = []
    speaks = False
    for line in text.splitlines():
        cue = _CUE.match(line)
        if not line.strip():
            speaks = False
        elif not speaks and cue and cue[1].isupper() and not _SCENE.match(line):
            said.append((" ".join(cue[1].split()).rstrip(".,"), [cue[2] or ""]))
            speaks = True
        elif speaks:
            said[-1][1].append(line.strip())
    plain = ((speaker, _NOTE.sub(" ", " ".join(lines))) for speaker, lines in said)
    return [(speaker, spoken) for speaker, spoken in plain if spoken.strip()]


def read(folder: Path, film: str) -> list[tuple[str, str]]:
    """The utterances of a film's screenplay; empty if the file is missing or not UTF-8."""
    try:
        return utterances((folder / f"{film}.txt").read_text("utf-8"))
    except (OSError, ValueError):
        return []


def _words(texts: Sequence[str]) -> tuple[list[str], list[int]]:
    """The words of texts, without punctuation, and the number of the text of each."""
    found = [
        (word, number)
        for number, text in enumerate(texts)
        for word in tokens(text.lower().replace("’", "'"))
        if word[-1].isalnum()
    ]
    return [word for word, _ in found], [number for _, number in found]


def _once(words: Sequence[str]) -> dict[tuple[str, ...], int]:
    """Positions of the token trigrams that occur exactly once."""
    grams = [tuple(words[place : place + _GRAM]) for place in range(len(words) - _GRAM + 1)]
    counts = Counter(grams)
    return {gram: place for place, gram in enumerate(grams) if counts[gram] == 1}


def _ascending(places: Sequence[int]) -> Iterator[int]:
    """The indices of a longest ascending subsequence, from its end (patience sorting)."""
    tops: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for index, place in enumerate(places):
        pile = bisect_left(tops, place)
        tops[pile : pile + 1] = [place]
        at[pile : pile + 1] = [index]
        before.append(at[pile - 1] if pile else -1)
    index = at[-1] if at else -1
    while index >= 0:
        yield index
        index = before[index]


def align(one: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    """Positions in the one to positions in the other: monotone, of equal tokens."""
    mine, theirs = _once(one), _once(other)
    shared = [(place, theirs[gram]) for gram, place in mine.items() if gram in theirs]
    anchors = sorted(shared[index] for index in _ascending([place for _, place in shared]))
    found: dict[int, int] = {}
    low = (-1, -1)
    for number, (here, there) in enumerate(anchors):
        end = anchors[number + 1] if number + 1 < len(anchors) else (len(one), len(other))
        back = 1
        while here - back > low[0] and there - back > low[1] and one[here - back] == other[there - back]:
            found[here - back] = there - back
            back += 1
        step = 0
        while here + step < end[0] and there + step < end[1] and one[here + step] == other[there + step]:
            found[here + step] = there + step
            low = (here + step, there + step)
            step += 1
    return found


def speakers(
    sentences: Sequence[Mapping[str, str]], screenplay: Sequence[tuple[str, str]]
) -> list[tuple[str, int] | None]:
    """Who says each sentence of a film, and the number of the utterance; None where the two do not agree.

    Args:
        sentences: rows of the table, in order.
        screenplay: as `utterances` gives it.
    """
    words, of_sentence = _words([undashed(row["text"]) for row in sentences])
    theirs, of_utterance = _words([text for _, text in screenplay])
    votes = [Counter[int]() for _ in sentences]
    for here, there in align(words, theirs).items():
        votes[of_sentence[here]][of_utterance[there]] += 1
    lengths = Counter(of_sentence)
    found: list[tuple[str, int] | None] = []
    for number, vote in enumerate(votes):
        best = min(vote.items(), key=lambda item: (-item[1], item[0]), default=(0, 0))
        agreed = best[1] and best[1] >= _AGREED * lengths[number]
        found.append((screenplay[best[0]][0], best[0]) if agreed else None)
    return found


def same_speaker(
    one: tuple[str, int] | None, other: tuple[str, int] | None, screenplay: Sequence[tuple[str, str]]
) -> bool | None:
    """Whether two neighbouring sentences belong to one uninterrupted speaker; None if unknown."""
    if one is None or other is None or other[1] < one[1]:
        return None
    return all(speaker == one[0] for speaker, _ in screenplay[one[1] : other[1] + 1])
