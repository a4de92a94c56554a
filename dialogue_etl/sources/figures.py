"""What the check of a dataset counts, and the gate that limits each figure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """A count of something that may be wrong with a dataset.

    Attributes:
        name: in the metrics of the check.
        gate: the parameter of `gates` that limits it.
        meaning: what is counted, as it reads after a number.
        share_of: the figure that the limit is a share of; empty if the limit is a number.
        of_rows: whether it cannot be counted in a dataset that is exported as plain text only.
        in_each: whether the limit holds in each language, not only in all of them.
    """

    name: str
    gate: str
    meaning: str
    share_of: str = ""
    of_rows: bool = False
    in_each: bool = False


UNREADABLE = Figure("unreadable_files", "schema_rows", "files missing or damaged")
SCHEMA = Figure("schema_errors", "schema_rows", "rows that are not as the contract says")
UNEQUAL = Figure("unequal_rows", "equal_forms", "dialogues that are not in every form")
SPLIT_WORKS = Figure("split_works", "max_split_works", "works in two splits", of_rows=True)
EMPTY_SPLITS = Figure(
    "empty_splits", "max_empty_splits", "splits without a dialogue that should have a share"
)
SAME_IDS = Figure("same_ids", "max_same_ids", "dialogues with the id of another one", of_rows=True)
DUPLICATES = Figure(
    "duplicates",
    "max_duplicates",
    "dialogues word for word as another one of their split",
    share_of="dialogues",
    of_rows=True,
)
LEAKED = Figure(
    "leaked",
    "max_leaked",
    "dialogues of validation and test word for word in another split",
    share_of="held_out",
    of_rows=True,
)
LEAKED_PAIRS = Figure(
    "leaked_pairs",
    "max_leaked",
    "other dialogues of validation and test with an opening or pair of another split",
    share_of="held_out",
    of_rows=True,
)
OTHER_LANGUAGE = Figure(
    "other_language",
    "max_other_language",
    "dialogues in another language than theirs",
    share_of="dialogues",
    of_rows=True,
    in_each=True,
)
PRIVATE = Figure("private", "max_private", "addresses and numbers that lead to people", of_rows=True)
ONE_LABEL = Figure(
    "one_label",
    "max_one_label",
    "turns with one and the same label, other than neutral",
    share_of="utterances",
    of_rows=True,
    in_each=True,
)
OF_EVERY_SOURCE = (
    *(UNREADABLE, SCHEMA, UNEQUAL, SPLIT_WORKS, EMPTY_SPLITS),
    *(PRIVATE, SAME_IDS, DUPLICATES, LEAKED, LEAKED_PAIRS, OTHER_LANGUAGE),
)
"""Counted in the dataset of every source, in the order of the metrics."""
