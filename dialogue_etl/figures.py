"""What the check of a dataset counts, and which gate looks at each figure."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """Something that may be wrong with a dataset.

    Attributes:
        name: of the figure in the metrics of the check.
        gate: the parameter of `gates` that says how much of it is allowed.
        meaning: what is counted, as the end of a sentence: "3 …".
        share_of: the figure it is allowed a share of; empty where a number is allowed.
        of_rows: whether it is unknown where the dataset has no form whose rows are read (only plain text).
    """

    name: str
    gate: str
    meaning: str
    share_of: str = ""
    of_rows: bool = False


UNREADABLE = Figure("unreadable_files", "schema_rows", "files missing or damaged")
SCHEMA = Figure("schema_errors", "schema_rows", "rows that are not as the contract says")
UNEQUAL = Figure("unequal_rows", "equal_forms", "dialogues that are not in every form")
SPLIT_WORKS = Figure("split_works", "max_split_works", "works in two splits", of_rows=True)
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
OF_EVERY_SOURCE = (UNREADABLE, SCHEMA, UNEQUAL, SPLIT_WORKS, SAME_IDS, DUPLICATES, LEAKED)
"""Counted in the dataset of every source, in the order of the metrics."""
