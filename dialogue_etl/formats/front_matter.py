"""The front matter of dataset cards, from the files that were written, for Hugging Face's Hub and `datasets`.

Source: huggingface.co/docs/hub/datasets-cards and the file datasetcard.md of huggingface/hub-docs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl.core.split_files import shards_of
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats import MIXED
from dialogue_etl.formats.forms import file_name

_MAIN = ("parquet", "jsonl", "messages", "sharegpt", "prompts", "rows", "text")
"""Forms that `load_dataset` opens, the best first: a language's configuration has the first that is there."""
_WORDS = {
    "attribution": "by",
    "noncommercial": "nc",
    "non-commercial": "nc",
    "sharealike": "sa",
    "share-alike": "sa",
    "noderivatives": "nd",
    "noderivs": "nd",
}
_CREATIVE = re.compile(
    r"\b(?:cc|creative commons|licenses/)[ /-]*(by(?:[ -](?:nc|sa|nd))*)[ /-]+(?:v\. ?)?(\d\.\d)\b"
)
_VERSIONS = {
    "by": ("2.0", "2.5", "3.0", "4.0"),
    "by-sa": ("3.0", "4.0"),
    "by-nc": ("2.0", "3.0", "4.0"),
    "by-nd": ("4.0",),
    "by-nc-nd": ("3.0", "4.0"),
    "by-nc-sa": ("2.0", "3.0", "4.0"),
}
"""Versions of Creative Commons licences that the Hub has."""
_KNOWN = (
    (re.compile(r"\bcc[ -]?0\b|\bcc zero\b|publicdomain/zero"), "cc0-1.0"),
    (re.compile(r"\bmit\b"), "mit"),
    (re.compile(r"\bapache\b.*\b2(?:\.0)?\b"), "apache-2.0"),
    (re.compile(r"\bodc[ -]by\b"), "odc-by"),
    (re.compile(r"\bodbl\b"), "odbl"),
    (re.compile(r"\bpddl\b"), "pddl"),
)


def front_matter(
    folder: Path,
    *,
    name: str,
    tags: Sequence[str],
    languages: Collection[str],
    dialogues: int,
    rights: Iterable[str],
    annotations: str = "no-annotation",
) -> dict[str, Any]:
    """The front matter of a card.

    Args:
        folder: of the dataset, with all its files.
        name: of the dataset.
        tags: besides those of all datasets.
        languages: of the dialogues, as BCP-47 tags.
        dialogues: their number.
        rights: each statement of rights that a dialogue has; empty where there is none.
        annotations: how labels were made: `no-annotation` or `machine-generated`.
    """
    configs = list(_configs(folder, (*languages, MIXED)))
    described = [
        _described(folder, config)
        for config in configs
        if paths_of(config["data_files"][0])[0].endswith(".parquet")
    ]
    matter: dict[str, Any] = {
        "pretty_name": name,
        "language": list(dict.fromkeys(tag.partition("-")[0] for tag in languages)),
        **licence(rights),
        "multilinguality": ["multilingual" if len(languages) > 1 else "monolingual"],
        "size_categories": [size_category(dialogues)],
        "source_datasets": ["original"],
        "annotations_creators": [annotations],
        "language_creators": ["found"],
        "task_categories": ["text-generation"],
        "tags": ["dialogue", "conversational", *tags],
    }
    if any("-" in tag for tag in languages):
        matter["language_bcp47"] = list(languages)
    if configs:
        configs[0]["default"] = True
        matter["configs"] = configs
    return matter | ({"dataset_info": described} if described else {})


def size_category(rows: int) -> str:
    """The Hub's category of a number of rows."""
    edges = [10**power for power in range(3, 13)]
    names = [f"{number}{unit}" for unit in "KMB" for number in (1, 10, 100)] + ["1T"]
    place = bisect_right(edges, rows)
    if place == 0:
        return f"n<{names[0]}"
    return f"{names[place - 1]}<n<{names[place]}" if place < len(names) else f"n>{names[-1]}"


