"""Every parameter of sentences, turns and cleaning does something, in stages that declare it and no other."""

import shutil
from dataclasses import replace

import pytest

from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from dialogue_etl.sources.subtitles.parameters.turns import Turns
from tests.conftest import declared_parameters, tree
from tests.sources.subtitles.turns_made import Build, film, spoken, talk

STAGES = ("sentences", "train", "turns", "dialogues", "clean")
RULES = [key for key in SubtitleRules.model_fields if key != "credits_phrases"]
CHANGED = {
    **{f"subtitle_rules.{name}": "off" for name in RULES},
    "subtitle_rules.credits_phrases": ["brought to you"],
    **{
        f"turns.{name}": "off" for name in ("repeated_turns", "recaps", "too_short", "too_long", "alphabetic")
    },
    "turns.repeated_tokens": "off",
    "turns.recaps_phrases": ["well then"],
    "turns.length_unit": "characters",
    "turns.too_short_limit": 4,
    "turns.too_long_limit": 12,
    "turns.alphabetic_share": 0.9,
    "turns.repeated_tokens_distinct": 0.9,
    "turns.min_turns": 1,
    "turns.on_bad": "truncate",
    "turns.segmenter": "weights",
    "turns.change_chance": 0.8,
    "turns.min_certainty": 0.7,
    "turns.dialogue_gap": 1.5,
    "turns.labels": "dashes",
    "turns.features": ["edges"],
    "turns.learner": "logistic",
    "turns.regularisation": 0.01,
    "turns.hash_bits": 10,
    "turns.max_pairs": 100,
    "turns.min_pairs": 10_000,
    "turns.seed": 1,
}
NEEDED = {"turns.min_certainty": {"turns.segmenter": "weights"}}  # the classifier gives no chances
LONG = " ".join(f"word{'x' * number}" for number in range(101))
CORNERS = (
    ("<i>Well then, we came.</i>", "- Brought to you by nobody.", "- Subtitles by Somebody", "- ♪ la la ♪"),
    ("- JOHN: Who is it?", "- (sighs) Me.", "THREE YEARS LATER", "- lt is me.", "- ..."),
    ("- Come on in.", "- Who? Me.", "- Who? Me.", "- Good to see you."),
    ("- Come on in.", "- It rains.", "- Previously on Friends it rained.", "- Where is it?"),
    ("- Come on in.", "- It rains.", "- Oh"),
    ("- Come on in.", "- It rains.", "- 12, 13 or 14?", "- Now we go.", "- So we do."),
    ("- Come on in.", "- It rains.", "- Never, never, never, never!", "- Now we go."),
    ("- Come on in.", "- It rains.", f"- {LONG}.", "- Now we go."),
    ("- Come on in.", "- It rains.", "- Well then, go.", "- Now we go."),
    ("- Come on in.",),
)


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    folder = tmp_path_factory.mktemp("base")
    plays = folder / "screenplays"
    plays.mkdir()
    films = [talk(f"tt{number}:1", number) for number in range(6)]
    lines = [" ".join(f"W{number}" for number in range(place, place + 6)) for place in range(0, 600, 6)]
    for number in range(7, 10):
        said = [f"{line}{'?' if place % 4 == 3 else '.'}" for place, line in enumerate(lines)]
        films.append(spoken(*said, source=f"tt{number}:1"))
        cues = [f"{'BOB' if place % 4 == 3 else 'ANN'}\n{line}\n" for place, line in enumerate(lines)]
        (plays / f"tt{number}.txt").write_text("\n".join(cues), "utf-8")
    films += [spoken(*said, source=f"corner{number}:1") for number, said in enumerate(CORNERS)]
    films.append(film("silence:1", [(0, 900, ["- Come on in."]), (3_000, 3_900, ["- It rains."])]))
    changes = {"turns.segmenter": "classifier", "turns.min_pairs": 20, "turns.hash_bits": 12}
    return Build.of(folder / "build", films, changes, screenplays=plays).run()


def stages_of(key):
    return [name for name in STAGES if key in declared_parameters("subtitles")[f"subtitles-{name}"]]


def again(base, folder, changes, *names):
    """Stages run again with other parameters: their files by digest, of output and metrics."""
    shutil.copytree(base.folder, folder)
    return files(replace(base, folder=folder).changed(changes).run(*names), *names)


def files(build, *names):
    return [(tree(build.stages / name), build.figures(name)) for name in names]


def test_the_table_holds_every_parameter():
    sections = {"subtitle_rules": SubtitleRules, "turns": Turns}
    keys = {f"{name}.{key}" for name, section in sections.items() for key in section.model_fields}
    assert set(CHANGED) == keys


@pytest.mark.parametrize("key", CHANGED)
def test_no_parameter_is_dead(key, base, tmp_path):
    names = stages_of(key)
    assert names
    needed = NEEDED.get(key, {})  # of the stage `turns`
    names = ["turns"] * bool(needed) + names
    before = again(base, tmp_path / "before", needed, *names) if needed else files(base, *names)
    assert again(base, tmp_path / "changed", {**needed, key: CHANGED[key]}, *names) != before


@pytest.mark.parametrize("name", STAGES)
def test_parameters_that_a_stage_does_not_declare_change_nothing_of_it(name, base, tmp_path):
    others = {key: value for key, value in CHANGED.items() if name not in stages_of(key)}
    assert again(base, tmp_path / "again", others, name) == files(base, name)
