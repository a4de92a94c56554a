"""Runs a configuration: filters documents, and sends pairs through producers, transformers and filters.

Filters at the head of the list that do not depend on producers and transformers run before these, so that
pairs which they drop need no tokens; the result is the same.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile
from operator import not_
from typing import Any, NamedTuple

from dialogue_etl.filters import Drop
from dialogue_etl.pairs.batch import Columns, chosen, size
from dialogue_etl.pairs.component import sides
from dialogue_etl.pairs.config import Components, labels
from dialogue_etl.pairs.filters import Explained, Filter
from dialogue_etl.pairs.producers import tokens_of
from dialogue_etl.text.patterns import SlowPatternError


class Left(NamedTuple):
    """Pairs that a filter drops.

    Attributes:
        label: of the filter.
        columns: the pairs, as the input of the filter.
        why: measured value and limit of each.
    """

    label: str
    columns: Columns
    why: list[Explained]


class _Ready:
    """A filter with its label and its place in the configuration."""

    def __init__(self, label: str, of: Filter, where: str) -> None:
        self.label, self.of = label, of
        self.columns = of.kind.columns(of.side)
        self._test, self._where = of.test(), where

    def passes(self, values: Sequence[Any]) -> list[bool]:
        try:
            return list(map(self._test, values))
        except SlowPatternError as error:
            raise SlowPatternError(f"{self._where}: {error}") from None

    def explain(self, columns: Columns, passed: Sequence[Sequence[bool]], row: int) -> Explained:
        failed = next(name for name, each in zip(self.columns, passed, strict=True) if not each[row])
        return self.of.explain(columns[failed][row])


class Pipeline:
    """A configuration, ready to process documents and pairs of a language."""

    def __init__(self, config: Components, language: str, where: Mapping[str, str]) -> None:
        """Prepare.

        Args:
            config: without `problems`.
            language: of the texts, as a BCP-47 tag.
            where: places of entries for messages: for `interaction_filters.2`, for example, file and line.
        """

        def ready(name: str, filters: Sequence[Filter]) -> list[_Ready]:
            return [
                _Ready(label, one, where.get(f"{name}.{index}", f"{name}.{index}"))
                for index, (label, one) in enumerate(zip(labels(filters), filters, strict=True))
            ]

        self._config = config
        self._of_documents = ready("metadata_filters", config.metadata_filters)
        pairs = ready("interaction_filters", config.interaction_filters)
        changed = bool(config.transformers)
        self._early = list(
            takewhile(lambda one: not one.of.kind.needs and not (changed and one.of.side), pairs)
        )
        self._late = pairs[len(self._early) :]
        spoken = [producer.speaks(language) for producer in config.producers]
        self._make = [(one, one.kind.make(tag)) for one, tag in zip(config.producers, spoken, strict=True)]
        if any(one.kind.uses_tokens for one in config.producers):
            tags = {one.type: tag for one, tag in zip(config.producers, spoken, strict=True)}
            self._tokens = tokens_of(tags.get("tokenizer", language))

    def judge(self, document: Mapping[str, Any]) -> Drop | None:
        """The first filter that a document does not pass, as a drop; None if it passes all."""
        for one in self._of_documents:
            value = document[one.columns[0]] if len(one.columns) == 1 else document
            if not one.passes([value])[0]:
                why = one.of.explain(value)
                shown = ", ".join(f"{name}: {document[name]}" for name in one.columns)
                return Drop(one.label, why.value, why.threshold, shown)
        return None

    def run(self, columns: Columns) -> tuple[Columns, list[Left]]:
        """The pairs that are kept, with columns of producers, and those that are dropped."""
        left: list[Left] = []
        columns = self._filtered(self._early, columns, left)
        if size(columns):
            columns = self._produced(columns)
            for transformer in self._config.transformers:
                transformer.apply(columns)
        return self._filtered(self._late, columns, left), left

    def _filtered(self, filters: Sequence[_Ready], columns: Columns, left: list[Left]) -> Columns:
        for one in filters:
            if not size(columns):
                break
            passed = [one.passes(columns[name]) for name in one.columns]
            keep = passed[0] if len(passed) == 1 else list(map(all, zip(*passed, strict=True)))
            if all(keep):
                continue
            why = [one.explain(columns, passed, row) for row, kept in enumerate(keep) if not kept]
            left.append(Left(one.label, chosen(columns, list(map(not_, keep))), why))
            columns = chosen(columns, keep)
        return columns

    def _produced(self, columns: Columns) -> Columns:
        """Add the columns of the producers; each distinct text is processed once."""
        columns = dict(columns)
        tokens: dict[str, list[str]] = {}
        for producer, make in self._make:
            texts = list(dict.fromkeys(text for side in sides(producer.target) for text in columns[side]))
            if producer.kind.uses_tokens:
                tokens.update((text, self._tokens(text)) for text in texts if text not in tokens)
            made = dict(zip(texts, make(texts, [tokens.get(text, []) for text in texts]), strict=True))
            for side in sides(producer.target):
                columns[f"{producer.kind.column}_{side}"] = [made[text] for text in columns[side]]
        return columns
