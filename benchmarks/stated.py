"""`python -m benchmarks.stated GOLD…`: how many stated speakers come out right, in files of each form.

GOLD has a row of JSON for each sentence, in order: `block`, `text`, `start_ms`, `end_ms`, and `speaker` where
it is known. Of the blocks of one known speaker a file of each form is written, and read as `try` reads it.
"""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from dialogue_etl import params as parameters
from dialogue_etl.sources.subtitles import sentences, trial, turns
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns

PARAMS = parameters.parse({})
_COLOURS = ("white", "yellow", "cyan", "lime")
_ASS = (
    "[Script Info]\nScriptType: v4.00+\n\n[V4+ Styles]\n\n[Events]\n"
    "Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
)
_TTML = (
    '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata">'
    "<head><metadata>{agents}</metadata></head><body><div>{cues}</div></body></tt>"
)


class Cue(NamedTuple):
    """What one person says in a block."""

    start: int
    end: int
    text: str
    speaker: str
    changes: bool
    colour: str


def cues(path: Path) -> Iterator[Cue]:
    """The blocks whose only speaker is known."""
    before, colours = "", dict[str, str]()
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines())
    for _, group in groupby(rows, key=lambda row: row["block"]):
        said = list(group)
        speakers = {row.get("speaker") for row in said}
        start, end = said[0]["start_ms"], said[-1]["end_ms"]
        if len(speakers) != 1 or None in speakers or start is None or end is None:
            continue
        [speaker] = speakers
        last = colours.pop(speaker, None)
        # As in teletext, of four: that of the person, unless somebody has spoken in it since.
        free = [colour for colour in _COLOURS if colour not in list(colours.values())[-3:]]
        colours[speaker] = last if last in free else free[0]
        yield Cue(
            start, end, " ".join(row["text"] for row in said), speaker, speaker != before, colours[speaker]
        )
        before = speaker


def clock(ms: int, point: str = ",") -> str:
    """A time as in SubRip."""
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1_000 % 60:02d}{point}{ms % 1_000:03d}"


def _srt(said: Sequence[Cue], text: Callable[[Cue], str], point: str = ",") -> str:
    return "\n".join(
        f"{number}\n{clock(cue.start, point)} --> {clock(cue.end, point)}\n{text(cue)}\n"
        for number, cue in enumerate(said, 1)
    )


def _vtt(said: Sequence[Cue], text: Callable[[Cue], str]) -> str:
    return "WEBVTT\n\n" + _srt(said, text, ".")


def _teams(said: Sequence[Cue]) -> str:
    def short(ms: int) -> str:
        return f"{ms // 3_600_000}:{ms // 60_000 % 60}:{ms // 1_000 % 60}.{ms % 1_000}"

    texts = (
        f"{short(cue.start)} --> {short(cue.end)}\n<v {cue.speaker}>{html.escape(cue.text)}</v>\n"
        for cue in said
    )
    return "WEBVTT\n\n" + "\n".join(texts)


def _ass(said: Sequence[Cue]) -> str:
    def line(cue: Cue) -> str:
        start, end = (clock(ms, ".")[:-1] for ms in (cue.start, cue.end))
        return f"Dialogue: 0,{start},{end},Default,{cue.speaker},0,0,0,,{cue.text}"

    return _ASS + "\n".join(map(line, said))


def _ttml(said: Sequence[Cue]) -> str:
    ids = {speaker: f"a{number}" for number, speaker in enumerate(dict.fromkeys(cue.speaker for cue in said))}
    agents = "".join(
        f'<ttm:agent xml:id="{id}" type="person"><ttm:name>{html.escape(name)}</ttm:name></ttm:agent>'
        for name, id in ids.items()
    )
    found = "".join(
        f'<p begin="{clock(cue.start, ".")}" end="{clock(cue.end, ".")}" ttm:agent="{ids[cue.speaker]}">'
        f"{html.escape(cue.text)}</p>"
        for cue in said
    )
    return _TTML.format(agents=agents, cues=found)


FORMS: dict[str, Callable[[Sequence[Cue]], str]] = {
    "WebVTT `<v Name>`": lambda said: _vtt(said, lambda cue: f"<v {cue.speaker}>{html.escape(cue.text)}"),
    "Teams": _teams,
    "Zoom `Name:`": lambda said: _vtt(said, lambda cue: f"{cue.speaker}: {cue.text}"),
    "ASS `Name`": _ass,
    "TTML `ttm:agent`": _ttml,
    "`Name:` at changes": lambda said: _srt(
        said, lambda cue: f"{cue.speaker}: {cue.text}" if cue.changes else cue.text
    ),
    "`NAME:` at changes": lambda said: _srt(
        said, lambda cue: f"{cue.speaker.upper()}: {cue.text}" if cue.changes else cue.text
    ),
    "`>> NAME:`": lambda said: _srt(
        said, lambda cue: f">> {cue.speaker.upper()}: {cue.text}" if cue.changes else cue.text
    ),
    "`>>`": lambda said: _srt(said, lambda cue: f">> {cue.text}" if cue.changes else cue.text),
    "colours": lambda said: _srt(said, lambda cue: f'<font color="{cue.colour}">{cue.text}</font>'),
}
"""The last two mark changes alone."""


def score(said: Sequence[Cue], form: str) -> Counter[str]:
    """How many turns are of one person, and have that person's name."""
    data = FORMS[form](said).encode()
    rows, _ = trial.sentences(data, "film", "en", PARAMS)
    kept = sentences.clear(rows, "en", PARAMS[SubtitleRules].model_dump()).sentences
    found, _ = turns.join(kept, "en", **turns.settings_of(PARAMS[Turns]))
    named = {turn["number"]: turn["speaker"] for turn in found}
    persons: dict[int, set[str]] = {}
    for row in kept:
        if row["number"] in named:
            persons[row["number"]] = held = set()
        held.add(said[row["block"] - 1].speaker.casefold())
    right = sum({(named[turn] or "").casefold()} == who for turn, who in persons.items())
    return Counter(turns=len(found), one=sum(len(who) == 1 for who in persons.values()), named=right)


def main(gold: Annotated[list[Path], typer.Argument(help="Files of JSON Lines.")]) -> None:
    """Print a row for each form."""
    typer.echo("| form | turns | of one person | with that person's name |\n|---|---|---|---|")
    titles = [list(cues(path)) for path in gold]
    for form in FORMS:
        counts = sum((score(said, form) for said in titles), Counter[str]())
        shares = (f"{100 * counts[name] / counts['turns']:.1f} %" for name in ("one", "named"))
        typer.echo(f"| {form} | {counts['turns']:,} | {' | '.join(shares)} |")


if __name__ == "__main__":
    typer.run(main)
