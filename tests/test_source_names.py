"""What is shared names no source: another one is a folder of `sources/`, with nothing to change elsewhere."""

import ast
import re
from pathlib import Path

from dialogue_etl.sources import SOURCES

ROOT = Path(__file__).parents[1]
ALLOWED = (
    *("sources/", "derived/", "cli/source_commands/", "core/parameters/origins.py", "sample/"),
    # The public face offers what each source can do with a file. Converted corpora are read by the maps of
    # threads' forms: one reader for each form.
    *("__init__.py", "api/", "corpora/"),
)
PACKAGES = {
    "emotions",
    "generative",
    "retrieval",
}  # what is shared has packages of these names too, of all that needs no dataset


def shared():
    for package in (ROOT / "dialogue_etl", ROOT / "plugins"):
        for path in sorted(package.rglob("*.py")):
            name = path.relative_to(package).as_posix()
            if not name.startswith(ALLOWED) and path.name != "parameters.py":
                yield path


def docstrings(tree):
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    bodies = [node.body for node in ast.walk(tree) if isinstance(node, kinds)]
    return {id(statement.value) for body in bodies for statement in body if isinstance(statement, ast.Expr)}


def words(path):
    """The words of string constants but for docstrings, of names, and of imported modules."""
    tree = ast.parse(path.read_text("utf-8"))
    prose = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            # In a sentence only what looks like a stage or a path: `books-extract`, `data/books`.
            pattern = r"[a-z]+(?=[-/])|(?<=[-/])[a-z]+" if " " in node.value else r"[a-z]+"
            yield from re.findall(pattern, node.value)
        elif isinstance(node, ast.ImportFrom):
            yield from (node.module or "").split(".")
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Name):
            yield node.id


def test_shared_code_names_no_source():
    named = {
        path.relative_to(ROOT).as_posix(): SOURCES.keys() & set(words(path)) - PACKAGES for path in shared()
    }
    assert len(named) > 200
    assert not {path: sources for path, sources in named.items() if sources}
