"""Pairs of the embedded sample: the stage, and the same without a workspace from one file."""

from collections import Counter
from dataclasses import replace

import pytest
import yaml

from dialogue_etl import params
from dialogue_etl.core import shards
from dialogue_etl.core.tables import INTERACTIONS
from dialogue_etl.sources.subtitles import library
from tests.conftest import ROOT, Build, quick_runtime, sample_params, tree

SENTENCES = {"subtitle_pairs.turns": "sentence", "subtitle_pairs.pair_scope": "consecutive"}
WHOLE = {key.partition(".")[2]: value for key, value in SENTENCES.items()}
CLOSE = [{"type": "interval", "max_ms": 500}]
CHANGED = {
    "metadata_filters": [{"type": "subtitle_rating", "exists": True}],
    "producers": [{"type": "stemmer", "target": "answer"}],
    "transformers": [{"type": "uppercase"}],
    "interaction_filters": [{"type": "characters_quantity", "target": "both", "min": 9}],
}


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pairs")
    made = Build(folder, sample_params(), quick_runtime(), source="subtitles")
    return made.run(
        *("download", "read", "films", "sentences", "train", "turns", "dialogues", "clean", "split", "pairs")
    )


@pytest.fixture
def again(sample, tmp_path):
    """The stage with other parameters, beside what it was made from."""

    def run(changes, **runtime):
        for stage in ("clean", "films", "sentences", "split"):
            place = tmp_path / "data/subtitles" / stage
            place.parent.mkdir(parents=True, exist_ok=True)
            if not place.exists():
                place.symlink_to(sample.stages / stage)
        values = params.parse(params.override(sample.params.model_dump(), changes))
        build = replace(sample, folder=tmp_path, params=values, runtime=quick_runtime(**runtime))
        return build.run("pairs")

    return run


def rows(build, table="interactions"):
    return [row for tag in ("en", "pt") for row in build.rows("pairs", tag, table)]


def said(found):
    return [(row["source_id"], row["trigger"], row["answer"], row["interval_ms"]) for row in found]


def test_by_default_every_two_neighbouring_turns_of_a_dialogue_are_a_pair(sample):
    expected = []
    for tag in ("en", "pt"):
        splits = {row["source_id"]: row["split"] for row in sample.rows("split", tag, "splits")}
        for row in sample.rows("clean", tag, "dialogues"):
            for number, (one, other) in enumerate(zip(row["turns"], row["turns"][1:], strict=False)):
                place = (row["id"], number, one["text"], other["text"], splits[row["source_id"]])
                expected.append(place)
    columns = ("dialogue_id", "number", "trigger", "answer", "split")
    found = [tuple(row[name] for name in columns) for row in rows(sample)]
    assert found == expected
    assert len({row["id"] for row in rows(sample)}) == len(found)
    assert not rows(sample, "drops")


def test_read_is_kept_and_dropped_in_tables_and_metrics(again):
    asks = {"type": "text", "target": "trigger", "contains": "?"}
    filters = {"interaction_filters": [*CLOSE, asks], "metadata_filters": CHANGED["metadata_filters"]}
    build = again({"subtitle_pairs": {**WHOLE, **filters}})
    for tag in ("en", "pt"):
        metrics, kept = build.metrics("pairs", tag), build.rows("pairs", tag, "interactions")
        drops, films = build.rows("pairs", tag, "drops"), build.rows("pairs", tag, "pair_documents")
        reasons = Counter((f"{row['unit']}s", row["reason"]) for row in drops)
        told = {(unit, why): each[why] for unit, each in metrics["dropped"].items() for why in each}
        assert told == reasons
        assert {why for _, why in told} <= {"subtitle_rating", "interval", "text.trigger"}
        assert metrics["pairs_in"] == metrics["pairs"] + sum(metrics["dropped"].get("pairs", {}).values())
        gone = sum(row["dropped_by"] is not None for row in films)
        assert metrics["documents_in"] == len(films) == metrics["documents"] + gone
        for name in ("pairs_in", "pairs", "interval_ms_sum"):
            assert metrics[name] == sum(film[name] for film in films)
        counted = {film["id"]: film["pairs"] for film in films if film["pairs"]}
        assert Counter(row["source_id"] for row in kept) == counted
        assert metrics["interval_ms_sum"] == sum(row["interval_ms"] for row in kept)
        assert all(row["interval_ms"] <= 500 and "?" in row["trigger"] for row in kept)
    late = [row for row in rows(build, "drops") if row["reason"] == "interval" and row["value"] is not None]
    assert late
    assert all(row["value"] > row["threshold"] == 500 for row in late)


