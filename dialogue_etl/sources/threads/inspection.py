"""Shows a dialogue of a thread before and after each rule, and in later stages."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from dialogue_etl.core import shards
from dialogue_etl.core.run import Job
from dialogue_etl.core.shards import shard_of
from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.rule import Utterance
from dialogue_etl.filters.utterance.blacklists import Blacklists
from dialogue_etl.sources.inspecting import Piece, measured
from dialogue_etl.sources.threads import corpora
from dialogue_etl.sources.threads.parameters import Threads
from dialogue_etl.sources.threads.tables import SCHEMAS
from dialogue_etl.text.privacy import masking

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dialogue_etl.filters.hits import Hit
    from dialogue_etl.sources.inspecting import Context, Rows
    from dialogue_etl.text.privacy import Mask

    Row = dict[str, Any]

AGAIN = ("threads", "rules")
_BLACKLISTS = "threads/blacklists"
_LISTED = 50
_SHOWN = 20
_DEEPEST = 12  # steps of indentation
_AFTER_RULES = ("rules", "classify")


def show(id: str, stages: Path, languages: Sequence[str], context: Context) -> Iterator[Piece]:
    """A dialogue, that of a piece, or those of a thread: before and after each rule, and in later stages."""
    for language in languages:
        folder = stages / "extract" / language
        rows = list(islice(_found(folder, id), _SHOWN + 1)) if folder.is_dir() else []
        if rows:
            lists = Blacklists.load(language, context.workspace / _BLACKLISTS)
            mask = masking(context.params.privacy)
            chain = Chain.of(language, context.params[Rules].model_dump(), lists.terms, mask)
            for row in rows[:_SHOWN]:
                yield from _show(row, chain, _rows_of(stages, language, row["source_id"]), mask)
            if rows[_SHOWN:]:
                more = f"… and more; name one of its dialogues to see it alone, as {rows[_SHOWN]['id']}"
                yield Piece(f"{more}\n")
            return


def listing(stages: Path, language: str) -> Iterator[str]:
    """Some dialogues of a language, before the rules."""
    folder = stages / "extract" / language
    if not folder.is_dir():
        return
    rows = list(islice(shards.read(folder, "dialogues"), _LISTED + 1))
    for row in rows[:_LISTED]:
        yield f"{language}  {row['id']}  {len(row['turns'])} turns  {row['turns'][0]['text'][:60]}"
    if rows[_LISTED:]:
        yield f"{language}  … and more, in {folder / 'dialogues'}"


def origin(document: Mapping[str, Any], context: Context) -> str:
    """The files of a thread's corpus."""
    name = document["corpus"]
    if context.params[Threads].source == "sample":
        return f"sample: corpus {name}"
    try:
        known = {corpus.name: corpus.files for corpus in corpora.read(context.workspace / corpora.FOLDER)}
    except corpora.CorporaError:
        known = {}
    files = ", ".join(f"{corpora.FOLDER}/{file}" for file in known.get(name, ()))
    files, _ = masking(context.params.privacy)(files)
    return f"corpus {name}: {files or 'it has been removed from the workspace'}"


def around(dialogue: Mapping[str, Any], rows: Rows, context: Context) -> Iterator[Piece]:
    """The comments from the root to the end of a dialogue as posted, and the effect of each rule.

    Args:
        dialogue: of any stage.
        rows: reads the tables of its thread.
        context: parameters and workspace, for the rules.
    """
    mask = masking(context.params.privacy)
    comments = {row["id"]: row for row in rows("ingest", "comments")}
    posted = [_posted(turn["utterance_id"], comments) for turn in dialogue["turns"]]
    said, end = {*posted}, posted[-1]
    path: list[Row] = []
    while end in comments and comments[end] not in path:
        path.append(comments[end])
        end = comments[end]["parent"]
    for depth, row in enumerate(reversed(path)):
        here = row["id"] in said
        who = f"{row['author']}: " if row["author"] else ""
        mark = ">" if here else " "
        yield Piece(f"{mark} {'  ' * min(depth, _DEEPEST)}{row['id']}  ", dim=True)
        yield Piece(f"{who}{mask(row['text'])[0]}\n", "green" if here else "", dim=not here)
    if path and (answers := [row["id"] for row in comments.values() if row["parent"] == path[0]["id"]]):
        yield Piece(f"answered by {', '.join(answers[:_SHOWN])}\n", dim=True)
    whole = dialogue["id"].partition("@")[0]
    for row in rows("extract", "dialogues"):
        if row["id"] == whole:
            lists = Blacklists.load(row["language"], context.workspace / _BLACKLISTS)
            chain = Chain.of(row["language"], context.params[Rules].model_dump(), lists.terms, mask)
            yield Piece("What the rules did\n", bold=True)
            for piece in _show_rules(row, _utterances(row), chain, rows):
                yield replace(piece, text=mask(piece.text)[0])


