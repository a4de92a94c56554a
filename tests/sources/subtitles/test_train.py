import itertools
import json
import logging

import numpy as np
import pytest

from dialogue_etl.labels.classifiers.model_files import FILE, ModelError
from dialogue_etl.sources.subtitles.segment import share_block
from dialogue_etl.sources.subtitles.turn_classifier import CARD, TurnClassifier, load
from dialogue_etl.sources.subtitles.turn_features import UNKNOWN, pair_of
from dialogue_etl.sources.subtitles.turn_labels import of_dashes
from tests.conftest import tree
from tests.sources.subtitles.turns_made import Build, film, spoken, talk

LEARN = {"turns.segmenter": "classifier", "turns.min_pairs": 20, "turns.hash_bits": 12}


@pytest.fixture(scope="module")
def films():
    without = film("tt6:1", [(0, 900, ["Do you bb it?", "Yes, kk it is."]), (1_000, 1_900, ["Then."])])
    return [*(talk(f"tt{number}:1", number) for number in range(6)), without]


@pytest.fixture(scope="module")
def build(films, tmp_path_factory):
    return Build.of(tmp_path_factory.mktemp("train"), films, LEARN).run()


def test_it_learns_what_dashes_tell_and_is_scored_on_other_films(build):
    told = build.figures("train")
    held = told["held_out"]
    assert (told["trained"], told["labels"], told["films"]) == (True, "dashes", 6)
    assert held["pairs"] == told["pairs"]["same_turn"] + told["pairs"]["other_turn"] == 360
    assert held["majority"] == pytest.approx(told["pairs"]["same_turn"] / 360, abs=1e-4)
    assert held["accuracy"] > held["majority"] + 0.2
    assert held["precision"] > 0.95
    assert held["recall"] > 0.95


def test_the_card_has_the_curve_and_the_ablation(build):
    card = json.loads((build.stages / "train" / "en" / CARD).read_text("utf-8"))
    assert [row["pairs"] for row in card["curve"]] == [18, 36, 72, 144, 288]
    assert card["curve"][-1]["accuracy"] == card["held_out"]["accuracy"]
    assert [row["without"] for row in card["ablation"]] == card["features"]
    curve = (build.stages / "train" / "en" / "curve.csv").read_text("utf-8").splitlines()
    assert curve[0] == "pairs,accuracy"
    assert len(curve) == 6


def test_the_classifier_decides_inside_blocks_and_the_weights_between_them(films, build):
    figures = build.figures("turns")
    assert figures["classifier"] == 1
    assert figures["pairs"] == sum(figures[f"pairs_{by}"] for by in ("stated", "by_weights", "by_classifier"))
    # What the dashes state is not asked: only the film without any is.
    assert (
        figures["pairs_by_classifier"]
        == sum(share_block(*pair) for pair in itertools.pairwise(films[-1]))
        == 1
    )


def test_without_dashes_it_finds_the_turns_of_a_film(build):
    model = load(build.stages / "train" / "en")
    rows = film(
        "x:1",
        [(0, 900, ["Do you bb it?", "Yes, kk it is."]), (1_000, 2_000, ["We cc it.", "Then ll we do."])],
    )
    asked = [pair_of(rows[0], rows[1], UNKNOWN), pair_of(rows[2], rows[3], UNKNOWN)]
    assert model.change(asked).tolist() == [True, False]


def test_the_same_bytes_for_any_shards_and_workers(films, build, tmp_path):
    other = Build.of(tmp_path, films[::-1], LEARN, shards=3, workers=2).run()
    assert tree(other.stages / "train") == tree(build.stages / "train")
    assert other.figures("train") == build.figures("train")
    assert of_films(other) == of_films(build)


def of_films(build):
    return sorted(build.table("turns", "turns"), key=lambda row: (row["source_id"], row["number"]))


