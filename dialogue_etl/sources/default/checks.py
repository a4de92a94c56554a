"""Checks for a source that can do nothing wrong in a way of its own: its list of documents."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from dialogue_etl.sources.checking import Checks, read_documents

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from dialogue_etl.core.parameters.model import Params
    from dialogue_etl.sources.base import Source


class Part:
    """The part `checks` of a source."""

    def __init__(self, source: Source) -> None:
        """Of a source."""
        self.MANIFEST = f"{source.units}.tsv"
        self._work = source.unit

    @staticmethod
    def settings(_params: Params) -> dict[str, Any]:
        """Nothing but the forms of the dataset decides."""
        return {}

    def checks(
        self, _language: str, _tables: Mapping[str, Sequence[Path]], _settings: Mapping[str, Any]
    ) -> Checks:
        """The checks of a language."""
        read = partial(read_documents, work=self._work)
        return Checks(manifest=self.MANIFEST, read_manifest=read)
