"""The same corpora and parameters give the same bytes: for any number of workers, order of lines, folder."""

import random
import shutil

import pytest

from dialogue_etl.sources.threads import corpora, corpus_files
from dialogue_etl.sources.threads.adapters.records import Comment
from tests.conftest import quick_runtime, tree
from tests.sources.threads.building import PER_LANGUAGE, STAGES, Build, add, lines, talk, values
from tests.sources.threads.corners import annotations, blacklists

# Two files a corpus, and trees among which some share an id: what the order could matter for.
TALK = [*talk(90), {"id": "5", "parent": None, "author": "z", "text": "another of this id", "time": None}]
PARAMETERS = {"threads.source": "corpora", "classify.min_labels": 20, "classify.max_share": 1.0}
PARAMETERS |= {"storage.shards": 4}


def made(folder, seed=None):
    """The sample and a generated corpus; with a seed, lines and files in another order."""
    dice = random.Random(seed)

    def dealt(rows):
        rows = list(rows)
        if seed is not None:
            dice.shuffle(rows)
        return {"1.jsonl": lines(rows[: len(rows) // 3]), "2.jsonl": lines(rows[len(rows) // 3 :])}

    given = [("talk", "en", TALK)]
    for corpus in corpora.read(corpora.SAMPLE):
        # One record is broken: it has no place among lines in another order.
        found = corpus_files.records(
            corpora.SAMPLE / corpus.files[0], corpus_files.Form(corpus.format, corpus.language)
        )
        rows = [record._asdict() for record in found if isinstance(record, Comment)]
        given.append((corpus.name, corpus.language, rows))
    if seed is not None:
        dice.shuffle(given)
    for name, language, rows in given:
        add(folder / "corpora", name, dealt(rows), language)
    blacklists(folder / "blacklists")
    annotations(folder / "annotations")
    return folder


def build(folder, corpus, changes=None, **runtime):
    places = {name: corpus / name for name in ("corpora", "blacklists", "annotations")}
    return Build(folder, values({**PARAMETERS, **(changes or {})}), quick_runtime(**runtime), **places)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return made(tmp_path_factory.mktemp("corpus"))


@pytest.fixture(scope="module")
def one(corpus, tmp_path_factory):
    """All stages by one worker. Tests only read it."""
    return build(tmp_path_factory.mktemp("one"), corpus).run(*STAGES)


def test_there_is_something_to_be_different(one):
    assert all(one.metrics("train", "en")[task]["trained"] for task in ("noise", "context"))
    assert one.metrics("classify", "en")["dropped"]["dialogues"]
    assert one.metrics("ingest", "en")["dropped"]["comments"]["duplicate"] > 1
    assert len(one.metrics("rules", "zh")["hits"]) > 20


@pytest.mark.slow  # dozens of processes have to start
@pytest.mark.long
@pytest.mark.parametrize("workers", [2, 5])
def test_one_worker_and_several_write_the_same_bytes(one, corpus, tmp_path, pools, workers):
    many = build(tmp_path / "many", corpus, workers=workers, alone_below=0).run(*STAGES)
    assert workers in pools
    assert tree(many.folder) == tree(one.folder)


def test_the_order_of_lines_files_and_corpora_does_not_matter(one, tmp_path):
    shuffled = made(tmp_path / "shuffled", seed=1)
    assert (shuffled / "corpora/talk/1.jsonl").read_bytes() != (one.corpora / "talk/1.jsonl").read_bytes()
    again = build(tmp_path / "some where else", shuffled).run(*STAGES)
    assert tree(again.folder) == tree(one.folder)


def test_the_number_of_shards_changes_no_dialogue(one, corpus, tmp_path):
    found = []
    single = build(tmp_path / "single", corpus, {"storage.shards": 1}).run(*PER_LANGUAGE)
    for made, shards in ((one, PARAMETERS["storage.shards"]), (single, 1)):
        assert len(list((made.stages / "rules/en/dialogues").iterdir())) == shards
        found.append({language: dialogues(made, language) for language in made.params.threads.languages})
    assert found[0] == found[1]
    assert all(len(of["classify"]) > 50 for of in found[0].values())


def dialogues(build, language):
    rows = {
        stage: sorted(build.rows(stage, language, "dialogues"), key=lambda row: row["id"])
        for stage in ("extract", "rules", "classify")
    }
    splits = {row["source_id"]: row["split"] for row in build.rows("split", language, "splits")}
    return {**rows, "splits": splits}


def test_a_corpus_more_changes_no_dialogue_of_the_others(one, corpus, tmp_path):
    shutil.copytree(corpus, tmp_path / "more")
    rows = [{"id": "m1", "parent": None, "author": "q", "text": "Any news?", "time": 1}]
    rows.append({"id": "m2", "parent": "m1", "author": "r", "text": "None at all.", "time": 2})
    add(tmp_path / "more/corpora", "more", {"more.jsonl": lines(rows)}, "en")
    again = build(tmp_path / "build", tmp_path / "more").run("ingest", "extract", "rules")
    for stage in ("extract", "rules"):
        before, after = (
            {row["id"]: row for row in made.rows(stage, "en", "dialogues")} for made in (one, again)
        )
        assert before.items() <= after.items()
        assert set(after) - set(before) == {"more:m1:m2"}