@pytest.mark.parametrize("name", [*CHANGED, "turns", "pair_scope"])
def test_no_parameter_is_dead(sample, again, name):
    values = CHANGED.get(name, {"turns": "block", "pair_scope": "consecutive"}.get(name))
    changes = {f"subtitle_pairs.{name}": values}
    build = again({**SENTENCES, **changes} if name == "turns" else changes)
    assert said(rows(build)) != said(rows(sample)) or rows(build) != rows(sample)


def test_blocks_are_joined_sentences_and_the_same_bytes_for_any_number_of_workers(sample, again):
    lists = {name: CHANGED[name] for name in ("transformers", "interaction_filters")}
    changes = {"subtitles.languages": ["en"], "subtitle_pairs": {**WHOLE, **lists}}
    one = tree(again(changes).stages / "pairs")
    assert one == tree(again(changes, workers=2, alone_below=0).stages / "pairs")
    sentences = len(rows(again(SENTENCES)))
    blocks = len(rows(again({**SENTENCES, "subtitle_pairs.turns": "block"})))
    assert len(rows(sample)) < blocks < sentences


def preset(name):
    return params.read_values(ROOT / "presets" / f"b-subtle-{name}.yaml")


def test_the_corpora_of_the_paper_are_each_part_of_the_one_before(again, command, tmp_path, monkeypatch):
    """By the presets, and by a file of one's own each."""
    monkeypatch.chdir(tmp_path)
    stage, own = [], []
    for name in "abc":
        stage.append({row["id"]: row["trigger"] for row in rows(again(preset(name)))})
        section = preset(name)["subtitle_pairs"]
        lists = {key: value for key, value in section.items() if isinstance(value, list)}
        values = {"input": {"path": str(library.SAMPLE / "en")}, **lists}
        (tmp_path / f"{name}.yaml").write_text(yaml.safe_dump(values))
        assert command("subtitles", "run", f"{name}.yaml").code == 0
        own.append({row["id"]: row["trigger"] for row in shards.read(tmp_path / name, "interactions")})
    for a, b, c in (stage, own):
        assert a.items() > b.items() > c.items()
        assert c == {id: text for id, text in b.items() if text.endswith("?")}
        assert {id.partition(":")[0] for id in b} < {id.partition(":")[0] for id in a}
        assert all(text == text.lower() for text in a.values())


CORPUS = """\
task: opensubtitles2016
input: {path: films, language: en}
metadata_filters:
- {type: movie_title, exists: false}
producers:
- {type: tokenizer, target: both}
interaction_filters:
- {type: interval, max_ms: 500}
- type: tokens_quantity
  target: answer
  min: 3
"""


