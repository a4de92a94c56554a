"""Stage `package`: the final dataset, over all languages.

    <language>/<split>.parquet         datasets.load_dataset(FOLDER, LANGUAGE); or its shards
    jsonl/<language>/<split>.jsonl …   the other formats in `package.formats`
    books.tsv, corpora.tsv, …          the documents that the dialogues are from
    README.md                          the dataset card
    croissant.json                     the card for programs, if `package.formats` has it

A split without documents has no file: `load_dataset` refuses empty ones. Shards are processed one by one; the
documents of one shard are in memory.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.compute as pc

from dialogue_etl import __version__
from dialogue_etl.core import run, shards
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.progress import progress
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats import card as parts
from dialogue_etl.formats import normalised
from dialogue_etl.formats.card import Statistics
from dialogue_etl.formats.chat import Chats, View
from dialogue_etl.formats.columns import table_writer
from dialogue_etl.formats.dialogue import Document, dataset_rows
from dialogue_etl.formats.front_matter import front_matter
from dialogue_etl.formats.sizes import SIZES, Tokens, add_sizes, token_counter
from dialogue_etl.sources.base import Source

_STAGE = "package"
_COUNTED = (*SPLIT_NAMES, "all")
_PLACE = ["source_id", "work_id", "split", "dialogues", "utterances"]


class Writing(NamedTuple):
    """Where the dialogues of a language come from and are written to.

    Attributes:
        stages: outputs of all stages.
        folder: of the dataset.
        language: BCP-47 tag.
        source: of the dialogues.
        listing: collects the documents, for the list of them and their rights; from the part `documents`.
        rights: collects the statements of rights.
        tokens: counts the tokens of a text, if asked for.
    """

    stages: Path
    folder: Path
    language: str
    source: Source
    listing: Any
    rights: set[str]
    tokens: Tokens | None


def package(
    *,
    stages: Path,
    output: Path,
    metrics: Path,
    params: Params,
    runtime: Runtime,
    source: Source,
    libraries: Path | None = None,
) -> None:
    """Write the dataset of all languages.

    Args:
        stages: folder with the outputs of all stages, by stage and language.
        output: folder of the dataset.
        metrics: JSON file of counts.
        params: languages, formats, normalisation, and all others for the card.
        runtime: processes for normalisation, and the store.
        source: of the dialogues.
        libraries: JSON file of their versions, for card and metrics.

    Raises:
        MissingTableError: a stage has not run for a language.
        DialogueEtlError: `normalise.profile` does not support a language.
    """
    listing = source.part("documents").Listing()
    made_with = parts.made_with(libraries)
    statistics: Statistics = {}
    methods: dict[str, str] = {}
    dropped: Counter[tuple[str, str]] = Counter()
    rights: set[str] = set()
    chats: dict[str, Mapping[str, int]] = {}
    tokens = token_counter(params.package.tokenizer)
    with shards.atomic_folder(output) as folder:
        for language in source.languages(params):
            statistics[language] = _count(stages / "split" / language, source)
            for counts in statistics[language].values():
                counts.update(dict.fromkeys(SIZES if tokens else SIZES[:-1], 0))
            methods[language] = _method(stages / "split" / language)
            writing = Writing(stages, folder, language, source, listing, rights, tokens)
            chats[language] = _write_language(writing, statistics[language], params, runtime)
            dropped += _dropped(stages, language, source)
        listing.write(folder, stages)
        text = _card(source, statistics, listing, dropped, params, methods=methods, chats=chats)
        described = source.part("card")
        matter = front_matter(
            folder,
            name=described.NAME,
            tags=described.TAGS,
            languages=statistics,
            dialogues=sum(counts["all"]["dialogues"] for counts in statistics.values()),
            rights=rights,
        )
        parts.write(folder, matter, text, params.package, made_with)
    result = {"languages": statistics, "total": _total(statistics, source), "chats": chats}
    run.write_metrics(metrics, {**result, **made_with})
    run.report_counts(_STAGE, "all", result)


def _count(splits: Path, source: Source) -> dict[str, dict[str, int]]:
    """Numbers of documents, dialogues and utterances, per split and in all."""
    counts = {name: {source.units: 0, "dialogues": 0, "utterances": 0} for name in _COUNTED}
    for path in shards.shard_paths(splits, "splits"):
        for batch in shards.read_batches(path, ["split", "dialogues", "utterances"]):
            for name, numbers in counts.items():
                rows = batch if name == "all" else batch.filter(pc.equal(batch.column("split"), name))
                numbers[source.units] += len(rows)
                for unit in ("dialogues", "utterances"):
                    numbers[unit] += pc.sum(rows.column(unit)).as_py() or 0
    return counts


def _method(splits: Path) -> str:
    """How works were assigned to splits; empty if there are none."""
    return next((row["method"] for row in shards.read(splits, "splits", ["method"])), "")


def _write_language(
    to: Writing, counts: dict[str, dict[str, int]], params: Params, runtime: Runtime
) -> Mapping[str, int]:
    """Write all forms, and add the sizes of the texts to the counts; those of the chats are returned."""
    paths = _shard_paths(to)
    tables: list[Path] = []
    if "normalise" in to.source.sections:
        dialogues = [path for *_, path in paths]
        tables = normalised.tables(to.language, dialogues, params.normalise, runtime)
    splits = [split for split in SPLIT_NAMES if counts[split]["dialogues"]]
    options = params.package.model_dump()
    chats = Chats(View.of(options))
    with table_writer(
        to.folder, to.language, splits, normalised=bool(tables), chats=chats, **options
    ) as write:
        for index, (facts, places, path) in enumerate(progress(f"package {to.language}", paths, len(paths))):
            documents = _documents(facts, places, to)
            for batch in normalised.batches(path, tables[index] if tables else None):
                rows, of = dataset_rows(batch, documents)
                write(rows, of)
                for split in splits:
                    texts = pc.list_flatten(rows.filter(pc.equal(of, split)).column("turns"))
                    add_sizes(counts, split, pc.struct_field(texts, "text"), to.tokens, to.language)
    return dict(chats.counts) if any(chats.counts.values()) else {}


def _shard_paths(to: Writing) -> list[tuple[Path, ...]]:
    """For each shard the files of its documents' metadata, their splits, and their dialogues."""
    tables = (to.source.documents, ("split", "splits"), (to.source.last_stage, "dialogues"))
    paths = [shards.shard_paths(to.stages / stage / to.language, table) for stage, table in tables]
    return list(zip(*paths, strict=True))


