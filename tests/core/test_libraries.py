"""The versions of libraries are part of what stages, finished shards and versions depend on."""

import importlib.metadata
import json
import re
import sys
import tomllib

import pytest

from dialogue_etl.core import libraries, store
from dialogue_etl.pipeline import code_digest, stages
from dialogue_etl.sources import SOURCES
from tests.conftest import REGISTRY, ROOT


@pytest.fixture(scope="module")
def found():
    graph, known = code_digest.import_graph(), code_digest.Distributions()
    return {name: code_digest.digest(stage, graph, known)["libraries"] for name, stage in REGISTRY.items()}


def test_versions_are_those_that_python_imports():
    for name, version in libraries.installed().items():
        assert importlib.metadata.version(name) == version, name


def test_the_first_of_two_installed_versions_counts(tmp_path, monkeypatch):
    for place, version in (("one", "9.1"), ("other", "9.2")):
        (tmp_path / place / f"Some_Thing-{version}.dist-info").mkdir(parents=True)
        monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path / place)])
    assert libraries.versions(["some-thing", "absent"]) == {"some-thing": "9.1"}


def test_each_stage_has_the_libraries_of_its_own_code(found):
    using = {name for name, versions in found.items() if "emoji" in versions}
    assert using == {
        *("threads-rules", "threads-classify", "threads-report"),  # which all cut utterances
        *("subtitles-clean", "subtitles-report"),
    }
    assert found["threads-rules"]["emoji"] == importlib.metadata.version("emoji")
    assert {"scikit-learn", "scipy", "numpy"} <= {*found["threads-classify"]}
    assert "spacy" in found["retrieval-evaluate"]  # its words are imported by a name made at run time
    assert "regex" in found["books-package"]  # NLTK splits words with it
    assert not {*found["books-split"]} & {"rich", "pydantic", "requests", "tqdm", "apache-airflow", "dvc"}


def test_every_declared_dependency_is_behind_a_stage_or_without_effect(found):
    """Those are also what the key of a finished shard has."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    names = {libraries.normalised(re.match(r"[\w.-]+", one)[0]) for one in declared}
    used = {name for versions in found.values() for name in versions}
    assert names == (names & libraries.WITHOUT_EFFECT) | (names & used)
    assert not used & libraries.WITHOUT_EFFECT
    assert {*libraries.declared()} >= names - libraries.WITHOUT_EFFECT


def test_a_file_per_source_has_the_libraries_behind_its_dataset(tmp_path, found):
    code_digest.write_digests(tmp_path / "code", stages.read(ROOT).values(), {})
    behind = {name: json.loads((tmp_path / "code" / f"{name}.json").read_text()) for name in SOURCES}
    assert behind["threads"]["python"] == f"{sys.version_info.major}.{sys.version_info.minor}"
    assert behind["threads"]["libraries"].items() >= found["threads-rules"].items()
    assert "pandas" not in behind["threads"]["libraries"]  # the report's


def test_finished_shards_of_other_libraries_are_not_taken(monkeypatch):
    keys = set()
    for versions, python in (({"emoji": "1"}, "3.11"), ({"emoji": "2"}, "3.11"), ({"emoji": "2"}, "3.12")):
        monkeypatch.setattr(libraries, "declared", lambda versions=versions: versions)
        monkeypatch.setattr(libraries, "python", lambda python=python: python)
        store.code_digest.cache_clear()
        keys.add(store.code_digest())
    store.code_digest.cache_clear()
    assert len(keys) == 3


def test_tests_and_image_have_the_same_versions():
    """Else what CI has tested is not what a team runs: `make lock` compiles both."""
    locked = [
        dict(re.findall(r"^([\w.-]+)==([^ \n]+)", (ROOT / name).read_text("utf-8"), re.MULTILINE))
        for name in ("requirements.lock", "docker/requirements.lock")
    ]
    shared = locked[0].keys() & locked[1].keys()
    assert len(shared) > 150
    assert {name: locked[0][name] for name in shared} == {name: locked[1][name] for name in shared}
