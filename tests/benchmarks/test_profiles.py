from itertools import count

import pytest
from typer.testing import CliRunner

from benchmarks import corpus, profiles
from benchmarks.profiles import DEFAULT, REFERENCE, WAYS, lines, spent

BOOK = "“Where do you come from?” said Emma.\n\n“From town,” he said.\n\n“Stay here.”\n\n" * 20


def test_every_way_is_measured_over_all_books(monkeypatch):
    taken = []
    monkeypatch.setattr(profiles, "extract_book", lambda id, text, language, params: taken.append(params))
    assert spent(["a", "b"], "en", clock=count().__next__) == dict.fromkeys(WAYS, 1)
    first = 1  # of each way, which is not counted
    assert [taken.count(params) for params in WAYS.values()] == [first + 2] * len(WAYS)


def test_real_time_is_spent():
    assert min(spent([BOOK], "en").values()) > 0


def test_the_reference_is_the_measure_of_all():
    said = dict(line.split(": ") for line in lines(20, {DEFAULT: 1.0, REFERENCE: 0.25}))
    assert said == {
        DEFAULT: "20.0 MB/CPU-s, 0.25 of the reference's",
        REFERENCE: "80.0 MB/CPU-s, 1.00 of the reference's",
    }


def test_a_language_without_reference_is_measured_all_the_same(monkeypatch):
    monkeypatch.setattr(profiles, "extract_book", lambda *_: None)
    seconds = spent(["a"], "fr", clock=count().__next__)
    assert list(seconds) == [way for way in WAYS if way != REFERENCE]
    assert lines(20, seconds)[0] == f"{DEFAULT}: 20.0 MB/CPU-s"


@pytest.mark.slow
def test_both_profiles_run_over_the_sample(tmp_path):
    smallest = str(corpus.SMALLEST)
    arguments = ["benchmark", "--megabytes", smallest, "--runs", "1", "--corpora", str(tmp_path)]
    answer = CliRunner().invoke(profiles.app, arguments)
    assert answer.exit_code == 0, answer.output
    assert [line.split(": ")[0] for line in answer.output.splitlines()] == list(WAYS)
