"""`python -m benchmarks.plays FOLDER`: how well speeches of plays are found; prints the tables of plays.md.

FOLDER has plays in TEI, named by title and language: `ferry.en.tei.xml`. Beside one there may be the plain
text of another edition, `ferry.en.txt`. The TEI is the truth for both, and for its own words in the layouts
of printed plays, which are made of it here.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from lxml import etree

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books import gutenberg, reading
from dialogue_etl.sources.books.extraction.document import Document
from dialogue_etl.sources.books.extraction.parameters import Extract
from dialogue_etl.sources.books.extraction.pipeline import extract_book
from dialogue_etl.sources.books.plays import find_plays, read_plays

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.dialogues import Extraction

_TEI = "{http://www.tei-c.org/ns/1.0}"
_WORD = re.compile(r"[^\W_]+")
_BLOCK, _BEHIND, _AHEAD, _SURE = 4_000, 2_000, 9_000, 4  # words: of a step, of its window, of an anchor
_WHOLE, _FOREIGN = 0.9, 0.1  # shares of words


def _in(form: str, how: str) -> str:
    return form.format(how) if how else ""


def _after(name: str, form: str, how: str) -> str:
    """A name with a direction after a comma; whole sentences are in brackets instead."""
    phrase = how[:1].islower() and not re.search(r"[.:;!?]", how)
    return f"{name.upper()}{_in(form if phrase else ' ({})', how)}"


LAYOUTS: dict[str, Callable[[str, str, str], str]] = {
    "`NAME.` above the speech": lambda name, how, said: f"{name.upper()}{_in(' [{}]', how)}.\n{said}",
    "`Name (direction). Speech`": lambda name, how, said: f"{name.title()}{_in(' ({})', how)}. {said}",
    "`NAME (direction). Speech`": lambda name, how, said: f"{name.upper()}{_in(' ({})', how)}. {said}",
    "`NAME: Speech`": lambda name, how, said: f"{name.upper()}: {_in('(_{}_) ', how)}{said}",
    "`NAME, direction.` centred above an empty line": lambda name, how, said: (
        f"{' ' * 20}{_after(name, ', {}', how)}.\n\n{said}"
    ),
    "`NAME` without a full stop above an indented speech": lambda name, how, said: (
        f"{name.upper()}\n{_in('    ({})', how)}\n    {said.replace(chr(10), chr(10) + ' ' * 4)}"
    ).replace("\n\n", "\n"),
    "`_Name._ Speech`": lambda name, how, said: f"_{name.title()}._ {_in('({}) ', how)}{said}",
    "`NAME, _direction_.--Speech`": lambda name, how, said: f"{_after(name, ', _{}_', how)}.--{said}",
    "`NAME [direction] Speech`": lambda name, how, said: f"{name.upper()}{_in(' [{}]', how) or '.'} {said}",
    "words of `Name.` cut to four letters, indented, no empty lines": lambda name, how, said: (
        f"  {' '.join(word[:4] for word in name.title().split())}. {_in('[{}] ', how)}{said}"
    ),
    "`NAME` in a column": lambda name, how, said: f"{name.upper():<32}{_in('({}) ', how)}{said}",
}


class Speech(NamedTuple):
    """A speech of the truth: its label, and its words."""

    label: str
    words: list[str]


def plain(text: str | None) -> list[str]:
    """Words without case and accents."""
    folded = unicodedata.normalize("NFKD", (text or "").casefold())
    return _WORD.findall("".join(sign for sign in folded if not unicodedata.combining(sign)))


def speeches(data: bytes) -> Iterator[Speech]:
    """The speeches of a play in TEI, without stage directions and notes."""
    for speech in etree.fromstring(data).iter(f"{_TEI}sp"):
        label = plain(" ".join("".join(one.itertext()) for one in speech.findall(f"{_TEI}speaker")))
        said = speech.xpath(
            ".//text()[not(ancestor::*[local-name()='speaker' or local-name()='stage' or local-name()='note'"
            " or local-name()='fw'])]"
        )
        yield Speech(" ".join(label), plain(" ".join(said)))


def changes(data: bytes) -> list[bool]:
    """For each speech of a play in TEI whether people enter or leave before it, in one scene."""
    found, waits, before = [], False, None
    for element in etree.fromstring(data).iter(f"{_TEI}sp", f"{_TEI}stage"):
        if element.tag == f"{_TEI}stage":
            waits |= not {"entrance", "exit"}.isdisjoint(element.get("type", "").split("/"))
        else:
            scene = next(element.iterancestors(f"{_TEI}div"), None)
            found.append(waits and scene is before)
            waits, before = False, scene
    return found


def aligned(gold: Sequence[str], found: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Places of words that two texts have in common, in order."""
    at = 0
    for start in range(0, len(gold), _BLOCK):
        low = max(0, at - _BEHIND)
        window = found[low : at + _AHEAD]
        same = SequenceMatcher(None, gold[start : start + _BLOCK], window, autojunk=False)
        for one, other, length in same.get_matching_blocks():
            yield from ((start + one + n, low + other + n) for n in range(length))
            if length >= _SURE:
                at = max(at, low + other + length)