def _configs(folder: Path, languages: Iterable[str]) -> Iterator[dict[str, Any]]:
    """A configuration for each language, and one for its messages where dialogues have another."""
    for language in languages:
        forms = [(form, files) for form in _MAIN if (files := _files(folder, form, language))]
        for place, (form, files) in enumerate(forms):
            if place == 0 or form == "messages":
                yield {"config_name": f"{language}-{form}" if place else language, "data_files": files}


def _files(folder: Path, form: str, language: str) -> list[dict[str, Any]]:
    """The splits that have files, with the path of the file, or of its shards, relative to the dataset."""
    found = {split: shards_of(folder / file_name(form, language, split)) for split in SPLIT_NAMES}
    names = {split: [path.relative_to(folder).as_posix() for path in paths] for split, paths in found.items()}
    return [
        {"split": split, "path": paths if len(paths) > 1 else paths[0]}
        for split, paths in names.items()
        if paths
    ]


def paths_of(file: Mapping[str, Any]) -> list[str]:
    """The paths of an entry of a configuration's `data_files`."""
    return [file["path"]] if isinstance(file["path"], str) else list(file["path"])


def _described(folder: Path, config: Mapping[str, Any]) -> dict[str, Any]:
    """What `datasets` would find out by reading all files: columns, and rows and bytes of each split."""
    files = {one["split"]: [folder / path for path in paths_of(one)] for one in config["data_files"]}
    footers = {split: list(map(pq.read_metadata, paths)) for split, paths in files.items()}
    schema = next(iter(footers.values()))[0].schema.to_arrow_schema()
    splits = [
        {
            "name": split,
            "num_bytes": sum(
                one.row_group(group).total_byte_size for one in shards for group in range(one.num_row_groups)
            ),
            "num_examples": sum(one.num_rows for one in shards),
        }
        for split, shards in footers.items()
    ]
    return {
        "config_name": config["config_name"],
        "features": [_feature(field) for field in schema],
        "splits": splits,
        "download_size": sum(path.stat().st_size for paths in files.values() for path in paths),
        "dataset_size": sum(one["num_bytes"] for one in splits),
    }


def _feature(field: pa.Field) -> dict[str, Any]:
    """A column in the YAML form of `datasets.Features`; lists of lists do not occur."""
    if not pa.types.is_list(field.type):
        return {"name": field.name, "dtype": {"float": "float32"}.get(str(field.type), str(field.type))}
    element = field.type.value_type
    parts = [_feature(part) for part in element] if pa.types.is_struct(element) else str(element)
    return {"name": field.name, "list": parts}


def licence(rights: Iterable[str]) -> dict[str, str]:
    """The Hub's licence of a dataset: the one that all statements name; `other` with a name, or `unknown`.

    Args:
        rights: each statement of rights that a dialogue has; empty where there is none.
    """
    stated = sorted({one.strip() for one in rights})
    ids = {_licence(one) for one in stated if one}
    if not ids:
        return {"license": "unknown"}
    if "" in stated or len(ids) > 1:
        return {"license": "other", "license_name": "mixed"}
    known, id = ids.pop()
    return {"license": id} if known else {"license": "other", "license_name": id}


def _licence(stated: str) -> tuple[bool, str]:
    """Whether the Hub knows a licence, and its id, or a name for it."""
    text = stated.lower()
    plain = re.sub("|".join(_WORDS), lambda match: _WORDS[match[0]], text)
    if found := _CREATIVE.search(plain):
        kind = found[1].replace(" ", "-")
        return found[2] in _VERSIONS.get(kind, ()), f"cc-{kind}-{found[2]}"
    for pattern, id in _KNOWN:
        if pattern.search(text):
            return True, id
    return False, re.sub(r"[^a-z0-9]+", "-", text).strip("-")[:64].strip("-") or "other"
