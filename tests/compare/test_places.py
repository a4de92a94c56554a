"""Two versions judged on the same places, from the page to the figures."""

import json

import pytest
from lxml import html as parser

from tests.compare.threads_made import build
from tests.compare.versions_made import commit, enter, workspace

# Same: ef, gh. Differing: abcd, which is cut in two, and ij, with another word. In one only: kl; mn, op.
ONE = {"x:1": ["abcd"], "x:2": ["ef"], "y:1": ["gh"], "y:2": ["ij"], "y:3": ["kl"]}
TWO = {"x:1": ["ab", "cd"], "x:2": ["ef"], "y:1": ["gh"], "y:2": ["Ij"], "z:1": ["mn"], "z:2": ["op"]}


@pytest.fixture
def versions(tmp_path, monkeypatch):
    root = workspace(tmp_path / "ws")
    enter(root, monkeypatch)
    for name, threads in (("one", ONE), ("two", TWO)):
        build(root / name, threads)
        for made in ("dvc.lock", "params.yaml"):
            (root / name / made).rename(root / made)
        for file in (root / name / ".dvc").rglob("*"):
            if file.is_file():
                target = root / file.relative_to(root / name)
                target.parent.mkdir(parents=True, exist_ok=True)
                file.rename(target)
        commit(root, name)
    return root


def drawn(root, command, *words):
    """The units of the page, and its key."""
    found = command("audit", "compare", "one", "two", "--output", root / "page.html", *words)
    assert (found.code, found.err) == (0, "")
    units = json.loads(parser.parse(root / "page.html").find(".//script").text)["units"]
    return found.out, units, json.loads((root / "page.key.json").read_text("utf-8"))


def words_of(unit):
    return "".join(turn.removeprefix("says ") for turn in unit["turns"])


def test_places_of_both_versions_are_drawn_and_the_page_tells_nothing_of_whose_is_what(versions, command):
    out, units, key = drawn(versions, command)
    assert out.startswith("zh: 7 places (2 of 2 same, 2 of 2 differing, 1 of 1 removed, 2 of 2 added), 9 to")
    said = {(words_of(one), *(key["units"][one["id"]][part] for part in ("stratum",))) for one in units}
    assert said == {
        *((words, "same") for words in ("ef", "gh")),
        *((words, "differing") for words in ("abcd", "ij", "Ij")),
        *((words, "removed") for words in ("kl",)),
        *((words, "added") for words in ("mn", "op")),
    }
    whose = {key["units"][one["id"]]["place"]: [] for one in units}
    for one in units:
        whose[key["units"][one["id"]]["place"]] += key["units"][one["id"]]["of"]
    assert sorted(map(sorted, whose.values())) == [
        ["one"],
        ["one", "two"],
        *[["one", "two"]] * 3,
        *[["two"]] * 2,
    ]
    # What was cut in two is judged as one, and where the second begins is shown.
    assert sorted((words_of(one), one["begins"]) for one in units if "b" in words_of(one)) == [
        ("abcd", []),
        ("abcd", [2]),
    ]
    # Forms of a place stand side by side; nothing says whose they are.
    places = [key["units"][one["id"]]["place"] for one in units]
    assert [place for n, place in enumerate(places) if place != places[n - 1]] == list(dict.fromkeys(places))
    assert not any("stratum" in one or "of" in one for one in units)


def test_a_draw_is_the_same_again_and_names_only_what_there_is(versions, command):
    _, units, key = drawn(versions, command, "--places", 4)
    assert [place["stratum"] for place in key["units"].values()].count("differing") == 2
    assert len({place["place"] for place in key["units"].values()}) == 4
    assert drawn(versions, command, "--places", 4)[1] == units
    for wrong, said in (
        (["--language", "en"], "one and two have not both threads en, but threads zh"),
        (["--source", "books"], "one and two have not both books, but threads zh"),
    ):
        found = command("audit", "compare", "one", "two", *wrong)
        assert (found.code, found.err.strip()) == (1, said)


def test_from_the_page_to_the_figures(versions, command):
    """In `one` all is without error but abcd and kl; in `two` all but Ij and mn."""
    _, units, key = drawn(versions, command)
    wrong = {("one", "abcd"), ("one", "kl"), ("two", "Ij"), ("two", "mn")}
    rows = ["annotator,item,kind,language,label\n"]
    for unit in units:
        right = (key["units"][unit["id"]]["of"][0], words_of(unit)) not in wrong
        rows.append(f"Ann,{unit['id']},{unit['kind']},zh,{'no_error' if right else 'other'}\n")
    path = versions / "page-Ann.csv"
    path.write_text("".join(rows), "utf-8")
    told = command("audit", "tally", "--key", versions / "page.key.json", path)
    lines = [" ".join(line.split()) for line in told.out.splitlines()]
    assert {"same 2 2 2 2", "differing 2 2 1 1", "removed 1 1 0 –", "added 2 2 – 1"} <= {*lines}
    assert "No error 3 3 1 1 1" in lines
    assert "Another error 1 1 1 1 1" in lines
    told = json.loads(command("audit", "tally", "--key", versions / "page.key.json", path, "--json").out)
    [found] = told["compared"]
    assert [one["share"] for one in found["right"]] == pytest.approx([3 / 5, 4 / 6])
    assert found["difference"]["share"] == 0
