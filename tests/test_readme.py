"""README, CONTRIBUTING and docs: what they say is there; pages written from the code follow from it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer.main

from dialogue_etl.cli.app import app
from dialogue_etl.params import parameters
from docs import generate

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "docs").glob("*.md")}
BY_HAND = "\n".join([README, *(text for name, text in PAGES.items() if name not in generate.PAGES)])


def commands(group, before=()):
    for name, command in group.commands.items():
        if command.hidden:
            continue
        if hasattr(command, "commands"):
            yield from commands(command, (*before, name))
        else:
            yield " ".join((*before, name))


# dvc.yaml and make call these; people need not type them.
CALLED = {"demo", "down", "run"}
KNOWN = set(commands(typer.main.get_command(app)))
PLACES = re.findall(r"^ {6}([a-z_]+(?:/|\.py))", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE)


def test_the_readme_is_short():
    assert len(README.encode()) <= 8192


@pytest.mark.parametrize("page", generate.PAGES)
def test_a_page_that_follows_from_the_code_is_up_to_date(page):
    assert PAGES[page] == generate.PAGES[page](), "run: python -m docs.generate"


@pytest.mark.parametrize("file", generate.FILES)
def test_a_file_that_follows_from_declarations_is_up_to_date(file):
    assert (ROOT / file).read_text("utf-8") == generate.FILES[file](), "run: python -m docs.generate"


def test_every_page_is_linked_from_the_index():
    assert "(docs/index.md)" in README
    linked = set(re.findall(r"\(([a-z]+)\.md\)", PAGES["index"]))
    assert linked == set(PAGES) - {"index"}


@pytest.mark.parametrize("page", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("*/README.md")])
def test_links_to_files_lead_somewhere(page):
    links = re.findall(r"(?<!`)\]\(([^):#]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert not [link for link in links if "." in link and not (page.parent / link).exists()]


@pytest.mark.parametrize("command", sorted(KNOWN - CALLED))
def test_every_command_people_type_is_explained(command):
    assert f"dialogue-etl {command}" in BY_HAND


def test_every_command_shown_exists():
    groups = "(?:agent |audit |books |threads |subtitles |pairs |emotions labels |emotions )?"
    shown = re.findall(rf"^(?:  )?dialogue-etl ({groups}[a-z-]+)", BY_HAND, re.MULTILINE)
    assert shown
    assert set(shown) <= KNOWN


def test_every_parameter_shown_exists():
    known = {parameter.key for parameter in parameters()}
    sections = {key.partition(".")[0] for key in known if "." in key}
    named = set(re.findall(rf"`((?:{'|'.join(sections)})\.[a-z_]+)`", BY_HAND)) - {"books.tsv", "report.html"}
    assert named
    assert named <= known


@pytest.mark.parametrize("path", PLACES)
def test_every_place_contributing_names_exists(path):
    assert (ROOT / "dialogue_etl" / path).exists()


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_examples_in_python_run(page, tmp_path, monkeypatch, sample, capsys):
    """As in a notebook: one after another, in a workspace in which the sample is built."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for name in ("data", "params.yaml"):
        (tmp_path / name).symlink_to((sample.folder if name == "data" else ROOT) / name)
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    examples = re.findall(r"```python\n(.*?)```(?:\n\n```text\n(.*?)```)?", text, re.DOTALL)
    assert examples
    for code, printed in examples:
        exec(code, names)
        out = capsys.readouterr().out
        if printed:
            assert out == printed


def test_the_notebook_runs(tmp_path, monkeypatch):
    """Its cells one after another; the value of the last one is what is left of the forum."""
    monkeypatch.chdir(tmp_path)
    cells = json.loads((ROOT / "docs/tour.ipynb").read_text(encoding="utf-8"))["cells"]
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for code in codes:
        exec(code, names)
    last = codes[-1].rpartition("\n")[2]
    assert eval(last, names) == [[["Is it running?", "It left at nine"]]]


@pytest.mark.long
@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_the_examples_in_python_are_typed(page, tmp_path):
    text = (ROOT / page).read_text(encoding="utf-8")
    (tmp_path / "examples.py").write_text(
        "".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL)), "utf-8"
    )
    command = [sys.executable, "-m", "mypy", "--strict", "examples.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
