"""`python -m benchmarks.subtitles run`: an archive of films grown from a seed, and what it costs to read it.

Beside it a reader that holds each document as a tree (lxml.etree.parse and xpath) and gives the same table.
Memory must stay below a gigabyte and not grow with the archive; two workers must give the bytes of one.
"""

import hashlib
import json
import logging
import random
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import measure
from dialogue_etl import params as parameters
from dialogue_etl.core.runtime import Runtime

LANGUAGE = "en"
BYTES = 100_000
"""Of a film of XML; the average of OPUS is three times as much."""

_WORDS = 20_000
_ENDS = [".", ".", ".", "?", "!", "..."]
_META = (
    "<meta><source><year>{year}</year><genre>Drama</genre><duration>90</duration></source><subtitle>"
    "<cds>1/1</cds><confidence>1.0</confidence><rating>{rating}</rating></subtitle></meta>\n</document>\n"
)

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def film(number: int, seed: int, words: list[str]) -> str:
    """A document of about `BYTES`: blocks of one to two sentences, sentences of one to two blocks."""
    draw = random.Random(f"{seed} {number}")  # noqa: S311 - no secret
    out = [f'<?xml version="1.0" encoding="utf-8"?>\n<document id="{number}">\n']
    size = sentence = block = now = 0
    while size < BYTES:
        sentence += 1
        pieces = [f'  <s id="{sentence}">\n']
        for part in range(draw.choice([1, 1, 1, 2])):
            if not part or draw.random() < 0.8:
                block, now = block + 1, now + draw.randrange(500, 9_000)
                pieces.append(f'    <time id="T{block}S" value="{_clock(now)}" />\n')
            chosen = draw.choices(words, k=draw.randrange(2, 9))
            tokens = [*(["-"] if draw.random() < 0.2 else []), *chosen, draw.choice(_ENDS)]
            pieces += [f'    <w id="{sentence}.{at}">{token}</w>\n' for at, token in enumerate(tokens, 1)]
            if draw.random() < 0.8:
                now += draw.randrange(800, 3_000)
                pieces.append(f'    <time id="T{block}E" value="{_clock(now)}" />\n')
        out.append("".join((*pieces, "  </s>\n")))
        size += len(out[-1])
    out.append(_META.format(year=1950 + number % 70, rating=number % 11))
    return "".join(out)


def _clock(milliseconds: int) -> str:
    seconds, thousandths = divmod(milliseconds, 1_000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d},{thousandths:03d}"


def write(path: Path, films: int, seed: int) -> int:
    """Write an archive of so many films; the size of their XML in bytes."""
    draw = random.Random(seed)  # noqa: S311 - no secret
    words = ["".join(draw.choices("etaoinshrdlu", k=draw.randrange(2, 9))) for _ in range(_WORDS)]
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for number in range(1, films + 1):
            text = film(number, seed, words)
            archive.writestr(
                f"OpenSubtitles/xml/en/{1950 + number % 70}/{number // 2 + 1}/{number}.xml", text
            )
            size += len(text)
    return size


@app.command(hidden=True)
def stage(folder: Path, output: Path, workers: int) -> None:
    """Run the stage `read`, in a process of its own that is measured."""
    from dialogue_etl.sources.subtitles.read import read  # noqa: PLC0415 - not for the process that measures

    logging.basicConfig(level=logging.INFO)
    values = parameters.parse({"subtitles": {"source": "opus", "languages": [LANGUAGE]}})
    read(
        language=LANGUAGE,
        library=folder / "none",
        archives=folder / "archives",
        output=output / "read",
        metrics=output / "read.json",
        params=values,
        runtime=Runtime(store=output / "store", workers=workers),
    )


@app.command(hidden=True)
def trees(folder: Path, output: Path) -> None:
    """Read the same films as trees."""
    output.mkdir()
    found = sum(map(len, _by_trees(folder / "archives" / "en.zip")))
    (output / "read.json").write_text(json.dumps({"sentences": found}), "utf-8")


def _by_trees(path: Path) -> Iterator[list[tuple[str, list[tuple[str, int | None]]]]]:
    """The text and times of each sentence, film by film."""
    from lxml import etree  # noqa: PLC0415 - likewise

    from dialogue_etl.sources.subtitles import detokenise, opus  # noqa: PLC0415

    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            with archive.open(name) as file:
                document = etree.parse(file)
            yield [
                (
                    detokenise.join([word.text for word in sentence.xpath("w")], LANGUAGE),
                    [
                        (time.get("id"), opus.milliseconds(time.get("value")))
                        for time in sentence.xpath("time")
                    ],
                )
                for sentence in document.xpath("//s")
            ]


@app.command()
def run(
    films: Annotated[list[int], typer.Option(min=10, help="In all; repeat it to compare.")] = [  # noqa: B006
        2_000,
        20_000,
    ],
    seed: Annotated[int, typer.Option(help="Of the films.")] = 0,
    folder: Annotated[Path, typer.Option(help="To work in; emptied.")] = Path("bench-subtitles"),
) -> None:
    """Grow archives, read each in three ways, and print the figures."""
    folder = folder.resolve()
    typer.echo("films     MB  reader     CPU-s  wall-s  MB/CPU-s  peak MB  sentences")
    for count in films:
        shutil.rmtree(folder, ignore_errors=True)
        size = write(folder / "archives" / "en.zip", count, seed) / 1e6
        for name, command in {
            "trees": ["trees", str(folder), str(folder / "trees")],
            "1 worker": ["stage", str(folder), str(folder / "one"), "1"],
            "2 workers": ["stage", str(folder), str(folder / "two"), "2"],
        }.items():
            used = measure.run_module(["benchmarks.subtitles", *command], folder=folder)
            told = json.loads((Path(command[2]) / "read.json").read_text("utf-8"))
            typer.echo(
                f"{count:>6} {size:>5.0f}  {name:<9} {used.cpu_seconds:>6.1f} {used.wall_seconds:>7.1f} "
                f"{size / used.cpu_seconds:>9.1f} {used.peak_bytes / 1e6:>8.0f}  {told['sentences']:,}"
            )
        same = _digests(folder / "one" / "read") == _digests(folder / "two" / "read")
        typer.echo(
            f"{count:>6} {size:>5.0f}  bytes of one worker and of two: {'the same' if same else 'DIFFERENT'}"
        )
    shutil.rmtree(folder, ignore_errors=True)


def _digests(folder: Path) -> dict[str, str]:
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest() for path in files
    }


if __name__ == "__main__":
    app()
