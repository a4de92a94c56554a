"""A survey of answers: whose they are is not told, everything is counted by system, kappa is Fleiss'."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dialogue_etl.audit import answers, survey
from dialogue_etl.audit.answers import Answer
from dialogue_etl.audit.blind import Key, Place
from dialogue_etl.cli.app import app
from dialogue_etl.errors import DialogueEtlError


def systems(folder: Path) -> dict[str, Path]:
    texts = {
        "source": "".join(f"Question {n}?\n" for n in range(9)),
        "one": "".join(f"One {n}.\n" for n in range(9)),
        "two": "".join(f"Two {n}.\n" for n in range(9)),
    }
    for name, text in texts.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return {name: folder / f"{name}.txt" for name in texts}


def test_every_system_answers_the_same_questions_and_no_unit_says_whose_it_is(tmp_path: Path) -> None:
    paths = systems(tmp_path)
    source = paths.pop("source")
    units, key = survey.sheet(source, paths, language="en", questions=4, seed=0)
    whose = {id: place.of[0] for id, place in key.units.items()}
    assert len(units) == 8
    assert {unit.id for unit in units} == whose.keys()
    for unit in units:
        question, said = unit.turns
        number = question.removeprefix("Question ").rstrip("?")
        assert said == f"{whose[unit.id].title()} {number}."
        assert unit.id.startswith(f"answer {int(number) + 1}.")
    assert not any(name in unit.id + unit.title + unit.source_id for unit in units for name in paths)
    assert [whose[unit.id] for unit in units] != sorted(whose[unit.id] for unit in units)
    again, _ = survey.sheet(source, paths, language="en", questions=4, seed=1)
    assert {unit.id for unit in again} != {unit.id for unit in units}


def test_files_of_another_length_are_refused(tmp_path: Path) -> None:
    paths = systems(tmp_path)
    paths["two"].write_text("only one\n", "utf-8")
    with pytest.raises(DialogueEtlError, match="two: 1 lines"):
        survey.sheet(paths["source"], {"two": paths["two"]}, language="en", questions=4, seed=0)


def test_two_answers_are_compared_blind_and_counted_with_an_interval(tmp_path: Path) -> None:
    paths = systems(tmp_path)
    paths["two"].write_text(paths["two"].read_text("utf-8").replace("Two 8.", "One 8."), "utf-8")
    one, two, source = (str(paths[name]) for name in ("one", "two", "source"))
    page = tmp_path / "ab.html"
    words = [
        "audit",
        "survey",
        one,
        two,
        "--source",
        source,
        "--pairwise",
        "--both-orders",
        "--output",
        str(page),
    ]
    made = CliRunner().invoke(app, words, catch_exceptions=False)
    assert "16 comparisons" in made.output  # the same answer to the last question is nothing to compare
    rows = [json.loads(line) for line in (tmp_path / "ab.jsonl").read_text("utf-8").splitlines()]
    # A judge for whom `two` is better in six questions, and the answer shown first in two.
    for row in rows:
        number = int(row["question"].removeprefix("Question ").rstrip("?"))
        row |= {"annotator": "m", "label": "a" if number < 2 or row["a"].startswith("Two") else "b"}
    (tmp_path / "judged.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    words = ["audit", "tally", str(tmp_path / "judged.jsonl"), "--key", str(tmp_path / "ab.key.json")]
    found = json.loads(CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).stdout)
    (found,) = found["preferred"]
    assert (found["names"], found["wins"], found["ties"]) == (["one", "two"], [0, 6], 2)
    assert found["share"]["share"] == 7 / 8
    assert 0.5 < found["share"]["low"] < 7 / 8 < found["share"]["high"] < 1
    assert found["p"] == pytest.approx(2 / 2**6)
    assert (found["first"]["count"], found["first"]["of"]) == (10, 16)
    shown = CliRunner().invoke(app, words, catch_exceptions=False).stdout
    assert "two against one: better in 6 questions, worse in 0, equally good in 2" in shown


def said(id: str, annotator: str, key: str) -> Answer:
    return Answer(annotator, "answer", "en", id, frozenset([key]))


def test_shares_score_and_kappa_by_hand() -> None:
    """Two judge three answers of `one`: both valid; both invalid; one valid, one plausible.

    Observed (1 + 1 + 0) / 3; of six judgements 3, 1, 2: by chance (9 + 1 + 4) / 36.
    (2/3 - 7/18) / (11/18) = 5/11.
    """
    given = [
        said(id, who, key)
        for id, keys in (("a", "vv"), ("b", "ii"), ("c", "vp"))
        for who, key in zip(
            "XY", ({"v": "valid", "p": "plausible", "i": "invalid"}[letter] for letter in keys), strict=True
        )
    ]
    whose = dict.fromkeys("abc", "one") | {"d": "two"}
    places = {id: Place(place=id, of=[name]) for id, name in whose.items()}
    key = Key(names=["one", "two"], units=places)
    one, two = survey.tally([*given, said("d", "X", "plausible")], key)
    assert {key: (found.count, found.of) for key, found in one.shares.items()} == {
        "valid": (3, 6),
        "plausible": (1, 6),
        "invalid": (2, 6),
    }
    assert (one.score, one.kappa) == pytest.approx((7 / 6, 5 / 11))
    assert (two.score, two.annotators, two.kappa) == (1, 2, None)


@pytest.mark.parametrize("errors", ["valid invalid", "no_error"])
def test_an_answer_has_exactly_one_category(tmp_path: Path, errors: str) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f"item,kind,language,label\na,answer,en,{errors}\n", "utf-8")
    with pytest.raises(DialogueEtlError, match="exactly one of valid, plausible, invalid"):
        answers.read([path])


def test_from_the_page_to_the_figures(tmp_path: Path) -> None:
    paths = systems(tmp_path)
    page = tmp_path / "survey.html"
    command: list[Any] = ["audit", "survey", paths["one"], paths["two"], "--source", paths["source"]]
    run = CliRunner().invoke(app, [*map(str, command), "--questions", "3", "--output", str(page)])
    assert run.exit_code == 0, run.output
    key = Key.read(page.with_suffix(".key.json")).units
    assert "one" not in {word for id in key for word in id.split()}
    words = {"one": "valid", "two": "invalid"}
    rows = [f"X,{id},answer,en,{words[place.of[0]]}\n" for id, place in key.items()]
    (tmp_path / "survey-X.csv").write_text("annotator,item,kind,language,label\n" + "".join(rows), "utf-8")
    tally = ["audit", "tally", tmp_path / "survey-X.csv", "--key", page.with_suffix(".key.json"), "--json"]
    found = CliRunner().invoke(app, list(map(str, tally)))
    told = json.loads(found.output)
    assert {one["system"]: one["score"] for one in told["systems"]} == {"one": 2, "two": 0}
    [compared] = told["compared"]
    assert (compared["strata"][0]["right"], compared["difference"]["share"]) == ([3, 0], -1)
