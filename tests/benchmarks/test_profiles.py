import pytest
from typer.testing import CliRunner

from benchmarks import corpus, profiles
from benchmarks.profiles import WAYS

BOOK = "“Where do you come from?” said Emma.\n\n“From town,” he said.\n\n“Stay here.”\n\n" * 20


@pytest.mark.slow
@pytest.mark.long
def test_both_profiles_run_over_the_sample(tmp_path):
    smallest = str(corpus.SMALLEST)
    arguments = ["benchmark", "--megabytes", smallest, "--runs", "1", "--corpora", str(tmp_path)]
    answer = CliRunner().invoke(profiles.app, arguments)
    assert answer.exit_code == 0, answer.output
    assert [line.split(": ")[0] for line in answer.output.splitlines()] == list(WAYS)
