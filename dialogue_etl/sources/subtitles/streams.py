"""One text per file: of a file in two languages the styles, or lines of its cues, that are in its own."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from dialogue_etl.sources.subtitles.cues import Cue
from dialogue_etl.text import language_id

_PAIRED = 0.6
"""Least share of cues of two or four lines in a file of two languages; 5 of 44 in one language have more."""


def in_language(cues: Sequence[Cue], language: str) -> tuple[list[Cue], str]:
    """The cues in the language of the file, and a sentence about what was left out, or an empty one.

    Args:
        cues: of a file.
        language: BCP-47 tag.
    """
    kept, said = _chosen(cues, language, lambda cue: [cue.style] * len(cue.lines), "style")
    paired = sum(len(cue.lines) % 2 == 0 for cue in kept) >= _PAIRED * max(1, len(kept))
    if said or not paired:
        return kept, said
    return _chosen(kept, language, _halves, "line")


def _halves(cue: Cue) -> list[str]:
    half, odd = divmod(len(cue.lines), 2)
    return [] if odd else ["first"] * half + ["second"] * half


def _chosen(
    cues: Sequence[Cue], language: str, streams: Callable[[Cue], Sequence[str]], kind: str
) -> tuple[list[Cue], str]:
    """The cues without the lines of streams in another language, if some stream is in their own."""
    texts: Mapping[str, list[str]] = defaultdict(list)
    for cue in cues:
        for name, (line, _) in zip(streams(cue), cue.lines, strict=False):
            texts[name].append(line)
    if len(texts) < 2:
        return list(cues), ""
    found = {name: language_id.of_document(language, "\n".join(lines)) for name, lines in texts.items()}
    other = {
        name: written.language
        for name, written in found.items()
        if written and written.other > language_id.MAX_SHARE
    }
    if not other or len(other) == len(found):
        return list(cues), ""
    kept = []
    for cue in cues:
        names = streams(cue) or [""] * len(cue.lines)
        lines = [line for name, line in zip(names, cue.lines, strict=True) if name not in other]
        if lines:
            kept.append(replace(cue, lines=lines))
    told = ", ".join(f"{kind} {name} in {tag}" for name, tag in sorted(other.items()))
    return kept, f"two languages: left out {told}"
