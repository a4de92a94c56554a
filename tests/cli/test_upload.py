"""`dialogue-etl upload` against a loopback server that answers as the Hub does."""

import base64
import json
import re

import pyarrow.parquet as pq
import pytest
from werkzeug import Response

from dialogue_etl.core.parameters.model import Package
from dialogue_etl.formats import card, shards
from dialogue_etl.formats.front_matter import front_matter
from tests.formats.test_chat import written


@pytest.fixture
def dataset(tmp_path):
    folder = written(tmp_path / "dataset", ["parquet", "jsonl"])
    matter = front_matter(folder, name="D", tags=[], languages=["en"], dialogues=3, rights=["CC BY 4.0"])
    card.write(folder, matter, "\n# D\n", Package())
    return folder


@pytest.fixture
def hub(httpserver, monkeypatch, tmp_path):
    """The requests that would change something, by the end of their path."""
    constants = pytest.importorskip("huggingface_hub.constants")

    monkeypatch.setattr(constants, "ENDPOINT", httpserver.url_for("").rstrip("/"))
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_XET", True)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setenv("HF_TOKEN", "hf_made_up")
    monkeypatch.setenv("HF_HOME", str(tmp_path / "home"))
    asked = {}

    def answer(request):
        asked[request.path.rpartition("/api/")[2]] = request.get_data().decode()
        if "preupload" in request.path:
            files = [{"path": one["path"], "uploadMode": "regular"} for one in request.get_json()["files"]]
            return Response(json.dumps({"files": [{**one, "shouldIgnore": False} for one in files]}))
        url = f"{constants.ENDPOINT}/datasets/a/b"
        refused = "no-such-licence" in asked.get("validate-yaml", "")
        return Response(
            '"license" must be one of ...'
            if refused
            else json.dumps({"url": url, "commitUrl": url, "commitOid": "1"}),
            status=400 if refused else 200,
        )

    httpserver.expect_request(re.compile("/api/.*")).respond_with_handler(answer)
    return asked


def sent(hub):
    """The content of each file that was sent."""
    lines = [json.loads(line) for line in hub["datasets/a/b/commit/main"].splitlines()]
    files = [one["value"] for one in lines if one["key"] == "file"]
    return {one["path"]: base64.b64decode(one["content"]) for one in files}


def test_without_send_nothing_is_sent(command, dataset, hub):
    said = command("upload", "a/b", "--folder", dataset)
    assert "configuration en: train\nlicence: cc-by-4.0\nNothing was sent." in said.out
    assert not hub


def test_all_files_are_sent_after_the_hub_has_checked_the_card(command, dataset, hub):
    assert command("upload", "a/b", "--folder", dataset, "--send").code == 0
    assert json.loads(hub["repos/create"])["visibility"] == "private"
    assert "license: cc-by-4.0" in json.loads(hub["validate-yaml"])["content"]
    files = [path for path in dataset.rglob("*") if path.is_file()]
    assert sent(hub) == {path.relative_to(dataset).as_posix(): path.read_bytes() for path in files}


def test_large_files_are_sent_in_shards_that_open(command, dataset, hub, tmp_path, monkeypatch):
    from datasets import load_dataset

    table = pq.read_table(dataset / "en/train.parquet")
    monkeypatch.setattr(shards, "MEGABYTE", 1)
    options = ["--folder", dataset, "--shard-size", "1", "--output", tmp_path / "written"]
    assert command("upload", "a/b", *options, "--send").code == 0
    assert "File exists" in command("upload", "a/b", *options).err
    names = [f"en/train-{number:05}-of-00003.parquet" for number in range(3)]
    files = sent(hub)
    assert sorted(files) == sorted([*names, "README.md", "jsonl/en/train.jsonl", "jsonl/en/train.left_out"])
    written = tmp_path / "written"
    assert files == {name: (written / name).read_bytes() for name in files}
    opened = load_dataset(str(written), "en", split="train", cache_dir=str(tmp_path / "cache"))
    assert opened["id"] == table.column("id").to_pylist()


def test_a_card_that_is_wrong_stops_it(command, dataset, hub):
    path = dataset / "README.md"
    path.write_text(path.read_text("utf-8").replace("cc-by-4.0", "no-such-licence"), "utf-8")
    said = command("upload", "a/b", "--folder", dataset, "--send")
    assert said.code == 1
    assert '"license" must be one of' in said.err
    assert list(hub) == ["validate-yaml"]
    (dataset / "en/train.parquet").unlink()
    assert "names en/train.parquet, which is not there" in command("upload", "a/b", "--folder", dataset).err
    path.unlink()
    assert "README.md" in command("upload", "a/b", "--folder", dataset).err
