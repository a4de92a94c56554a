import random

import numpy as np
import pytest
from typer.testing import CliRunner

from dialogue_etl.audit import form
from dialogue_etl.audit.answers import read as read_answers
from dialogue_etl.audit.strata import Request, _chosen, sheet
from dialogue_etl.audit.tally import agreements, tables
from dialogue_etl.cli.audit import app
from dialogue_etl.core import shards
from dialogue_etl.labels import annotations
from dialogue_etl.labels.classifiers.classifier import load, load_card
from dialogue_etl.sources import SOURCES
from tests.audit.conftest import answered
from tests.labels import made
from tests.labels.made import Run

THREADS = SOURCES["threads"]


@pytest.fixture(scope="module")
def stages(tmp_path_factory):
    """The stages of a corpus of topics, of which one answer in ten is of another topic."""
    folder, dice = tmp_path_factory.mktemp("threads"), random.Random(1)
    rows = made.corpus()
    for row in dice.sample(rows, len(rows) // 10):
        row["turns"][1]["text"] = " ".join(dice.choice(made.WORDS)[:4])
    run = Run(folder, made.write(folder / "rules" / "en", dialogues=rows))
    run.train(context="off")
    (folder / "train" / "noise").rename(folder / "noise")
    (folder / "train" / "en").mkdir()
    (folder / "noise").rename(folder / "train" / "en" / "noise")
    with shards.ShardWriter(folder / "ingest" / "en", 0, 1, [], **THREADS.schemas):
        pass  # of threads without a title there is nothing to say
    return folder


def test_every_range_of_scores_is_judged_and_weights_make_up_for_it(stages):
    units = sheet(THREADS, stages, "en", Request(pairs=60))
    assert len(units) == 60
    assert len({unit.turns for unit in units}) == 60
    assert units == sheet(THREADS, stages, "en", Request(pairs=60))
    assert units != sheet(THREADS, stages, "en", Request(pairs=60, seed=1))
    folder = stages / "train" / "en" / "noise"
    scores = load(folder, load_card(folder)).scores([unit.turns for unit in units])
    plain = sheet(THREADS, stages, "en", Request(pairs=60, strata=1))
    assert {unit.weight for unit in plain} == {1.0}
    others = load(folder, load_card(folder)).scores([unit.turns for unit in plain])
    assert scores.mean() > 1.5 * others.mean(), "noise is drawn oftener than it is"
    weighed = np.average(scores, weights=[unit.weight for unit in units])
    assert weighed == pytest.approx(others.mean(), abs=0.04)


@pytest.mark.parametrize("number", [0, 1, 7, 200])
def test_what_a_range_has_not_is_left_to_the_others(number):
    scores = np.array([0.1] * 100 + [0.9] * 3)[:number]
    chosen = _chosen(scores, Request(pairs=20, strata=5))
    assert len(chosen) == min(number, 20)
    assert sum(chosen.values()) == pytest.approx(len(chosen), abs=0.01)
    assert sum(scores[place] == 0.9 for place in chosen) == max(0, min(number - 100, 3))


def test_two_judge_a_sheet_and_what_they_agree_on_is_learnt(stages, tmp_path):
    units = sheet(THREADS, stages, "en", Request(pairs=40))
    page = form.render(units, form.Sheet("noise"))
    assert '"file":"noise"' in page
    bad = [number % 4 == 0 for number in range(40)]
    files = []
    for who in ("Ann", "Bob"):
        wrong = [bad[0] ^ (who == "Bob"), *bad[1:]]
        said = ["irrelevant incomplete" if one else "no_error" for one in wrong]
        files.append(answered(tmp_path / f"noise-{who}.jsonl", who, dict(zip(units, said, strict=True))))
    answered(tmp_path / "noise-Cyd.jsonl", "Cyd", {units[1]: "no_error", units[2]: ""})
    given = read_answers(files).given
    [table] = tables(given)
    assert (table.kind, table.units, table.lines[0].paper) == ("noise", 40, None)
    assert next(one for one in agreements(given) if one.key == "no_error").agreed == 39
    found = annotations.read(tmp_path, "noise", "en", 0)
    assert len(found.examples) == 39
    assert sum(one.bad for one in found.examples) == 9
    assert found.origins == {unit.source_id for unit in units}
    assert {one.texts: one.weight for one in found.examples}.items() <= {
        unit.turns: unit.weight for unit in units
    }.items()
    [said] = found.left_out
    assert "labelled both ways equally often" in said


def test_without_a_source_the_one_with_a_classifier_is_judged(stages, tmp_path):
    data, page = tmp_path / "data", tmp_path / "noise.html"
    books = SOURCES["books"]
    (data / books.name / books.documents[0]).mkdir(parents=True)
    (data / "threads").symlink_to(stages)
    command = ["noise", "--language", "en", "--pairs", "9", "--data", str(data), "--output", str(page)]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert "en: 9 pairs" in done.output
    assert page.is_file()
