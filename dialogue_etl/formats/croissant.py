"""Croissant metadata (MLCommons, version 1.0) of the Parquet files of a dataset: JSON-LD next to its card.

Source: docs.mlcommons.org/croissant/docs/croissant-spec.html; `mlcroissant validate --jsonld croissant.json`.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from dialogue_etl import __version__
from dialogue_etl.core.split_files import split_of

Source = Mapping[str, Mapping[str, str]]
"""The file or the shards that a record set is in, as Croissant names it."""
FILE = "croissant.json"
_MIXED = "As stated for each dialogue, in the column rights"
_TERMS = (
    "column containedIn extract field fileObject fileProperty fileSet format includes isLiveDataset jsonPath "
    "key md5 parentField path recordSet references regex repeated replace separator source subField "
    "transform citeAs samplingRate equivalentProperty"
)
_CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "dct": "http://purl.org/dc/terms/",
    "sc": "https://schema.org/",
    "conformsTo": "dct:conformsTo",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "examples": {"@id": "cr:examples", "@type": "@json"},
    **{term: f"cr:{term}" for term in _TERMS.split()},
}


def write(folder: Path, matter: Mapping[str, Any]) -> None:
    """Describe the Parquet files of a folder, each with its checksum, and as record sets their columns.

    The shards of a split are one record set, as its file is.

    Args:
        folder: of the dataset; it gets the file.
        matter: the front matter of its card.
    """
    paths = sorted(folder.glob("*/*.parquet"))
    records = {_whole(path).relative_to(folder).as_posix(): path for path in paths}
    cut = [_shards(name) for name in records if not (folder / name).is_file()]
    name = matter["pretty_name"]
    described = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": name,
        "description": f"{name}, made by Dialogue ETL; README.md is its card",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": _MIXED if matter["license"] in {"other", "unknown"} else matter["license"],
        "version": __version__,
        "inLanguage": sorted({path.parent.name for path in paths}),
        "distribution": [*(_file(path, folder) for path in paths), *cut],
        "recordSet": [
            _records(name, path, "fileObject" if (folder / name).is_file() else "fileSet")
            for name, path in records.items()
        ],
    }
    text = json.dumps(described, ensure_ascii=False, indent=1) + "\n"
    (folder / FILE).write_text(text, encoding="utf-8", newline="\n")


def _whole(path: Path) -> Path:
    """The name that a file has, or a shard would have if it were not cut."""
    split = split_of(path.name)
    return path.with_stem(split) if split else path


def _shards(name: str) -> dict[str, Any]:
    return {
        "@type": "cr:FileSet",
        "@id": name,
        "name": name,
        "encodingFormat": "application/x-parquet",
        "includes": f"{name.removesuffix('.parquet')}-*.parquet",
    }


def _file(path: Path, folder: Path) -> dict[str, Any]:
    name = path.relative_to(folder).as_posix()
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{path.stat().st_size} B",
        "encodingFormat": "application/x-parquet",
        "sha256": digest,
    }


def _records(file: str, path: Path, kind: str) -> dict[str, Any]:
    """The columns of a file, or of the shards of which `path` is one."""
    name, of = file.removesuffix(".parquet"), {kind: {"@id": file}}
    fields = [_field(column, f"{name}/{column.name}", of, column.name) for column in pq.read_schema(path)]
    return {"@type": "cr:RecordSet", "@id": name, "name": name, "field": fields}


def _field(column: pa.Field, id: str, of: Source, source: str) -> dict[str, Any]:
    """A column; of turns the parts that are one value each: mlcroissant reads no lists of lists."""
    kind, repeated = column.type, pa.types.is_list(column.type)
    kind = kind.value_type if repeated else kind
    field: dict[str, Any] = {"@type": "cr:Field", "@id": id, "name": id.replace("/", "_")}
    if repeated:
        field["repeated"] = True
    if pa.types.is_struct(kind):
        return {**field, "subField": list(_parts(kind, id, of, source))}
    return {**field, "dataType": _data_type(kind), "source": _source(of, source)}


def _parts(kind: pa.StructType, id: str, of: Source, source: str) -> Iterator[dict[str, Any]]:
    for part in (part for part in kind if not pa.types.is_list(part.type)):
        yield {
            "@type": "cr:Field",
            "@id": f"{id}/{part.name}",
            "name": f"{id}/{part.name}".replace("/", "_"),
            "dataType": _data_type(part.type),
            "source": {**_source(of, source), "transform": {"jsonPath": part.name}},
        }


def _source(of: Source, column: str) -> dict[str, Any]:
    return {**of, "extract": {"column": column}}


def _data_type(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "sc:Integer"
    return "sc:Float" if pa.types.is_floating(kind) else "sc:Text"
