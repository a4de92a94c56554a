"""Writes the pages that follow from the code: `python -m docs.generate`. A test holds them to it."""

import inspect
import tomllib
from collections import ChainMap
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import grimp
import pyarrow as pa
import typer.main

from dialogue_etl import params
from dialogue_etl.cli.app import app
from dialogue_etl.core import tables, yaml_files
from dialogue_etl.formats.dialogue import DATASET
from dialogue_etl.languages import overview
from dialogue_etl.pairs import filters, outputs, producers, transformers
from dialogue_etl.pipeline import dvc_yaml
from dialogue_etl.sources import SOURCES

FOLDER = Path(__file__).parent
_ROOT = FOLDER.parent
_LANGUAGES = """\
A language is [one small file](../CONTRIBUTING.md#add-a-language) in `dialogue_etl/languages`;
`dialogue-etl languages` prints this table. Any other BCP-47 tag can be named in `languages` and with
`--language`: its books are read by marks, punctuation and capitals alone, which `try`, `books add` and the
report say. Nobody has a name then, and narration that only its verb shows stays in the turns (« Oui,
dit-il, je viens »). On annotated texts that nothing was tuned on, characters F1 with the language's own
file and without: English novels 98.9 and 98.8, of 1800 97.3 and 96.1; LitBank 98.1 and 98.0; Dutch 98.5 and
99.8; German 94.7 and 94.2, excerpts 89.2 and 88.9; Spanish 92.2 and 90.7; French 92.4 and 86.7
(`python -m benchmarks.extraction.by_half --gold FOLDER [--general]`). In the ten
languages from Czech to Ukrainian no novel is annotated. Of the dialogues read in one to three novels of each
(25 a novel, or all), so many per cent had no error: Croatian 40, 56 and 88, Serbian 48, Romanian 52 and 86,
Ukrainian 53, Czech 56, Slovene 62, Norwegian 67 and 76, Russian 68 and 72, Lithuanian 71 and 91, Greek 71;
most of these are development figures. In chapters of novels that no rule had seen, 79 % of 19 Czech ones, 58
% of 19 Croatian, 53 % of 75 Serbian and 52 % of 54 Romanian; narration was left in 0, 2, 11 and 10 % of their
turns, in novels that rules were tuned on in none to 7 % ([how they were read](../benchmarks/reading.md)).
Dialogues of these languages end where it is doubtful that another speaker answers, so that they are shorter
than in others, and have fewer names, since most of them leave out the subject of a tag.

Words of Chinese are counted by jieba, of other languages without blanks by pairs of characters.
"""
_NOTE = "<!-- Written by `python -m docs.generate`; change nothing by hand. -->\n"


def parameters() -> str:
    """Every parameter by section: default, range, unit, source, meaning."""
    lines = [
        "# Parameters",
        "",
        _NOTE,
        "`params.yaml` holds their values; what it leaves out has the default.",
    ]
    section = None
    for one in params.parameters():
        name = one.key.rpartition(".")[0] or one.key
        if name != section:
            section = name
            lines += ["", f"## {name}", "", "| parameter | default | allowed | unit | source |"]
            lines += ["|---|---|---|---|---|"]
        default = ", ".join(map(str, one.default)) if isinstance(one.default, list) else str(one.default)
        cells = [f"`{one.key}`<br>{one.description}", default or "none", one.range, one.unit, one.source]
        lines.append(f"| {' | '.join(cell.replace('|', '&#124;') for cell in cells)} |")
    return "\n".join(lines) + "\n"


def commands() -> str:
    """Every command with its help, arguments and options."""
    lines = ["# Commands", "", _NOTE]
    for name, command in _commands(typer.main.get_command(app), ("dialogue-etl",)):
        lines += [f"## `{name}`", "", (command.help or "").strip(), ""]
        for option in command.params:
            if option.name == "help":
                continue
            shown = ", ".join(option.opts) if option.param_type_name == "option" else str(option.name).upper()
            needed = " (required)" if option.required and option.param_type_name == "option" else ""
            lines.append(f"- `{shown}`{needed}: {getattr(option, 'help', None) or 'see above'}")
        lines.append("")
    return "\n".join(lines)


