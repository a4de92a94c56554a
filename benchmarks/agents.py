"""`python -m benchmarks.agents`: an agent of made pairs: its index, its answers, its memory.

python -m benchmarks.agents --data FOLDER      # or what learning and rules are worth on a packaged dataset
"""

import random
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from dialogue_etl.derived.retrieval import base, learn, pairs
from dialogue_etl.derived.retrieval.agent import RetrievalAgent, fragment
from dialogue_etl.derived.retrieval.opening import open_agent, read
from dialogue_etl.derived.retrieval.parameters import Retrieval, SimilarityName
from dialogue_etl.derived.retrieval.terms import normaliser

_TURNS, _QUESTIONS = 10, 300


def made(number: int, seed: int) -> Iterator[pairs.Pair]:
    """Pairs of dialogues of ten turns, whose words are as frequent as those of a language (Zipf's law)."""
    drawn = random.Random(seed)  # noqa: S311 - no secret
    words = [f"w{rank}" for rank in range(30_000)]
    weights = [1 / (rank + 1) for rank in range(len(words))]
    turns: list[str] = []
    for row in range(number):
        place = row % (_TURNS - 1)
        if not place:
            lengths = [drawn.randint(2, 18) for _ in range(_TURNS)]
            stream = iter(drawn.choices(words, weights, k=sum(lengths)))
            turns = [" ".join(next(stream) for _ in range(length)) for length in lengths]
        before = row - 2 if place > 1 else None
        yield pairs.Pair(turns[place], turns[place + 1], 500, before, f"d{row // 900}", f"d{row}", place + 1)


def rules(data: Path, cache: Path) -> None:
    """Print the similarity of answers to the true ones of the test split, by rule and as learnt."""
    validation, test = (
        learn.drawn(read([data / f"{split}.parquet"], "en"), 2 * _QUESTIONS)
        for split in ("validation", "test")
    )
    plain: dict[str, Any] = {"whole_answers": False, "longest_answer": 0}
    rules: list[dict[str, Any]] = [
        {**plain, "hits": 1},  # the first one by BM25
        {**plain, "rare_words": False},
        plain,
        {"longest_answer": 0},
        {"rare_words": False},
        {"hits": 20},
        {},
        {"whole_first": True},
    ]
    strategies: list[dict[str, Any]] = [{"learn": "best_candidate"}, {"learn": "best_scoring"}]
    for values in (*rules, *strategies):
        agent = open_agent([data / "train.parquet"], "en", Retrieval(**values), cache)
        found = learn.learn(agent, validation) if "learn" in values else None
        for name, weights in {"taken": found.weights, "tried": found.tried}.items() if found else ():
            agent.weights = weights
            typer.echo(f"{values}, {name}: {learn.evaluate(agent, test)[0]['similarity']:.4f}")
        if found is None:
            figures, rows = learn.evaluate(agent, test)
            broken = sum(fragment(row["answer"] or "") for row in rows)
            long = sum(len((row["answer"] or "").split()) for row in rows) / len(rows)
            said = f"{figures['similarity']:.4f}, {broken:,} fragments of {len(rows):,}, {long:.1f} words"
            typer.echo(f"{values}: {said}")


def main(
    number: Annotated[int, typer.Option(min=1, help="Pairs.")] = 100_000,
    similarity: SimilarityName = "jaccard",
    hits: Annotated[int, typer.Option(min=1, max=200)] = 50,
    data: Annotated[Path | None, typer.Option(help="Folder with the splits of a dataset as Parquet.")] = None,
) -> None:
    """Print what the index costs, and the answers to questions of three turns."""
    if data:
        with tempfile.TemporaryDirectory() as temporary:
            rules(data, Path(temporary))
        return
    settings = Retrieval(similarity=similarity, hits=hits)
    found = list(made(number, 0))
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "base"
        begin, cpu = time.perf_counter(), time.process_time()
        base.build(folder, found, normaliser("en", settings.normalisers))
        wall, used = time.perf_counter() - begin, time.process_time() - cpu
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        typer.echo(f"index of {number:,} pairs: {wall:.1f} s, {used:.1f} CPU s, {size / 1e6:.0f} MB")
        agent = RetrievalAgent(base.Base(folder), "en", settings)
        asked = [one.trigger for one in made(3 * _QUESTIONS, 1)]
        times = []
        for place in range(_QUESTIONS):
            begin = time.perf_counter()
            agent.answers(asked[3 * place : 3 * place + 3], 5)
            times.append(1000 * (time.perf_counter() - begin))
    times.sort()
    middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
    typer.echo(f"answer ({similarity}, {hits} hits): median {middle:.1f} ms, 95 % below {late:.1f} ms")
    typer.echo(f"peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3:.0f} MB, the pairs in memory")


if __name__ == "__main__":
    typer.run(main)
