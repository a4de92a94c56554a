"""Parts of dataset cards that all sources share: front matter, sizes, formats, parameters."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import yaml

from dialogue_etl.core.parameters.describe import parameters
from dialogue_etl.core.parameters.model import Package, Params, Split
from dialogue_etl.core.splitting import remark
from dialogue_etl.core.tables import SPLIT_NAMES
from dialogue_etl.formats import chat, croissant, ids
from dialogue_etl.formats.sizes import SIZES
from dialogue_etl.pairs.parameters import sections as pair_sections
from dialogue_etl.text.privacy import KINDS

Statistics = dict[str, dict[str, dict[str, int]]]
"""Counts by language, split (or "all") and unit."""

MADE_WITH = "made_with"
"""Key of the metrics: Python's minor version, and the versions of the libraries that a dataset depends on."""
_IDS = (
    "`.ids` beside a file of lines has the dialogue of each line, with `#` and the number of the turn, from "
    "0, where lines are turns or pairs; `dialogue-etl inspect FILE:LINE` shows it in its source."
)
_IDLE = {"storage", "report", "evaluation", "gates"}  # without effect on the dataset


def made_with(file: Path | None) -> dict[str, Any]:
    """What the stage `code` wrote about a source, for the metrics; nothing where that stage did not run."""
    if file is None or not file.is_file():
        return {}
    return {MADE_WITH: json.loads(file.read_text(encoding="utf-8"))}


def write(
    folder: Path,
    matter: Mapping[str, Any],
    text: str,
    package: Package,
    figures: Mapping[str, Any] | None = None,
) -> None:
    """Write a card, README.md, and `croissant.json` where `package.formats` has it.

    Args:
        folder: of the dataset, with all its other files.
        matter: front matter for Hugging Face's tools, by `front_matter.front_matter`.
        text: as Markdown.
        package: what was asked for.
        figures: of the metrics: what the dataset was made with.
    """
    head = yaml.safe_dump(dict(matter), sort_keys=False, allow_unicode=True)
    whole = f"---\n{head}---\n{text}{_loading(matter)}{_libraries((figures or {}).get(MADE_WITH))}"
    (folder / "README.md").write_text(whole, encoding="utf-8", newline="\n")
    if "croissant" in package.formats:
        croissant.write(folder, matter)


def _loading(matter: Mapping[str, Any]) -> str:
    """How each configuration is opened."""
    lines = [f'load_dataset("FOLDER", "{one["config_name"]}")' for one in matter.get("configs", ())]
    code = "\n".join(["from datasets import load_dataset", "", *lines])
    return f"\n## Loading\n\n```python\n{code}\n```\n" if lines else ""