def _commands(group: Any, before: tuple[str, ...]) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from _commands(command, (*before, name))
        elif not command.hidden:
            yield " ".join((*before, name)), command


def schema() -> str:
    """The columns of every table of the pipeline and of the dataset."""
    lines = ["# Tables", "", _NOTE, "Parquet, in `data/<source>/<stage>/<language>/<table>/`."]
    own = [source.schemas for source in SOURCES.values()]
    listed = {**tables.SCHEMAS, **ChainMap(*own), "dataset (final)": DATASET}
    for name, columns in listed.items():
        lines += ["", f"## {name}", "", "| column | type |", "|---|---|"]
        lines += [f"| `{path}` | {kind} |" for path, kind in _columns(columns)]
    return "\n".join(lines) + "\n"


def _columns(fields: Any, before: str = "") -> Iterator[tuple[str, str]]:
    for one in fields:
        kind, path = one.type, f"{before}{one.name}"
        if pa.types.is_list(kind) and pa.types.is_struct(kind.value_type):
            yield path, "list of"
            yield from _columns(kind.value_type, f"{path}[].")
        else:
            yield path, str(kind)


def stages() -> str:
    """The stages of dvc.yaml: a drawing per source, and what each reads and writes."""
    listed = yaml_files.load((_ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    lines = ["# Stages", "", _NOTE]
    sources = dict.fromkeys(name.partition("-")[0] for name in listed if "-" in name)
    for source in sources:
        own = {name: stage for name, stage in listed.items() if name.startswith(f"{source}-")}
        lines += [f"## {source}", "", "```mermaid", "flowchart LR"]
        lines += [f"  {one} --> {other}" for one, other in _edges(own)] + ["```", ""]
        lines += ["| stage | what | reads | writes |", "|---|---|---|---|"]
        for name, stage in own.items():
            reads = ", ".join(
                f"`{path}`" for path in stage.get("deps", []) if not path.startswith("data/code")
            )
            writes = ", ".join(f"`{path}`" for path in stage["outs"])
            lines.append(f"| {name} | {stage['desc']} | {reads} | {writes} |")
        lines.append("")
    return "\n".join(lines).replace("${item.language}", "LANGUAGE")


def _edges(own: dict[str, Any]) -> list[tuple[str, str]]:
    """From each stage to those that read its output, but for edges that others imply."""
    outputs = {name: [path.partition("/$")[0] for path in stage["outs"]] for name, stage in own.items()}
    before: dict[str, set[str]] = {}
    for name, stage in own.items():
        direct = {
            other
            for other, paths in outputs.items()
            if other in before and any(dep.partition("/$")[0] in paths for dep in stage.get("deps", []))
        }
        before[name] = direct | {further for other in direct for further in before[other]}
        own[name] = {**stage, "direct": direct}
    edges = []
    for name, stage in own.items():
        implied = {further for other in stage["direct"] for further in before[other]}
        edges += [(other, name) for other in sorted(stage["direct"] - implied)]
    return edges


def components() -> str:
    """Every kind of component of pairs, as it is declared: what it looks at, and what may be given for it."""
    lines = ["# Components of pairs", "", _NOTE, "What they do together: [pairs.md](pairs.md)."]
    for title, kinds in (
        ("Filters of documents", filters.METADATA_KINDS),
        ("Filters of pairs", filters.PAIR_KINDS),
    ):
        lines += ["", f"## {title}", "", "| type | looks at | takes | needs |", "|---|---|---|---|"]
        for kind in kinds:
            takes = ", ".join(f"`{one.name}`" for one in kind.operators)
            target = "`target`, " if kind.targeted else ""
            lines.append(f"| `{kind.name}` | {kind.description} | {target}{takes} | {kind.needs} |")
    lines += ["", f"Source: {filters.SOURCE}.", "", "| given | passes where the value |", "|---|---|"]
    known = {
        one.name: one for kind in (*filters.METADATA_KINDS, *filters.PAIR_KINDS) for one in kind.operators
    }
    lines += [f"| `{name}` | {one.description} |" for name, one in known.items()]
    lines += ["| `negate` | passes nothing of this, with true |", "", "## Producers", ""]
    lines += ["| type | makes | languages |", "|---|---|---|"]
    for producer in producers.KINDS:
        tongues = ", ".join(sorted(producer.languages())) if producer.languages else "all"
        lines.append(f"| `{producer.name}` | {producer.description} | {tongues} |")
    lines += ["", "## Transformers", "", "| type | gives | needs |", "|---|---|---|"]
    lines += [f"| `{one.name}` | {one.description} | {one.needs} |" for one in transformers.KINDS]
    lines += ["", "## Outputs", "", "| type | gives | takes |", "|---|---|---|"]
    for output in outputs.OUTPUTS:
        name, *given = output.model_fields
        kind = output.model_json_schema()["properties"][name]["const"]
        lines.append(
            f"| `{kind}` | {(output.__doc__ or '').rstrip('.')} | {', '.join(f'`{key}`' for key in given)} |"
        )
    return "\n".join(lines) + "\n"


def languages() -> str:
    """What extraction has for each language of books."""
    lines = ["# Languages of books", "", _NOTE, *_LANGUAGES.splitlines(), ""]
    lines += [f"| {' | '.join(overview.COLUMNS)} |", "|---" * len(overview.COLUMNS) + "|"]
    lines += [f"| {' | '.join(row)} |" for row in overview.rows()]
    return "\n".join(lines) + "\n"


def rooms() -> str:
    """The rooms of the package in the order of their imports, and a picture of who needs whom."""
    contracts = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    layers = next(one["layers"] for one in contracts if one["type"] == "layers")
    order = [room.rpartition(".")[2] for layer in reversed(layers) for room in layer.split(" | ")]
    needed = _needed()
    lines = [
        "# Rooms",
        "",
        _NOTE,
        "A room imports rooms above it in this table alone.",
        "",
        "| room | what |",
    ]
    lines += ["|---|---|"]
    lines += [f"| `{room}` | {_first_sentence(f'dialogue_etl.{room}')} |" for room in order]
    lines += ["", "Who needs whom; what one needs through another is left out:", "", "```mermaid", "graph LR"]
    for room in order:
        reached = {far for near in needed[room] for far in _reached(near, needed)}
        lines += [f"  {room} --> {one}" for one in order if one in needed[room] - reached]
    return "\n".join([*lines, "```"]) + "\n"


def _needed() -> dict[str, set[str]]:
    """Which rooms each room imports."""
    graph = grimp.build_graph("dialogue_etl", cache_dir=None)
    found: dict[str, set[str]] = {}
    for module in graph.modules - {"dialogue_etl", "dialogue_etl.__main__"}:
        imported = graph.find_modules_directly_imported_by(module) - {"dialogue_etl"}
        room = module.split(".")[1]
        found.setdefault(room, set()).update({one.split(".")[1] for one in imported} - {room})
    return found


def _reached(room: str, needed: dict[str, set[str]]) -> set[str]:
    return needed[room] | {far for near in needed[room] for far in _reached(near, needed)}


def _first_sentence(module: str) -> str:
    text = inspect.getdoc(import_module(module)) or ""
    return " ".join(text.split("\n\n")[0].split()).removesuffix(".")


PAGES = {
    "components": components,
    "parameters": parameters,
    "cli": commands,
    "schema": schema,
    "stages": stages,
    "rooms": rooms,
    "languages": languages,
}

FILES = {
    "dvc.yaml": dvc_yaml.text,
    "params.yaml": params.defaults,
    "dialogue_etl/params/typed.pyi": params.typed,
}
"""Files that are made of declarations."""

if __name__ == "__main__":
    for file, make in FILES.items():
        (_ROOT / file).write_text(make(), encoding="utf-8")
    for page, write in PAGES.items():
        (FOLDER / f"{page}.md").write_text(write(), encoding="utf-8")