@pytest.fixture
def films(tmp_path, monkeypatch):
    """A folder of subtitle files, and the file of a corpus beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "films").symlink_to(library.SAMPLE / "en")
    (tmp_path / "own.yaml").write_text(CORPUS)
    monkeypatch.setattr("dialogue_etl.text.patterns.SECONDS", 0.1)
    return tmp_path


def test_a_file_gives_the_pairs_that_the_stage_gives(films, again, command):
    told = command("subtitles", "run", "own.yaml", "--output", "corpus")
    assert (told.code, told.out.startswith("corpus: ")) == (0, True)
    found = list(shards.read(films / "corpus", "interactions"))
    own = yaml.safe_load(CORPUS)
    lists = {f"subtitle_pairs.{name}": own[name] for name in ("producers", "interaction_filters")}
    by_stage = again({**SENTENCES, **lists}).rows("pairs", "en", "interactions")
    ids = {row["source_id"] for row in by_stage}
    assert by_stage
    assert {row["source_id"] for row in found} > ids  # of each film all files, and documentaries
    assert sorted(said(by_stage)) == sorted(said(row for row in found if row["source_id"] in ids))
    assert found[0].keys() == set(INTERACTIONS.names)
    described = list(shards.read(films / "corpus", "pair_documents"))
    assert [row["path"] for row in described] == sorted(row["path"] for row in described)
    assert all(row["bytes"] == (films / "films" / row["path"]).stat().st_size for row in described)
    again_told = command("subtitles", "run", "own.yaml", "--output", "corpus")
    assert again_told.code == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("task:", "nonsense: 1\ntask:", "own.yaml, line 1: nonsense: 1: unknown key; known: "),
        ("language: en", "langage: en", "own.yaml, line 2: input.langage: 'en': unknown key; known: path"),
        ("exists: false", "exist: false", "own.yaml, line 4: metadata_filters.0.exist: False: unknown key"),
        (
            "  min: 3",
            "  range: [4, 2]",
            "own.yaml, line 11: interaction_filters.1.range: [4, 2]: the first must be",
        ),
        (
            "target: both",
            "target: trigger",
            "own.yaml, line 9: interaction_filters.1: {'type': 'tokens_quantity'",
        ),
        (
            "type: tokenizer",
            "type: sentiment, language: pt",
            "line 6: producers.0: 'sentiment': sentiment has no 'pt'",
        ),
        ("path: films", "path: filme", "own.yaml, line 2: input.path: 'filme': no such file or folder"),
        ("path: films", "path: films, glob: /etc/*", "own.yaml, line 2: input.glob: '/etc/*': no pattern"),
        ("path: films", "path: films, glob: '**.srt'", "own.yaml, line 2: input.glob: '**.srt': no pattern"),
        (", language: en", "", "own.yaml, line 2: input.language: 'films': needed"),
        (
            "language: en",
            "language: en, pair_scope: dialogue",
            "input.pair_scope: 'dialogue': with turns: sentence",
        ),
        (
            "max_ms: 500",
            "max_ms: 500}\n- {type: regex, target: answer, pattern: '(.|..)+[^.]{99}'",
            "line 9: ",
        ),
        ("task:", "task: [", "own.yaml: line 2: did not find expected"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_line(films, command, old, new, said):
    text = CORPUS.replace(old, new)
    if "sentiment" in new:
        text = text[: text.index("- type: tokens_quantity")]
    (films / "own.yaml").write_text(text)
    told = command("subtitles", "run", "own.yaml", "--output", "corpus")
    assert (told.code, told.out) == (1, "")
    assert said in told.err
    assert not (films / "corpus").exists()


def test_files_that_cannot_be_read_are_rows_and_a_folder_of_something_else_is_left_alone(films, command):
    (films / "films").unlink()
    (films / "films").mkdir()
    (films / "films/bad.xml").write_bytes(b"<nothing/>")
    (films / "films/empty.srt").write_bytes(b"")
    said = command("subtitles", "run", "own.yaml", "--output", "corpus")
    assert said.out.startswith("corpus: 0 of 0 pairs kept, of 0 films in 2 files; left out: ")
    drops = list(shards.read(films / "corpus", "drops"))
    told = {(row["unit"], row["id"], row["value"]) for row in drops}  # the value is the size of the file
    assert told == {("file", "bad:bad", 10), ("file", "empty:empty", 0)}
    told = command("subtitles", "run", "own.yaml", "--output", "films")
    assert (told.code, "contains something other than a corpus" in told.err) == (1, True)
    assert (films / "films/bad.xml").exists()
    (films / "own.yaml").write_text(CORPUS.replace("metadata", "collectors: [{type: tmdb}]\nmetadata", 1))
    assert command("subtitles", "run", "own.yaml").code == 0  # no film of theirs is to be asked for