def _libraries(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return ""
    listed = ", ".join(f"{name} {version}" for name, version in found["libraries"].items())
    return (
        "\n## Libraries\n\nMade with Python "
        f"{found['python']} and these libraries; others may give other dialogues: {listed}.\n"
    )


def sizes(statistics: Statistics, names: Mapping[str, str], source: str) -> str:
    """A table of all languages and splits."""
    further = [unit for unit in SIZES if any(unit in counts["all"] for counts in statistics.values())]
    units = (source, "dialogues", "utterances", *further)
    lines = [
        f"| language | split | {' | '.join(units)} | turns per dialogue |",
        "|---" * (len(units) + 3) + "|",
    ]
    for language, counts in statistics.items():
        for split in (*SPLIT_NAMES, "all"):
            number = counts[split]
            mean = number["utterances"] / number["dialogues"] if number["dialogues"] else 0
            cells = [f"{number[key]:,}" for key in units]
            lines.append(f"| {names[language]} | {split} | {' | '.join(cells)} | {mean:.2f} |")
    return "\n".join(lines)


def splits(
    statistics: Statistics, names: Mapping[str, str], methods: Mapping[str, str], params: Split
) -> str:
    """How works were assigned to splits, and which splits are empty or far from their share."""
    said = []
    for method, how in _METHODS.items():
        if listed := [names[language] for language, used in methods.items() if used == method]:
            said.append(f"{how} (`{method}`): {', '.join(listed)}.")
    for language, method in methods.items():
        utterances = {split: statistics[language][split]["utterances"] for split in SPLIT_NAMES}
        if method and (sentence := remark(utterances, method, params)):
            said.append(f"{names[language]}: {sentence}")
    return "\n".join(f"- {one}" for one in said)


_METHODS = {
    "hash": "Assigned to splits by a hash of the work's id alone",
    "size": "Assigned in the order of that hash, by numbers of utterances, until each split has its share",
}


def forms(package: Package, *, normalised: bool, chats: Mapping[str, Mapping[str, int]] | None = None) -> str:
    """A section with a line for each form, and what is in the chats of each language, if counted."""
    said = ", normalised," if normalised else ""
    texts = {
        "parquet": "`<language>/<split>.parquet` opens with `datasets.load_dataset(FOLDER, LANGUAGE)`.",
        "jsonl": "`jsonl/` holds the same as chat `messages`.",
        "messages": "`messages/<language>/<split>.parquet` holds these `messages`: "
        "`datasets.load_dataset(FOLDER, LANGUAGE-messages)`.",
        "sharegpt": "`sharegpt/` holds them as `conversations` of ShareGPT.",
        "prompts": "`prompts/` holds them as `prompt` and `completion`, the last message of the assistant.",
        "parlai": "`parlai/` holds them in the dialogue format of ParlAI.",
        "text": f"`text/` holds an utterance a line{said} with an empty line after each dialogue; "
        "validation is `dev.txt` there.",
        "lccc": f"`lccc/<language>.json` is the release form of LCCC: lists of utterances{said} under "
        "`train`, `valid` and `test`, a dialogue a line.",
        "rows": f'`rows/` holds rows `{{"dialog": […]}}` of utterances{said} as JSON Lines.',
        "tsv": f"`tsv/` holds a dialogue a line, utterances{said} between tabs; tabs and line ends inside "
        "them are blanks.",
        "characters": "`characters/<language>.json` is as `lccc/`, with a blank between all characters, as "
        "in the files of the LCCC release.",
        "pairs": "`pairs/<language>/<split>.parquet` has a row for each two neighbouring turns: dialogue, "
        "the places of trigger and answer in it, and the milliseconds between them where there are times.",
        "json": f"`json/<language>/<split>.json` is a list of such pairs{said}, with the texts of both.",
        "xml": f"`xml/<language>/<split>.xml` is the same as elements{said}.",
        "legacy": f"`legacy/<split>/` holds the same in the text format of the Subtle corpus{said}, in files "
        "named as there (`eng.txt`). Where there are no times, `Diff` is 2147483647.",
        "parallel": f"`parallel/<language>/<split>.source.txt` has a trigger a line{said} and `.target.txt` "
        f"its answer; validation is {package.validation_pairs:,} pairs of its split at most, drawn at "
        "random, and training has no pair of the other splits word for word.",
        "convokit": "`convokit/<language>/` opens with `convokit.Corpus(filename=FOLDER)`; a conversation's "
        "`meta` has its split, and speakers are those of one document.",
        "croissant": "`croissant.json` describes the Parquet files (Croissant 1.0).",
    }
    lines = [texts[name] for name in package.formats]
    if not {*chat.FORMS}.isdisjoint(package.formats):
        lines += [
            _ROLES[package.roles],
            *(_chats(language, counts) for language, counts in (chats or {}).items()),
        ]
    if not {*ids.FORMS}.isdisjoint(package.formats):
        lines.append(_IDS)
    return "## Files\n\n" + "\n".join(f"- {line}" for line in lines)


_ROLES = {
    "speaker": "Messages follow who speaks: neighbouring turns of a known speaker are one message, and each "
    "known speaker has one role in a dialogue. Of more than two, one is the assistant, and what the others "
    "say in between is one message of the user, with their names before it.",
    "participants": "Messages follow who speaks: neighbouring turns of a known speaker are one message. In "
    "dialogues of more than two, messages begin with the name of who speaks, and the roles alternate.",
    "alternate": "Neighbouring turns of a known speaker are one message; the roles alternate.",
}


def _chats(language: str, counts: Mapping[str, int]) -> str:
    if not counts:
        return f"{language}: no messages."
    return (
        f"{language}: {counts['messages']:,} messages of {counts['turns']:,} turns, in "
        f"{counts['dialogues']:,} dialogues; {counts['assistant']:,} end with the assistant. Left out: "
        f"{counts['left_out']:,} dialogues in which no message answers another (their ids are in `.left_out` "
        f"beside the files) and {counts['turns_left_out']:,} turns at the ends of others."
    )


def privacy(params: Params) -> str:
    """What is masked, or that nothing is."""
    if params.privacy == "off":
        return (
            "**Nothing is masked**, because `privacy` is off: e-mail addresses, telephone numbers and others "
            "that lead to people stand in the texts as they were written. Look for them before you pass "
            "this on."
        )
    placeholders = ", ".join(f"`<{kind}>` for {what}" for kind, what in KINDS.items())
    return (
        f"Masked before anything else was done, in texts and metadata: {placeholders}. Patterns find most of "
        "them, not all: people still write about themselves and each other, and a text that is public can be "
        "found again. Whoever publishes this dataset, or what was trained on it, answers for that."
    )


def parameter_table(params: Params, sections: Iterable[str]) -> str:
    """A table of the parameters that decide the dataset."""
    values = params.model_dump()
    lines = ["| parameter | value | meaning |", "|---|---|---|"]
    shown = {*sections} - _IDLE - pair_sections(params)
    for parameter in parameters(type(params), shown):
        section, _, name = parameter.key.rpartition(".")
        value = values[section][name] if section else values[name]
        lines.append(f"| `{parameter.key}` | {value} | {parameter.description} ({parameter.unit}) |")
    return "\n".join(lines)