def _documents(facts: Path, splits: Path, to: Writing) -> dict[str, Document]:
    """The documents of a shard that have dialogues, by id; also adds them to the listing."""
    described = to.source.part("documents")
    places = {row.pop("source_id"): row for row in shards.read_shard(splits, _PLACE)}
    documents = {}
    for row in shards.read_shard(facts, described.COLUMNS):
        if place := places.get(row["id"]):
            documents[row["id"]] = Document(**described.facts(row), language=to.language, **place)
            to.listing.add(documents[row["id"]])
            to.rights.add(documents[row["id"]].rights)
    return documents


def _total(statistics: Statistics, source: Source) -> dict[str, dict[str, int]]:
    total: dict[str, dict[str, int]] = {
        name: {source.units: 0, "dialogues": 0, "utterances": 0} for name in _COUNTED
    }
    for counts in statistics.values():
        for name, numbers in counts.items():
            for unit, number in numbers.items():
                total[name][unit] = total[name].get(unit, 0) + number
    return total


def _dropped(stages: Path, language: str, source: Source) -> Counter[tuple[str, str]]:
    """Number of dropped dialogues by stage and reason; stages without a drops table have none."""
    counts: Counter[tuple[str, str]] = Counter()
    for stage in source.dropping_stages:
        folder = stages / stage / language
        for path in shards.shard_paths(folder, "drops") if (folder / "drops").is_dir() else ():
            for batch in shards.read_batches(path, ["unit", "reason"]):
                of_dialogues = batch.filter(pc.equal(batch.column("unit"), "dialogue"))
                reasons = of_dialogues.column("reason").value_counts().to_pylist()
                counts.update({(stage, one["values"]): one["counts"] for one in reasons})
    return counts


def _card(
    source: Source,
    statistics: Statistics,
    listing: Any,
    dropped: Mapping[tuple[str, str], int],
    params: Params,
    *,
    methods: Mapping[str, str],
    chats: Mapping[str, Mapping[str, int]],
) -> str:
    """The card as Markdown.

    The part `card` of the source has NAME, TAGS, the template TEXT, `language_name` and further `values`;
    `dropped` has dialogues by stage and reason; `methods` how works were assigned to splits, by language;
    `chats` what is in the chat forms.
    """
    described = source.part("card")
    names = {language: described.language_name(language) for language in statistics}
    further = described.values(params)
    return str(
        described.TEXT.format(
            version=__version__,
            statistics=parts.sizes(statistics, names, source.units),
            splits=parts.splits(statistics, names, methods, params.split),
            formats=parts.forms(
                params.package, normalised=bool(further.get("normalised", "").strip()), chats=chats
            ),
            dropped=_dropped_table(dropped),
            parameters=parts.parameter_table(params, source.sections),
            rights=listing.rights(),
            privacy=parts.privacy(params),
            **further,
        )
    )


def _dropped_table(dropped: Mapping[tuple[str, str], int]) -> str:
    """A table of the dropped dialogues by stage and reason, the most frequent reasons first."""
    if not dropped:
        return "No dialogue was left out."
    lines = ["| stage | reason | dialogues left out |", "|---|---|---|"]
    by_number = sorted(dropped.items(), key=lambda item: (item[0][0], -item[1], item[0]))
    lines += [f"| {stage} | `{reason}` | {number:,} |" for (stage, reason), number in by_number]
    return "\n".join(lines)
