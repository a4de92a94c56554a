"""What the shared steps need to know about a source of dialogues.

A source is a folder of `sources/`, or of `derived/` if it is made of datasets of others. Its `__init__.py`
defines SOURCE, a `Source`, without heavy imports. Its other parts are modules with fixed names, imported when
a step needs them (`Source.part`): `stages` and `parameters`; `documents` (metadata), `card`, `checks`,
`report` and `inspection` where those in the folder `default` do not fit; `tables`, `trial`, `reasons` if it
has any. Shared steps never mention a source by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, cast

from dialogue_etl.sources.figures import OF_EVERY_SOURCE

if TYPE_CHECKING:
    from pathlib import Path

    import pyarrow as pa

    from dialogue_etl.core.parameters import Section
    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.sources.figures import Figure

ROOMS = ("dialogue_etl.sources", "dialogue_etl.derived")
"""The packages with a folder for each source."""
_DEFAULT = "dialogue_etl.sources.default"
Alignment = Literal["spans", "numbers", "utterance_ids"]


@dataclass(frozen=True)
class Rows:
    """A table with units other than turns, such as sentences, that pairs can be made of.

    Attributes:
        table: its name; it has the columns `source_id`, `text`, `start_ms` and `end_ms`.
        joined_by: neighbouring rows with the same value in this column are one unit; empty if each row is.
        opening: pattern to remove at the start of a text, such as a dash; may be empty.
    """

    table: str
    joined_by: str = ""
    opening: str = ""


@dataclass(frozen=True)
class Pairing:
    """How pairs of a source are made; its part `documents` has `pair_facts` and PAIR_COLUMNS for it.

    Attributes:
        section: of the parameters.
        known: columns of `tables.PAIR_DOCUMENTS` that its documents have.
        rows: tables of units other than turns, by the value of the parameter `turns`.
    """

    section: str
    known: tuple[str, ...]
    rows: Mapping[str, Rows] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Source:
    """What the shared steps need to know about a source.

    Attributes:
        name: prefix of its stages (`books-extract`), and its folder below `data` and `metrics`.
        unit: what a document is called, such as `book`.
        language_list: parameter that lists the languages to build, or these, as BCP-47 tags.
        about: what it makes, as a line of a list.
        sections: of params.yaml that its workspace needs: what affects its dataset, and its gates.
        reads: parameters that name the sources whose datasets this one is made of, one or several.
        documents: stage and table with a row per document, which the part `documents` reads.
        last_stage: the stage whose dialogues are packaged.
        dropping_stages: stages that write drops, in the order of the pipeline.
        align: how dialogues of two versions are matched: by the spans of their turns, or by the numbers or
            ids of their utterances.
        package_stage: the stage that writes the dataset.
        pairs: how pairs are made; None if there are none.
        figures: that its check counts, in the order of the metrics.
        has_corpora: whether document ids begin with the name of a corpus and a colon.
        judged_stage: the stage whose pairs the noise classifier, trained by `train`, scores; empty if none.
        files: of a new workspace, for people to add to; content by path.
        tracked: folders of these files that DVC tracks; git tracks the other files.
        next_steps: commands to try after its first dataset, each with what it is for.
        trade_offs: parameters that decide about size and quality of the dataset, in the order of a form, each
            with what a higher value, or the choice, does.
    """

    name: str
    unit: str
    language_list: str | tuple[str, ...]
    sections: tuple[str, ...]
    documents: tuple[str, str]
    last_stage: str
    about: str
    reads: tuple[str, ...] = ()
    dropping_stages: tuple[str, ...] = ()
    align: Alignment = "utterance_ids"
    package_stage: str = "package"
    pairs: Pairing | None = None
    figures: tuple[Figure, ...] = OF_EVERY_SOURCE
    has_corpora: bool = False
    judged_stage: str = ""
    files: Mapping[str, str] = field(default_factory=dict)
    tracked: tuple[str, ...] = ()
    next_steps: tuple[tuple[str, str], ...] = ()
    trade_offs: Mapping[str, str] = field(default_factory=dict)

    @property
    def units(self) -> str:
        """The plural of `unit`, as counts are named."""
        return f"{self.unit}s"

    def languages(self, params: Params) -> list[str]:
        """The languages to build, as BCP-47 tags."""
        if isinstance(self.language_list, tuple):
            return list(self.language_list)
        return [*reduce(getattr, self.language_list.split("."), cast("Any", params))]

    @property
    def parameters(self) -> Mapping[str, type[Section]]:
        """The sections of parameters that come with this source, by name."""
        found: Mapping[str, type[Section]] = self.part("parameters").SECTIONS
        return found

    def wrong(self, params: Params) -> list[str]:
        """A sentence for each value of its parameters that does not fit others."""
        found: list[str] = getattr(self.part("parameters"), "wrong", lambda _: [])(params)
        return found

    def folders(self, params: Params) -> Mapping[str, str]:
        """Folders of datasets that its parameters name, by name: DVC cannot depend on such a value."""
        found: Mapping[str, str] = getattr(self.part("parameters"), "folders", lambda _: {})(params)
        return found

    @property
    def schemas(self) -> Mapping[str, pa.Schema]:
        """Of the tables that only this source has, by name."""
        own = self.find_part("tables")
        return own.SCHEMAS if own else {}

    def built(self, folder: Path, params: Params | None) -> list[str]:
        """Languages with outputs of a stage, sorted.

        A folder may be left over from earlier parameters: only languages that the parameters name count.

        Args:
            folder: of the outputs of the stage, with a folder for each language.
            params: of the workspace; None if there are none, and every folder counts.
        """
        there = sorted(path.name for path in folder.glob("[!.]*") if path.is_dir())
        return there if params is None else [tag for tag in there if tag in self.languages(params)]

    @property
    def package(self) -> str:
        """The full name of its folder."""
        return f"{ROOMS[bool(self.reads)]}.{self.name}"

    def module(self, part: str) -> str:
        """The full name of the module of a part: of the source's folder, else the default."""
        own = f"{self.package}.{part}"
        return own if find_spec(own) else f"{_DEFAULT}.{part}"

    def part(self, name: str) -> Any:
        """A part: a module of the source's folder, else the default one, made for this source.

        Raises:
            ModuleNotFoundError: there is no such part.
        """
        module = import_module(self.module(name))
        return module if module.__name__.startswith(self.package) else module.Part(self)

    def find_part(self, name: str) -> Any:
        """The module of the source's folder; None if it has no such module."""
        return self.part(name) if find_spec(f"{self.package}.{name}") else None
