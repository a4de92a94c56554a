"""The command, with stages that only say they ran: no program is started, nothing is timed."""

import json

import pytest
from typer.testing import CliRunner

from benchmarks import corpus, stages
from benchmarks.__main__ import app
from benchmarks.corpus import Corpus
from benchmarks.measure import Usage
from benchmarks.stages import Measured

MEGABYTE = 1_000_000
START_UP = 0.5


@pytest.fixture(autouse=True)
def asked(monkeypatch, tmp_path):
    """Corpora of exactly the size asked for; stages of 10 MB per CPU-second and half a second of start-up."""
    asked = []

    def get(recipe, megabytes, corpora):
        size = megabytes or 1
        return Corpus(tmp_path, int(size), int(size * MEGABYTE))

    def run(grown, language, *, last, workers, say):
        asked.append((grown.megabytes, workers))
        cpu = START_UP + (grown.megabytes - 1) / 10
        usage = Usage(cpu, cpu / workers, 100 * MEGABYTE, 50 * MEGABYTE * (workers > 1), cpu)
        return {stage: Measured(usage, {"books": grown.books}) for stage in stages.STAGES}

    monkeypatch.setattr(corpus, "get", get)
    monkeypatch.setattr(stages, "run", run)
    return asked


@pytest.fixture
def benchmark(tmp_path):
    def run(*arguments, name="new.json"):
        output = tmp_path / name
        answer = CliRunner().invoke(app, ["--output", str(output), *map(str, arguments)])
        assert answer.exit_code == 0, answer.output
        return answer.output, json.loads(output.read_text())

    return run


def rows(result, **wanted):
    return [row for row in result["rows"] if wanted.items() <= row.items()]


def test_start_up_is_no_part_of_the_rate(benchmark):
    _, result = benchmark("--megabytes", 64)
    (row,) = rows(result, stage="extract", times=64, workers=1)
    assert row["megabytes_per_cpu_second"] == 10
    assert row["start_up_cpu_seconds"] == START_UP
    assert row["cpu_seconds"] == 6.8


def test_the_whole_is_the_sum_of_its_stages(benchmark):
    _, result = benchmark("--megabytes", 64)
    (row,) = rows(result, stage="whole", times=64, workers=1)
    assert row["megabytes_per_cpu_second"] == pytest.approx(10 / len(stages.WHOLE), abs=0.001)
    assert row["cpu_seconds"] == pytest.approx(len(stages.WHOLE) * 6.8)
    assert row["peak_megabytes"] == 100
    assert set(row["metrics"]) == set(stages.WHOLE)


def test_all_sizes_run_with_the_first_number_of_workers_and_the_largest_with_all(benchmark, asked):
    benchmark("--megabytes", 64, "--growth", "1,4,64", "--workers", 2, "--workers", 1)
    assert asked == [*[(1, 2)] * 3, (1, 2), (4, 2), (64, 2), (64, 1)]


def test_before_and_after(benchmark, tmp_path):
    _, before = benchmark("--megabytes", 64, name="old.json")
    for row in before["rows"]:
        row["cpu_seconds"] = START_UP + 2 * (row["cpu_seconds"] - START_UP)
        row["metrics"] = {stage: {"books": 0} for stage in row["metrics"]} if row["stage"] == "split" else {}
    (tmp_path / "old.json").write_text(json.dumps(before))
    said, _ = benchmark("--megabytes", 64, "--compare", tmp_path / "old.json")
    (line,) = [line for line in said.splitlines() if "extract" in line and "12.6" in line][:1]
    assert "0.5" in line
    assert "other results than before" in said


@pytest.mark.parametrize("options", [("--growth", "0,4"), ("--growth", "x"), ("--stages", "extract,fly")])
def test_wrong_options_are_refused(options, tmp_path):
    answer = CliRunner().invoke(app, ["--output", str(tmp_path / "out.json"), *options])
    assert answer.exit_code == 2