def again(document: Mapping[str, Any], rows: Rows, context: Context) -> tuple[list[Row], list[Row]]:
    """The dialogues of a thread by other parameters, and what is dropped.

    The stages' own work, on a shard of this thread. Left out is what needs other threads: seed accounts,
    frequent answers, copies, and classifiers.
    """
    from dialogue_etl.sources.threads import extract, rules  # noqa: PLC0415 - slow to load

    language, lists = document["language"], context.workspace / _BLACKLISTS
    with TemporaryDirectory() as name:
        folder = Path(name)
        with shards.ShardWriter(folder, 0, 1, [], **SCHEMAS) as writer:
            writer.add("threads", [document])
            writer.add("comments", rows("ingest", "comments"))
        made = [shards.shard_path(folder, table, 0, 1) for table in ("threads", "comments")]
        work = Job(tuple(made), extract.settings_of(language, context.params[Threads]))
        extract.walk_shard(work, folder / "extract")
        settings = rules.settings_of(language, Blacklists.load(language, lists), context.params)
        found = shards.shard_path(folder / "extract", "dialogues", 0, 1)
        rules.clean_shard(Job((found,), settings, (lists,)), folder / "rules")
        drops = [row for stage in ("extract", "rules") for row in shards.read(folder / stage, "drops")]
        return list(shards.read(folder / "rules", "dialogues")), drops


def _posted(id: str, comments: Mapping[str, Row]) -> str:
    """The comment of an utterance; a repost in it has the comment's id and a number."""
    return id if id in comments else id.rpartition(".")[0]


def _found(folder: Path, id: str) -> Iterator[Row]:
    """The dialogue with an id, or those of a thread, read from their shard only."""
    whole = id.partition("@")[0]  # a piece is of the dialogue that ends with or after it
    paths = shards.shard_paths(folder, "dialogues")
    sources = (whole.rpartition(":")[0], whole)
    for shard in sorted({shard_of(source, len(paths)) for source in sources}):
        for row in shards.read_shard(paths[shard]):
            if whole in {row["id"], row["source_id"]}:
                yield row


def _show(row: Row, chain: Chain, rows: Rows, mask: Mask) -> Iterator[Piece]:
    yield Piece(f"── {row['id']} ──\n", "cyan")
    said = _utterances(row)
    for piece in (*_say(said), *_show_rules(row, said, chain, rows)):
        yield replace(piece, text=mask(piece.text)[0])  # also what a cut joins, before it is masked


def _utterances(row: Row) -> list[Utterance]:
    return [Utterance(turn["utterance_id"], turn["speaker"], turn["text"]) for turn in row["turns"]]


def _show_rules(row: Row, said: Sequence[Utterance], chain: Chain, rows: Rows) -> Iterator[Piece]:
    cleaned = chain.apply(said)
    for hit in cleaned.hits:
        yield from _show_hit(hit)
    if any(hit.action != "cut" for hit in cleaned.hits):
        yield Piece("What the rules leave\n", bold=True)
        for number, piece in enumerate(cleaned.pieces):
            if number:
                yield Piece("  ┄\n")
            yield from _say(piece)
    yield Piece("What became of it\n", bold=True)
    for line in _fate(row, rows):
        yield Piece(f"  {line}\n")
    yield Piece("\n")


def _show_hit(hit: Hit) -> Iterator[Piece]:
    figures = measured(hit.verdict.value, hit.verdict.threshold)
    yield Piece(f"{hit.rule}: {hit.action}{figures and ','}{figures}: {hit.verdict.detail}\n", "yellow")
    yield Piece(_marked("-", hit.before), "red")
    yield Piece("  nothing is left\n" if hit.after is None else _marked("+", hit.after), "green")


def _marked(sign: str, text: str) -> str:
    return "".join(f"  {sign} {line}\n" for line in text.split("\n"))


def _say(utterances: Sequence[Utterance]) -> Iterator[Piece]:
    for turn in utterances:
        who = f"{turn.speaker}: " if turn.speaker else ""
        yield Piece(f"  {who}{turn.text}\n")


def _fate(row: Row, rows: Rows) -> Iterator[str]:
    """The outcome of later stages for the dialogue, and for pieces of its thread with its utterances."""
    mine = {turn["utterance_id"] for turn in row["turns"]}
    for stage in _AFTER_RULES:
        dialogues, dropped = rows(stage, "dialogues"), rows(stage, "drops")
        if not dialogues and not dropped:
            yield f"{stage}: not run yet, or nothing of the thread came to it"
        for one in dialogues:
            if _within(one, mine):
                yield f"{stage}: {one['id']} stays, {len(one['turns'])} turns"
        for drop in dropped:
            if drop["unit"] == "dialogue" and drop["id"].rpartition(":")[2].partition("@")[0] in mine:
                figures = measured(drop["value"], drop["threshold"])
                yield f"{stage}: {drop['id']} left out by {drop['reason']}{figures}: {drop['detail']}"
    for split in rows("split", "splits"):
        yield f"split: its thread is in {split['split']}"


def _rows_of(stages: Path, language: str, source_id: str) -> Rows:
    """A function that reads the rows of a thread from its shards; none for a stage that has not run."""

    def rows(stage: str, table: str) -> list[Row]:
        folder = stages / stage / language
        if not (folder / table).is_dir():
            return []
        paths = shards.shard_paths(folder, table)
        path = paths[shard_of(source_id, len(paths))]
        return [one for one in shards.read_shard(path) if one["source_id"] == source_id]

    return rows


def _within(one: Row, mine: set[str]) -> bool:
    """Whether all utterances belong to the dialogue; the id of a repost is `<comment>.<n>`."""
    ids = [turn["utterance_id"] for turn in one["turns"]]
    return all(id in mine or id.rpartition(".")[0] in mine for id in ids)
