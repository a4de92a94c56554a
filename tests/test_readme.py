"""What README and CONTRIBUTING say is there."""

import re
from pathlib import Path

import pytest
import typer.main

from dialogue_etl import code_digest
from dialogue_etl.cli import app
from dialogue_etl.params import knobs
from tests.conftest import STAGES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def commands(group, before=()):
    for name, command in group.commands.items():
        if command.hidden:
            continue
        if hasattr(command, "commands"):
            yield from commands(command, (*before, name))
        else:
            yield " ".join((*before, name))


# dvc.yaml and make call these; people need not type them.
CALLED = {"demo", "down", *(f"books {name}" for name in STAGES)}
CALLED |= {stage.replace("-", " ", 1) for stage in code_digest.STAGE_MODULES}
KNOWN = set(commands(typer.main.get_command(app)))
PLACES = re.findall(r"^ {6}([a-z_]+(?:/|\.py))", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)


@pytest.mark.parametrize("command", sorted(KNOWN - CALLED))
def test_every_command_people_type_is_in_the_readme(command):
    assert f"dialogue-etl {command}" in README


def test_every_command_the_readme_shows_exists():
    shown = re.findall(r"^(?:  )?dialogue-etl ((?:books |threads |mix )?[a-z]+)", README, re.MULTILINE)
    assert shown
    assert set(shown) <= KNOWN


def test_every_knob_the_readme_shows_exists():
    known = {knob.key for knob in knobs()}
    sections = {key.partition(".")[0] for key in known if "." in key}
    named = set(re.findall(rf"`((?:{'|'.join(sections)})\.[a-z_]+)`", README)) - {"books.tsv"}
    assert named
    assert named <= known


@pytest.mark.parametrize("path", PLACES)
def test_every_place_contributing_names_exists(path):
    assert (ROOT / "dialogue_etl" / path).exists()