@pytest.mark.parametrize(
    ("films", "why"),
    [
        ([], "0 pairs of one kind; at least 20 are needed"),
        ([talk("tt1:1", 1, 4), talk("tt2:1", 2, 4)], "at least 20 are needed"),
        ([talk("tt1:1", 1, 200)], "all pairs are of one film"),
        ([spoken(*["Hi."] * 200)], "0 pairs of one kind"),
    ],
)
def test_too_little_to_learn_from_leaves_it_to_the_weights(films, why, tmp_path, caplog):
    with caplog.at_level(logging.WARNING):
        build = Build.of(tmp_path, films, LEARN).run()
    told = build.figures("train")
    assert not told["trained"]
    assert why in told["reason"]
    assert "no classifier of turns" in caplog.text
    assert not (build.stages / "train" / "en" / FILE).exists()
    figures = build.figures("turns")
    assert (figures["classifier"], figures["fallback_to_weights"], figures["pairs_by_classifier"]) == (
        0,
        1,
        0,
    )
    plain = Build.of(tmp_path / "weights", films).run()
    assert plain.figures("turns") == {**figures, "fallback_to_weights": 0}
    assert tree(plain.stages / "turns") == tree(build.stages / "turns")


def test_films_without_dashes_say_nothing():
    rows = film("f:1", [(0, 900, ["Who?", "Me."])] * 30 + [(0, 900, ["- Who?", "- Me."])])
    assert set(of_dashes(rows)) == {None}
    assert of_dashes(rows[-4:]) == [False, None, True]


def test_screenplays_come_first_and_tell_of_pairs_from_block_to_block(tmp_path):
    words = [f"W{number}" for number in range(900)]
    lines = [" ".join(words[place : place + 6]) for place in range(0, 900, 6)]
    films, folder = [], tmp_path / "screenplays"
    folder.mkdir()
    for number in range(3):
        # Two lines for Ann, then one for Bob, who asks.
        said = [f"{line}?" if place % 3 == 2 else f"{line}." for place, line in enumerate(lines)]
        films.append(spoken(*said, source=f"tt{number}:1"))
        cues = [f"{'BOB' if place % 3 == 2 else 'ANN'}\n{line}\n" for place, line in enumerate(lines)]
        (folder / f"tt{number}.txt").write_text("\n".join(cues), "utf-8")
    build = Build.of(tmp_path, films, LEARN, screenplays=folder).run()
    told = build.figures("train")
    assert (told["labels"], told["pairs"]["across_blocks"]) == ("screenplays", 3 * 149)
    assert told["held_out"]["accuracy"] > told["held_out"]["majority"] + 0.1
    assert build.figures("turns")["pairs_by_classifier"] == 3 * 149
    assert build.changed({"turns.labels": "dashes"}).run("train").figures("train")["trained"] is False


def test_at_most_so_many_pairs_are_drawn_the_same_for_any_shards(films, tmp_path):
    told = [
        Build.of(tmp_path / str(count), films, {**LEARN, "turns.max_pairs": 100}, shards=count)
        .run("sentences", "train")
        .figures("train")
        for count in (1, 4)
    ]
    assert told[0] == told[1]
    assert told[0]["held_out"]["pairs"] == 100


@pytest.mark.parametrize("learner", ["svm", "logistic"])
def test_either_learner(learner, films, tmp_path):
    changes = {**LEARN, "turns.learner": learner, "turns.features": ["edges"]}
    told = Build.of(tmp_path, films, changes).run("sentences", "train").figures("train")
    assert told["held_out"]["accuracy"] > 0.95


@pytest.mark.parametrize("content", [b"", b"PK", b"{}", None])
def test_a_damaged_model_is_told(content, build, tmp_path):
    with pytest.raises(ModelError, match="no model card"):
        load(tmp_path)
    (tmp_path / CARD).write_text('{"trained": true}')
    if content is not None:
        (tmp_path / FILE).write_bytes(content)
    with pytest.raises(ModelError, match="not a model of the turn classifier"):
        load(tmp_path)


def test_what_is_saved_is_loaded(tmp_path):
    model = TurnClassifier("en", ("edges", "block"), 8, np.arange(256) / 4, -0.5, True)
    model.save(tmp_path)
    found = TurnClassifier.load(tmp_path)
    assert (found.groups, found.bits, found.intercept, found.across) == (("edges", "block"), 8, -0.5, True)
    assert (found.weights == model.weights).all()
