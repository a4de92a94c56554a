"""Transformers change the texts of pairs, in the order of the configuration; each type is declared once.

Upper and lower case also change tokens, stems and lemmas: `stringify_tokens` after `lowercase` gives text in
lower case.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

from dialogue_etl.pairs.component import Component, Side, Target, sides

if TYPE_CHECKING:
    from dialogue_etl.pairs.batch import Columns

_LISTS = ("tokens", "stems", "lemmas")


class TransformerKind(NamedTuple):
    """A type of transformer.

    Attributes:
        name: its `type`.
        apply: changes the columns of a side, given the transformer's separator.
        needs: the producer that it needs; may be empty.
        description: what it does.
    """

    name: str
    apply: Callable[[Columns, Side, str], None]
    needs: str
    description: str


def _cased(change: Callable[[str], str]) -> Callable[[Columns, Side, str], None]:
    def apply(columns: Columns, side: Side, _: str) -> None:
        columns[side] = list(map(change, columns[side]))
        for name in (f"{made}_{side}" for made in _LISTS):
            if name in columns:
                columns[name] = [list(map(change, each)) for each in columns[name]]

    return apply


def _joined(made: str) -> Callable[[Columns, Side, str], None]:
    def apply(columns: Columns, side: Side, separator: str) -> None:
        columns[side] = list(map(separator.join, columns[f"{made}_{side}"]))

    return apply


KINDS = (
    TransformerKind("lowercase", _cased(str.lower), "", "Lower case"),
    TransformerKind("uppercase", _cased(str.upper), "", "Upper case"),
    TransformerKind("stringify_tokens", _joined("tokens"), "tokenizer", "The tokens as the text"),
    TransformerKind("stringify_lemmas", _joined("lemmas"), "lemmatizer", "The lemmas as the text"),
)


class Transformer(Component):
    """A transformer of a configuration."""

    kind: ClassVar[TransformerKind]
    target: Target = "both"

    if TYPE_CHECKING:
        type: str

    def apply(self, columns: Columns) -> None:
        """Change the columns of a batch."""
        for side in sides(self.target):
            self.kind.apply(columns, side, getattr(self, "separator", ""))


def _model(kind: TransformerKind) -> type[Transformer]:
    annotations: dict[str, Any] = {"type": Literal[kind.name]}
    body: dict[str, Any] = {"__module__": __name__, "__doc__": kind.description}
    if kind.needs:
        annotations["separator"] = str
        body["separator"] = " "
    model: type[Transformer] = type(kind.name, (Transformer,), {**body, "__annotations__": annotations})
    model.kind = kind
    return model


TRANSFORMERS = {kind.name: _model(kind) for kind in KINDS}
"""By their `type`."""
