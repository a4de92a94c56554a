import subprocess
import sys

import pytest

from dialogue_etl.text.normalise import library, lower, normaliser

LINE = "“Don’t—_never_,” said É. Müller... ’TIS"


@pytest.mark.parametrize(
    ("parameters", "after"),
    [
        ({}, "“ do n't — never , ” said é. müller … 'tis"),
        ({"lower_case": False}, "“ Do n't — never , ” said É. Müller … 'TIS"),
        ({"tokenise": False}, "“don't—never,” said é. müller… 'tis"),
        ({"apostrophes": "keep"}, "“ do n’t — never , ” said é. müller … ’tis"),
        (
            {"lower_case": False, "tokenise": False, "apostrophes": "keep"},
            "“Don’t—never,” said É. Müller… ’TIS",
        ),
        # These profiles look at no other parameter.
        ({"profile": "clean"}, "“Don’t—never,” said É. Müller… ’TIS"),
        (
            {"profile": "reference", "lower_case": False, "tokenise": False, "apostrophes": "keep"},
            "dontnever , said e . muller . . . tis",
        ),
    ],
)
def test_each_parameter_does_one_thing(parameters, after):
    assert normaliser("en", **{"profile": "training", **parameters})(LINE) == after


@pytest.mark.parametrize(
    ("before", "after"), [("ΟΔΟΣ ΣΑΣ", "οδος σας"), ("H\u0331", "\u1e96"), ("ÆØÅ", "æøå")]
)
def test_lower_case_knows_the_final_sigma_and_stays_composed(before, after):
    assert lower(before) == after


def test_the_library_is_named_with_its_version():
    assert library("training").startswith("spacy 3.")
    assert library("reference").startswith("nltk 3.10.")
    assert not library("none")


@pytest.mark.parametrize("module", ["dialogue_etl.cli", "dialogue_etl.steps.package"])
def test_nothing_is_imported_that_nobody_asks_for(module):
    code = f"import sys, {module}; print(sorted({{'spacy', 'nltk'}} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
