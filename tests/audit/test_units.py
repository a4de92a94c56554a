from collections import Counter

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.audit.units import Drawn, Request, dialogues, draw, languages, pairs, units
from dialogue_etl.core import shards
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.sources import SOURCES
from tests.conftest import unmended
from tests.sources.threads import made as stages

BOOKS = SOURCES["books"]
ALL = Request(pairs=10_000, dialogues=10_000)
LENGTHS = st.dictionaries(st.text(min_size=1, max_size=4), st.integers(1, 6), max_size=12)


def test_a_dialogue_has_a_pair_less_than_turns():
    assert list(pairs([("a:1", 3), ("b:7", 1)])) == [Drawn("pair", "a:1", 0), Drawn("pair", "a:1", 1)]
    assert [unit.id for unit in pairs([("a:1", 3)])] == ["pair a:1#1", "pair a:1#2"]
    assert [unit.id for unit in dialogues([("a:1", 1), ("a:9", 2)])] == ["dialogue a:9"]


@given(lengths=LENGTHS, few=st.integers(0, 20), more=st.integers(0, 5), seed=st.integers(), data=st.data())
def test_a_larger_sample_begins_with_the_smaller_in_any_order_of_the_tables(lengths, few, more, seed, data):
    shuffled = data.draw(st.permutations(list(lengths.items())))
    drawn = draw(pairs(shuffled), few + more, seed)
    assert drawn[:few] == draw(pairs(lengths.items()), few, seed)
    assert len(drawn) == min(few + more, sum(turns - 1 for turns in lengths.values()))


def test_each_pair_is_as_likely_as_any_other():
    """A dialogue of 9 pairs is drawn from nine times as often as one of a single pair."""
    lengths = [("long:1", 10), ("short:1", 2)]
    drawn = Counter(draw(pairs(lengths), 1, seed)[0].dialogue for seed in range(2000))
    # 200 expected; the standard deviation is √(2000 · 0.1 · 0.9) = 13.4.
    assert 200 - 4 * 13.4 < drawn["short:1"] < 200 + 4 * 13.4


def test_only_books_of_a_split_are_packaged(sample, tmp_path):
    made = sample.copied(tmp_path)
    for path in shards.shard_paths(made.stages / "split" / "en", "splits"):
        table = pq.read_table(path)
        pq.write_table(table.filter([id != "pg900001" for id in table["source_id"].to_pylist()]), path)
    found = {
        stage: units(BOOKS, made.stages, stage, "en", ALL) for stage in ("split", "postfilter", "extract")
    }
    of = {stage: {one.source_id for one in some} for stage, some in found.items()}
    assert of["postfilter"] - of["split"] == {"pg900001"}
    for stage in ("postfilter", "extract"):
        dialogues = sample.rows(stage, "en", "dialogues")
        counted = Counter(unit.kind for unit in found[stage])
        pairs = sum(len(row["turns"]) - 1 for row in dialogues)
        assert counted == {"dialogue": len(dialogues), "pair": pairs}


def test_the_speech_in_the_passage_is_that_of_the_turns(sample):
    for unit in units(BOOKS, sample.stages, "split", "en", ALL):
        for number, turn in enumerate(unit.turns, start=1):
            said = [piece.text for piece in unit.passage.inside if number in piece.turns]
            assert unmended(" ".join(" ".join(said).split())) == unmended(turn)
        assert not any(piece.turns for piece in (*unit.passage.before, *unit.passage.after))


def test_shards_change_nothing(sample, tmp_path):
    made = sample.copied(tmp_path, {"storage.shards": 5, "languages": ["en"]})
    made.run("download", "works", "prefilter", "extract", "postfilter", "split")
    assert len(shards.shard_paths(made.stages / "postfilter" / "en", "dialogues")) == 5
    request = Request(pairs=15, dialogues=6, seed=4)
    assert units(BOOKS, made.stages, "split", "en", request) == units(
        BOOKS, sample.stages, "split", "en", request
    )


@pytest.mark.parametrize("characters", [100, 0])
def test_texts_of_another_run_are_a_sentence(sample, tmp_path, characters):
    made = sample.copied(tmp_path)
    for path in shards.shard_paths(made.stages / "download" / "en", "texts"):
        table = pq.read_table(path)
        texts = [text[:characters] for text in table["text"].to_pylist()]
        cut = table.set_column(table.schema.get_field_index("text"), "text", [texts])
        pq.write_table(cut if characters else table.slice(0, 0), path)  # another text, or none
    why = r"pg90000.: its dialogues are not in its text: the stages are of different runs; run `dvc repro`"
    with pytest.raises(DialogueEtlError, match=why):
        units(BOOKS, made.stages, "split", "en", ALL)


def test_languages_are_those_that_are_there(sample, tmp_path):
    assert languages(BOOKS, sample.stages, "split", []) == ["de", "en", "es", "hu", "it", "nl", "pt"]
    assert languages(BOOKS, sample.stages, "split", ["hu", "en", "hu"]) == ["en", "hu"]
    with pytest.raises(DialogueEtlError, match=r"--language xx: .* has de, en"):
        languages(BOOKS, sample.stages, "split", ["xx"])
    with pytest.raises(DialogueEtlError, match="no dialogues here"):
        languages(BOOKS, tmp_path, "split", [])


def test_two_dialogues_of_one_paragraph_are_one_unit(sample, tmp_path):
    """With the profile `reference` they have the same id."""
    made = sample.copied(tmp_path)
    for path in shards.shard_paths(made.stages / "postfilter" / "en", "dialogues"):
        table = pq.read_table(path)
        twice = table.take([row for row in range(len(table)) for _ in range(2)])
        pq.write_table(twice, path)
    assert units(BOOKS, made.stages, "split", "en", ALL) == units(BOOKS, sample.stages, "split", "en", ALL)


def test_a_dialogue_without_a_text_has_its_other_turns_around(tmp_path):
    source = SOURCES["threads"]
    stages.write(tmp_path, {"zh": stages.zh()}, stages.params({}))
    pairs = [unit for unit in units(source, tmp_path, "split", "zh", ALL) if unit.kind == "pair"]
    assert pairs
    for unit in pairs:
        around = unit.passage
        assert [piece.text.rstrip("\n") for piece in around.inside] == list(unit.turns)
        assert [piece.turns for piece in around.inside] == [(1,), (2,)]
        assert not any(piece.turns for piece in (*around.before, *around.after))
