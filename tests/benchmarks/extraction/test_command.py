"""The document of the repository follows from the rules."""

import pytest

from benchmarks.extraction.switches import rules, switches
from tests.conftest import ROOT

DOCUMENT = ROOT / "benchmarks" / "extraction.md"


@pytest.mark.parametrize("name", switches())
def test_the_document_of_the_repository_has_every_rule(name):
    """Run `python -m benchmarks.extraction` again after adding or removing a rule."""
    assert f"| `{name}: false` |" in DOCUMENT.read_text("utf-8")


def test_the_document_of_the_repository_describes_the_rules_as_their_parameters_do():
    written = DOCUMENT.read_text("utf-8")
    stale = [
        rule.name
        for rule in rules()
        if f"| `{rule.name}` | {rule.description} | {rule.source} |" not in written
    ]
    assert not stale
