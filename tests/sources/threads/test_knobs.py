"""Every knob of threads does something, and re-runs the stages that read it and no other."""

import shutil
from dataclasses import replace

import pytest

from dialogue_etl import params
from dialogue_etl.sources.threads.ingest import TooManyError
from tests.conftest import declared_knobs, quick_runtime, tree
from tests.sources.threads import corners
from tests.sources.threads.building import STAGES, Build, values
from tests.sources.threads.knob_tables import CHANGED, CHECK, CLASSIFY, JUDGE, RERUNS, RULES, SAYING, TRAIN
from tests.test_knobs import Recorder

KEYS = [knob.key for knob in params.knobs("threads")]
# Of a model to fine-tune: tests/sources/threads/classify/test_transformer.py, which asks no hub.
FINE_TUNING = {"classify.model_id", "classify.epochs", "classify.learning_rate"}
NOT_IN_TABLES = {*FINE_TUNING, "threads.max_quarantined", "report.examples"}
NOT_IN_TABLES |= {key for key in KEYS if key.startswith("gates.")}  # tests/test_gates.py


@pytest.fixture(scope="session")
def embedded(tmp_path_factory):
    """All stages over the embedded sample; no test changes it."""
    return Build(tmp_path_factory.mktemp("threads") / "sample", values(), quick_runtime()).run()


@pytest.fixture(scope="session")
def noisy(tmp_path_factory):
    """All stages over a corpus in which every rule finds something, and one to train on."""
    folder = tmp_path_factory.mktemp("noisy")
    places = {
        name: getattr(corners, name)(folder / name) for name in ("corpora", "blacklists", "annotations")
    }
    changes = {"threads.source": "corpora", "classify.min_labels": 20, "storage.shards": 1}
    return Build(folder / "build", values(changes), quick_runtime(), **places).run(*STAGES)


def read_by(key):
    """The stages that a knob re-runs, but for those that only say what it is."""
    reading = RERUNS[key] - {*SAYING, CHECK} or RERUNS[key] - {CHECK}
    if TRAIN in reading:
        reading = reading | {JUDGE}  # what comes of another model
    names = {stage.partition("-")[2] for stage in reading}
    return [name for name in STAGES if name in names]


def outputs(build, names):
    """The tables of stages; the card and the report state every knob whether it does something or not."""
    found = {}
    for name in names:
        if name != "train":
            folder = build.stages / ("dataset" if name == "package" else name)
            found |= {f"{name}/{file}": digest for file, digest in tree(folder).items()}
    return {name: digest for name, digest in found.items() if not name.endswith(("README.md", "report.html"))}


@pytest.fixture(scope="session")
def in_one_language(noisy, tmp_path_factory):
    """The corpus in which every rule finds something, of one language: little to run again."""
    made = {}
    for language in ("en", "zh"):
        build = noisy.copied(tmp_path_factory.mktemp(language), {"threads.languages": [language]})
        for folder in build.stages.glob(f"*/{'zh' if language == 'en' else 'en'}"):
            shutil.rmtree(folder)
        made[language] = build
    return made


def test_the_tables_hold_every_knob():
    assert set(CHANGED) == set(KEYS)
    assert set(RERUNS) == set(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_knob_reruns_the_stages_that_declare_it(key):
    assert {stage for stage, keys in declared_knobs("threads").items() if key in keys} == RERUNS[key]


@pytest.mark.parametrize("key", [key for key in KEYS if key not in NOT_IN_TABLES])
def test_no_knob_is_dead(embedded, noisy, in_one_language, tmp_path, key):
    changes, context = CHANGED[key]
    assert key in changes
    base = embedded
    if key in RULES or key in CLASSIFY:
        base = in_one_language["zh" if key in RULES else "en"]
    elif key == "threads.source":
        base = replace(embedded, corpora=noisy.corpora)
    stages = read_by(key)
    if context:
        base = base.copied(tmp_path / "base", context).run(*stages)
    changed = base.copied(tmp_path / "changed", changes).run(*stages)
    assert changed.params != base.params
    assert outputs(changed, stages) != outputs(base, stages)


def test_the_share_that_may_be_quarantined_decides_whether_a_cut_line_is_too_much(embedded, tmp_path):
    changes, _ = CHANGED["threads.max_quarantined"]
    with pytest.raises(TooManyError, match=r"threads\.max_quarantined is 0, but 1 of "):
        embedded.copied(tmp_path / "changed", changes).run("ingest")


def test_the_number_of_examples_changes_the_report(noisy, tmp_path):
    changed = noisy.copied(tmp_path / "changed", CHANGED["report.examples"][0]).run("report")
    before, after = ((made.stages / "report" / "report.html").stat().st_size for made in (noisy, changed))
    assert after < before - 500  # not only the knob's own line


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_reads_no_knob_that_it_does_not_declare(noisy, tmp_path, stage):
    seen: set[str] = set()
    again = noisy.copied(tmp_path / "again")
    replace(again, params=Recorder(noisy.params, seen)).run(stage)
    # The command itself checks that its --language is one of the languages.
    assert seen - {"threads.languages"} <= declared_knobs("threads")[f"threads-{stage}"]
    assert seen


@pytest.mark.parametrize("stage", STAGES)
def test_knobs_that_a_stage_does_not_declare_change_nothing_of_it(noisy, tmp_path, stage):
    # `threads.languages` decides which stages there are; split.train brings its neighbours along.
    others = set(KEYS) - declared_knobs("threads")[f"threads-{stage}"]
    others -= {"threads.languages", "split.validation", "split.test"}
    changes = {name: value for key in sorted(others) for name, value in CHANGED[key][0].items()}
    again = noisy.copied(tmp_path / "again", changes).run(stage)
    assert tree(again.folder) == tree(noisy.folder)
    if changes:
        assert again.params != noisy.params


def test_a_stage_leaves_the_outputs_of_the_others_alone(noisy, tmp_path):
    again = noisy.copied(tmp_path / "again", {"rules.hashtags": "off"}).run("rules")
    before, after = tree(noisy.folder), tree(again.folder)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert changed
    assert all("threads/rules/" in name for name in changed)