def score(gold: Sequence[Speech], turns: Sequence[tuple[str, str]]) -> tuple[float, float, float]:
    """Shares of speeches that are a turn, of those with the right speaker, of foreign words; see plays.md."""
    one = [(word, number) for number, speech in enumerate(gold) for word in speech.words]
    other = [(word, number) for number, (_, text) in enumerate(turns) for word in plain(text)]
    common: dict[int, Counter[int]] = defaultdict(Counter)
    owners: dict[int, Counter[int]] = defaultdict(Counter)
    pairs = list(aligned([word for word, _ in one], [word for word, _ in other]))
    for first, second in pairs:
        common[one[first][1]][other[second][1]] += 1
        owners[other[second][1]][one[first][1]] += 1
    whole = named = 0
    for number, (label, words) in enumerate(gold):
        for turn, hits in common[number].most_common(1):
            others = owners[turn].total() - owners[turn][number]
            if hits >= _WHOLE * len(words) and others <= _FOREIGN * owners[turn].total():
                whole += 1
                named += " ".join(plain(turns[turn][0])) == label
    spoken = sum(bool(speech.words) for speech in gold)
    return (
        whole / spoken,
        named / max(whole, 1),
        1 - len({second for _, second in pairs}) / max(len(other), 1),
    )


def reachable(gold: Sequence[Speech], text: str) -> float:
    """The share of speeches of which a text has nine tenths of the words: no reader finds more."""
    words = [(word, number) for number, speech in enumerate(gold) for word in speech.words]
    hits = Counter(words[first][1] for first, _ in aligned([word for word, _ in words], plain(text)))
    spoken = {number: len(speech.words) for number, speech in enumerate(gold) if speech.words}
    return sum(hits[number] >= _WHOLE * length for number, length in spoken.items()) / len(spoken)


def laid_out(text: str, layout: Callable[[str, str, str], str], *, dense: bool) -> str:
    """A play that was read from TEI, as it is printed; `dense` without empty lines between speeches."""
    blocks: list[str] = []
    for block in filter(None, re.split(r"\n\n(?!\n)", text)):
        name, _, said = block.strip("\n").partition("\n")
        if not name.startswith("@"):
            # Without the notes and ids that only our own form of TEI has.
            blocks += [] if name.startswith("[[") else [re.sub(r" ?#\S+#$", "", block)]
            continue
        direction = re.match(r"\[([^\]]*)\]\n?", said)
        how, said = (direction[1].strip(" ,."), said[direction.end() :]) if direction else ("", said)
        speech = layout(name[1:], how, said)
        if dense and blocks and blocks[-1].startswith("  "):
            blocks[-1] += f"\n{speech}"
        else:
            blocks.append(speech)
    return "\n\n".join(blocks)


def extracted(text: str, language: Language, **changed: Any) -> Extraction:
    """What extraction makes of a play."""
    return extract_book("play", gutenberg.taken_apart(text).text, language, Extract(**changed))


def turns_of(found: Extraction) -> list[tuple[str, str]]:
    """The speaker and the text of each turn."""
    dialogues = found.dialogues.to_pylist()
    return [(turn["speaker"], turn["text"]) for dialogue in dialogues for turn in dialogue["turns"]]


def row(*cells: object) -> None:
    """Print a row of a table: shares in per cent."""
    typer.echo(
        f"| {' | '.join(f'{100 * one:.1f}' if isinstance(one, float) else str(one) for one in cells)} |"
    )


def head(*names: str) -> None:
    """Print the head of a table; all columns but the first two are numbers."""
    row(*names)
    row(*("---" if number < 2 else "---:" for number in range(len(names))))


def found_changes(text: str, language: Language) -> list[bool]:
    """For each speech that is found whether people enter or leave before it."""
    _, staged = read_plays(Document.of(text, language, Extract()), find_plays(text, language))
    return [one.changes for one in staged.values()]


def main(folder: Annotated[Path, typer.Argument(help="Plays in TEI, and plain texts beside them.")]) -> None:
    """Print the tables of benchmarks/plays.md for the plays of a folder."""
    plays = sorted(folder.glob("*.tei.xml"))
    head("play", "text", "speeches", "in the text", "speaker", "foreign")
    for path in plays:
        name, data, language = path.name.removesuffix(".tei.xml"), path.read_bytes(), _language(path)
        gold, text = list(speeches(data)), reading.read(data).text
        texts = {"TEI": text}
        other = path.with_name(f"{name}.txt")
        if other.exists():
            texts["plain text of another edition"] = reading.read(other.read_bytes()).text
        for layout, write in LAYOUTS.items():
            texts[layout] = laid_out(text, write, dense="no empty lines" in layout)
        for kind, written in texts.items():
            speech, speaker, foreign = score(gold, turns_of(extracted(written, language)))
            row(name, kind, speech, reachable(gold, written), speaker, foreign)
    typer.echo()
    head("play", "stage_changes", "dialogues", "turns", "of two people", "turns to one person")
    for path in plays:
        for value in ("keep", "part"):
            scenes = extracted(
                reading.read(path.read_bytes()).text, _language(path), stage_changes=value
            ).scenes
            turns = [addressee for scene in scenes for addressee in scene["addressees"]]
            two = sum(len(scene["speakers"]) == 2 for scene in scenes) / max(len(scenes), 1)
            known = sum(one is not None for one in turns) / max(len(turns), 1)
            row(path.name.removesuffix(".tei.xml"), value, len(scenes), len(turns), two, known)
    typer.echo()
    head("play", "changes of TEI", "found", "right", "found of TEI's")
    for path in plays:
        data = path.read_bytes()
        pairs = list(
            zip(changes(data), found_changes(reading.read(data).text, _language(path)), strict=False)
        )
        both, true, found = (
            sum(map(one, pairs)) for one in (all, lambda pair: pair[0], lambda pair: pair[1])
        )
        row(path.name.removesuffix(".tei.xml"), true, found, both / max(found, 1), both / max(true, 1))


def _language(path: Path) -> Language:
    return LANGUAGES[path.name.split(".")[-3]]


if __name__ == "__main__":
    typer.run(main)
