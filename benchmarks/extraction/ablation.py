"""Scores extraction on annotated texts with all rules on, and with each rule off."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from benchmarks.extraction import markdown
from benchmarks.extraction.switches import ALL_ON, variants
from dialogue_etl.core.engines import local
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.evaluation import folder as gold_folder
from dialogue_etl.evaluation import gold as annotated
from dialogue_etl.evaluation import score
from dialogue_etl.evaluation.content import from_rows
from dialogue_etl.evaluation.score import figures
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.pipeline import extract_book

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from dialogue_etl.evaluation.content import Utterance
    from dialogue_etl.evaluation.gold import GoldText
    from dialogue_etl.languages import Language
    from dialogue_etl.sources.books.extraction.parameters import Extract


class Column(NamedTuple):
    """A column of the tables.

    Attributes:
        title: of the column.
        figure: its name in `dialogue_etl.evaluation.score`.
        needs: the annotation that it needs besides speech.
    """

    title: str
    figure: str
    needs: str = ""


COLUMNS = (
    Column("characters F1", "characters_f1"),
    Column("not speech", "non_conversational"),
    Column("turns joined F1", "joined_turns_f1", "speakers"),
    Column("same speaker", "same_speaker_pairs", "speakers"),
    Column("wrong pairs", "wrong_pairs", "speakers"),
    Column("boundaries F1", "boundaries_f1", "addressees"),
    Column("merged", "dialogues_merged", "addressees"),
    Column("split", "dialogues_split", "addressees"),
    Column("mixed", "dialogues_mixed", "addressees"),
    Column("clean", "clean_dialogues", "addressees"),
)


class Text(NamedTuple):
    """An annotated text to score: its id, folder, variants by name, and a language in place of its own."""

    id: str
    folder: Path
    variants: Mapping[str, Extract]
    language: str = ""


@dataclass
class Scored:
    """Counts of a text or of a corpus by variant.

    Attributes:
        corpus: its name.
        language: BCP-47 tag.
        licence: as stated in the folder, or empty.
        size: characters.
        annotates: `speakers`, `addressees`, or nothing besides speech.
        counts: the result of `score.count` by variant, without variants that do not support the language.
        texts: their number.
    """

    corpus: str
    language: str
    licence: str = ""
    size: int = 0
    annotates: frozenset[str] = frozenset()
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    texts: int = 1


class Unusable(NamedTuple):
    """A text that is not scored, and why."""

    reason: str


def score_folder(folder: Path, workers: int) -> tuple[list[Scored], list[Unusable]]:
    """Score all annotated texts of a folder; returns corpora sorted by name, and texts that are left out.

    Args:
        folder: with a folder per corpus and text, see `dialogue_etl.evaluation.folder`.
        workers: processes.
    """
    wanted = variants()
    jobs = [Text(id, at, wanted) for id, at in gold_folder.texts(folder).items()]
    scored = list(local.run(score_text, jobs, workers))
    corpora = by_corpus(one for one in scored if isinstance(one, Scored))
    return corpora, [one for one in scored if isinstance(one, Unusable)]


def score_text(text: Text) -> Scored | Unusable:
    """The counts of one text by variant, or why there are none."""
    files = [text.folder / name for name in gold_folder.FILES]
    try:
        gold = annotated.read(text.id, files)
    except annotated.BadGoldError as error:
        return Unusable(str(error))
    if gold.language.partition("-")[0] not in LANGUAGES:
        return Unusable(f"{text.id}: the language {gold.language!r} is not one of {', '.join(LANGUAGES)}")
    marked = {"speakers": gold.speakers, "addressees": gold.addressees}
    return Scored(
        gold.corpus,
        gold.language,
        str(json.loads(files[-1].read_bytes()).get("licence", "")),
        len(gold.text),
        frozenset(name for name, given in marked.items() if given),
        _counts(gold, text.variants, LANGUAGES[text.language or gold.language.partition("-")[0]]),
    )


def _counts(gold: GoldText, wanted: Mapping[str, Extract], language: Language) -> dict[str, Counter[str]]:
    known: dict[tuple[Utterance, ...], Counter[str]] = {}  # a cache: most rules have no effect on most texts
    found = {}
    for name, params in wanted.items():
        try:
            extracted = extract_book(gold.id, gold.text, language, params)
        except DialogueEtlError:  # the profile `reference` is not for every language
            continue
        dialogues = extracted.dialogues.to_pylist()
        utterances = tuple(from_rows(dialogues, spans=params.profile != "reference"))
        if utterances not in known:
            known[utterances] = score.count(gold, utterances)
        found[name] = known[utterances]
    return found


def by_corpus(texts: Iterable[Scored]) -> list[Scored]:
    """The sums of each corpus, sorted by its name."""
    corpora: dict[str, Scored] = {}
    for text in texts:
        corpus = corpora.setdefault(text.corpus, Scored(text.corpus, text.language, text.licence, texts=0))
        corpus.texts += text.texts
        corpus.size += text.size
        corpus.annotates |= text.annotates
        for name, counts in text.counts.items():
            corpus.counts.setdefault(name, Counter()).update(counts)
    return [corpora[name] for name in sorted(corpora)]


def columns_of(corpus: Scored) -> list[Column]:
    """The columns for which a corpus has the annotation."""
    return [column for column in COLUMNS if not column.needs or column.needs in corpus.annotates]


def table(corpus: Scored) -> str:
    """A row per variant; each figure with its difference in points from the row with all rules on."""
    columns = columns_of(corpus)
    shown = {name: figures(counts) for name, counts in corpus.counts.items()}
    base = shown[ALL_ON]
    rows = [[ALL_ON, *(markdown.percent(base[column.figure]) for column in columns)]]
    rows += [
        [name, *(markdown.difference(found[column.figure], base[column.figure]) for column in columns)]
        for name, found in shown.items()
        if name != ALL_ON
    ]
    return markdown.table(["", *(column.title for column in columns)], rows)
