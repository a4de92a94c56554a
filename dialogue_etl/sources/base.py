"""What the shared steps need to know of a source of dialogues.

A source is a folder of `sources/` whose `__init__.py` holds one `Source` value, named SOURCE. The value
imports nothing heavy. What needs more stands in modules of the folder with fixed names, loaded when a step
asks for them (`part`): `documents` (what is known of a document), `tables`, `card`,
`checks`, `report`, `commands`. A step never asks for a source by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from dialogue_etl.figures import OF_EVERY_SOURCE

if TYPE_CHECKING:
    import pyarrow as pa

    from dialogue_etl.figures import Figure
    from dialogue_etl.params import Params

Alignment = Literal["spans", "numbers", "utterance_ids"]


@dataclass(frozen=True)
class Rows:
    """A table with a row for each unit, besides turns, that pairs can be made of.

    Attributes:
        table: its name; it has `source_id`, `text`, `start_ms` and `end_ms`.
        joined_by: a column: neighbouring rows of the same value are one unit; empty if each row is one.
        opening: a pattern of what begins a text and is not said, such as a dash; empty if nothing does.
    """

    table: str
    joined_by: str = ""
    opening: str = ""


@dataclass(frozen=True)
class Pairing:
    """What pairs of a source are made of; its part `documents` has `pair_facts` and their PAIR_COLUMNS.

    Attributes:
        section: of the parameters.
        known: columns of `tables.PAIR_DOCUMENTS` that are known of its documents.
        rows: tables of other units than turns, by the value of the parameter `turns`.
    """

    section: str
    known: tuple[str, ...]
    rows: Mapping[str, Rows] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Source:
    """What the shared steps need to know of a source.

    Attributes:
        name: begins the names of its stages (`books-extract`); its folder below `data` and `metrics`.
        unit: what a document is called: `book`.
        languages: those to build, as BCP-47 tags, by the parameters.
        sections: of the parameters that decide what it gives; None for all.
        documents: the stage and table with a row per document, which the part `documents` reads.
        last_stage: whose dialogues are packaged.
        dropping_stages: those that write drops, in the order of the pipeline.
        align: how the dialogues of two versions are matched: by the place of their turns in the text, by the
            numbers or the ids of their utterances.
        package_stage: that writes the dataset.
        pairs: what pairs are made of; None if there are none.
        figures: what its check counts, in the order of the metrics.
        has_corpora: whether the id of a document begins with the name of its corpus and a colon.
        judged_stage: whose pairs the classifier of noise judges that `train` trains; empty: none does.
        files: what a new workspace holds for people to add to: path to content.
        tracked: folders of these that DVC tracks; git has the other files.
    """

    name: str
    unit: str
    languages: Callable[[Params], list[str]]
    sections: tuple[str, ...] | None
    documents: tuple[str, str]
    last_stage: str
    dropping_stages: tuple[str, ...]
    align: Alignment
    package_stage: str = "package"
    pairs: Pairing | None = None
    figures: tuple[Figure, ...] = OF_EVERY_SOURCE
    has_corpora: bool = False
    judged_stage: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    tracked: tuple[str, ...] = ()

    @property
    def units(self) -> str:
        """What several documents are called, as counts name them."""
        return f"{self.unit}s"

    @property
    def schemas(self) -> Mapping[str, pa.Schema]:
        """Those of the tables that only this source has, by the table's name."""
        own = self.find_part("tables")
        return own.SCHEMAS if own else {}

    def part(self, name: str) -> Any:
        """A module of the source's folder, imported now.

        Raises:
            ModuleNotFoundError: the source has no such part.
        """
        module: ModuleType = import_module(f"dialogue_etl.sources.{self.name}.{name}")
        return module

    def find_part(self, name: str) -> Any:
        """The same, or None if the source has no such part."""
        return self.part(name) if find_spec(f"dialogue_etl.sources.{self.name}.{name}") else None
