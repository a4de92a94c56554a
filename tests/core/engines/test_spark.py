"""Stages on a Spark cluster, a master and two workers: the same bytes as here, whoever is killed."""

import os
import shutil
import subprocess
import sys
import threading
import time
from dataclasses import replace

import pytest

from benchmarks import corpus
from benchmarks.cluster import cluster
from dialogue_etl.core.engines import spark
from dialogue_etl.core.engines.engine import engine_of
from dialogue_etl.core.engines.spark import SparkFailedError
from dialogue_etl.sources.books import extract
from tests.conftest import Build, quick_runtime, sample_params, stage_names, tree
from tests.derived.emotions import test_emotions as emotions
from tests.derived.emotions.labelling.made import package

pytestmark = pytest.mark.spark

SHARDS = 12
CHANGES = {"languages": ["en"], "storage.shards": SHARDS}
SOURCES = ("books", "threads", "subtitles", "mix")
work = extract._shard


def slowly(job, folder):
    """The work of extraction, in time to be killed."""
    time.sleep(1)
    return work(job, folder)


def fail(number):
    raise ValueError(number)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    with cluster(tmp_path_factory.mktemp("spark")) as made:
        os.environ.update(made.variables)
        yield made


@pytest.fixture
def on_spark(running):
    return quick_runtime(workers=2, alone_below=0, engine="spark", spark_master=running.master)


def test_every_stage_of_every_source_writes_the_same_bytes(tmp_path, on_spark):
    for name, runtime in (("here", quick_runtime()), ("spark", on_spark)):
        for source in SOURCES:
            values = sample_params({"storage.shards": 3})
            Build(tmp_path / name, values, runtime, source=source).run(*stage_names(source))
        run = emotions.Run(tmp_path / name / "labels")
        run.runtime = runtime
        package(run.data, emotions.DIALOGUES)
        run.all()
    here = tree(tmp_path / "here")
    assert tree(tmp_path / "spark") == here
    assert {path.split("/")[1] for path in here if path.startswith("data/")} == set(SOURCES)


@pytest.fixture
def extracted(build, tmp_path):
    """Books that are extracted, some in each shard."""
    made = build(CHANGES, name="here")
    grown = corpus.get(corpus.Recipe(None, "en", shards=SHARDS), 6, tmp_path / "corpora")
    shutil.copytree(grown.folder, made.stages / "download" / "en")
    return made.run("works", "prefilter", "extract")


def finished(store):
    return {path.parent: path.stat().st_ino for path in (store / "shards").glob("*/result.json")}


def wait_for(number, store):
    until = time.monotonic() + 300
    while len(finished(store)) < number:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_workers_killed_in_the_midst_of_their_work_change_no_byte(extracted, running, on_spark, monkeypatch):
    monkeypatch.setattr(extract, "_shard", slowly)
    again = replace(extracted.copied(extracted.folder.with_name("again")), runtime=on_spark)
    at_work = threading.Thread(target=again.run, args=("extract",))
    at_work.start()
    for number, shards in enumerate((1, SHARDS // 2)):
        wait_for(shards, on_spark.store)
        # Looked at before another worker starts: on a busy machine that takes longer than all shards.
        assert len(finished(on_spark.store)) < SHARDS
        running.kill_worker(number)
    for _ in range(2):
        running.add_worker()
    at_work.join()
    assert len(running.workers) == 4
    assert tree(again.folder) == tree(extracted.folder)


def drive(folder, store, master):
    """Extract, as a program of its own."""
    extract._shard = slowly
    runtime = quick_runtime(workers=2, alone_below=0, engine="spark", spark_master=master, store=store)
    Build(folder, sample_params(CHANGES), runtime).run("extract")


def test_after_a_killed_driver_the_next_one_goes_on(extracted, running, tmp_path):
    # The first that comes has all cores of a standalone cluster.
    spark._context(running.master).stop()
    spark._context.cache_clear()
    again = extracted.copied(extracted.folder.with_name("again"))
    command = f"""
from pathlib import Path
from tests.core.engines.test_spark import drive
drive(Path({str(again.folder)!r}), Path({str(tmp_path / "store")!r}), {running.master!r})
"""
    driver = subprocess.Popen([sys.executable, "-c", command], cwd=tmp_path)
    try:
        wait_for(SHARDS // 3, tmp_path / "store")
    finally:
        driver.kill()
        driver.wait()
    before = finished(tmp_path / "store")
    assert len(before) < SHARDS
    assert subprocess.run([sys.executable, "-c", command], cwd=tmp_path, check=True, timeout=600)
    assert tree(again.folder) == tree(extracted.folder)
    assert before.items() <= finished(tmp_path / "store").items()


def test_an_error_in_a_shard_is_the_drivers(on_spark):
    with pytest.raises(ValueError, match="0"):
        list(engine_of(on_spark).map(fail, range(3), 2))


def test_results_come_in_order_and_a_consumer_may_stop(on_spark):
    results = engine_of(on_spark).map(abs, range(0, -40, -1), 2)
    assert [next(results) for _ in range(30)] == list(range(30))
    results.close()


def test_no_cluster_is_a_sentence(on_spark):
    with pytest.raises(SparkFailedError, match="spark_master nowhere: no connection"):
        list(engine_of(on_spark.model_copy(update={"spark_master": "nowhere"})).map(abs, range(3), 2))
