import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.core.parameters.gates import Gates
from dialogue_etl.sources import SOURCES
from dialogue_etl.steps.gates import check_file, is_off, names
from dialogue_etl.steps.gates import stops as stops_of

CHECK = check_file("books")
OFF_VALUES = {
    "not_empty": False,
    "max_loss": 100.0,
    "max_split_works": -1,
    "max_empty_splits": -1,
    "schema_rows": False,
    "equal_forms": False,
    "max_offset_errors": -1,
    "max_private": -1,
    "max_same_ids": -1,
    "max_duplicates": 1.0,
    "max_leaked": 1.0,
    "max_other_language": 1.0,
    "max_one_label": 1.0,
}
OFF = {"gates": OFF_VALUES}
OFF_BY_DEFAULT = {"max_empty_splits"}
ALL_ON = dict.fromkeys(OFF_BY_DEFAULT, 0)
FIGURES = {name: [figure.name for figure in source.figures] for name, source in SOURCES.items()}
KINDS = FIGURES["books"]
NAMES = names("books")
SIZES = st.fixed_dictionaries({unit: st.integers(0, 1_000) for unit in ("books", "dialogues", "utterances")})


def stops(values, metrics, previous, source="books"):
    return stops_of(values, metrics, previous, source)


def checked(languages=None, examples=None, **total):
    """Metrics of a check with nothing wrong but what is said."""
    figures = {
        "books": 10,
        "dialogues": 1_000,
        "utterances": 5_000,
        "held_out": 100,
        **dict.fromkeys(KINDS, 0),
    }
    return {CHECK: {"total": {**figures, **total}, "languages": languages or {}, "examples": examples or {}}}


def stopped(metrics, previous=None, **parameters):
    """Gate → reason."""
    return stops({"gates": parameters}, metrics, previous)


def only(gate, **more):
    return {**OFF["gates"], gate: Gates.model_fields[gate].default, **more}


def test_every_parameter_is_a_gate_that_can_be_turned_off():
    every = {name for source in SOURCES for name in names(source)}
    assert set(NAMES) | {"max_one_label"} == every == set(Gates.model_fields) == set(OFF_VALUES)
    defaults = Gates().model_dump()
    for name, value in OFF_VALUES.items():
        assert is_off(name, value)
        assert is_off(name, defaults[name]) is (name in OFF_BY_DEFAULT)
    assert {figure.gate for source in SOURCES.values() for figure in source.figures} <= every


def test_nothing_stops_a_first_version_without_faults():
    assert stops({}, checked(), None) == stops({"gates": None}, checked(), checked()) == {}


@pytest.mark.parametrize(
    ("gate", "figures", "reason"),
    [
        ("max_split_works", {"split_works": 1}, "1 works in two splits; 0 may be"),
        (
            "max_empty_splits",
            {"empty_splits": 2},
            "2 splits without a dialogue that should have a share; 0 may",
        ),
        ("schema_rows", {"unreadable_files": 1}, "1 files missing or damaged; 0 may be"),
        ("schema_rows", {"schema_errors": 1_200}, "1,200 rows that are not as the contract says; 0 may be"),
        ("equal_forms", {"unequal_rows": 3}, "3 dialogues that are not in every form; 0 may be"),
        (
            "max_offset_errors",
            {"offset_errors": 2},
            "2 utterances whose places do not give their words back; ",
        ),
        ("max_private", {"private": 2}, "2 addresses and numbers that lead to people; 0 may be"),
        ("max_same_ids", {"same_ids": 2}, "2 dialogues with the id of another one; 0 may be"),
        ("max_duplicates", {"duplicates": 11}, "1.1 % of 1,000, 1 % may be"),
        ("max_leaked", {"leaked": 2}, "2 % of 100, 1 % may be"),
    ],
)
def test_each_fault_stops_at_its_gate_alone_with_figure_limit_and_example(gate, figures, reason):
    metrics = checked(**figures, examples=dict.fromkeys(figures, "en/train.parquet: pg1:2"))
    found = stopped(metrics, **ALL_ON)
    assert list(found) == [gate]
    assert reason in found[gate]
    assert found[gate].endswith(". For example en/train.parquet: pg1:2")
    assert stopped(metrics, **{**ALL_ON, gate: OFF_VALUES[gate]}) == {}


@pytest.mark.parametrize("lost", [0, 10, 20, 21, 100])
@pytest.mark.parametrize("unit", ["books", "dialogues", "utterances"])
def test_a_loss_of_more_than_is_allowed_stops(unit, lost):
    before = checked()[CHECK]["total"][unit] * 10
    previous, now = checked(**{unit: before}), checked(**{unit: before - before * lost // 100})
    found = stopped(now, previous, not_empty=False)
    assert list(found) == (["max_loss"] if lost > 20 else [])
    if found:
        figures = f"{before:,} in the last version, {before - before * lost // 100:,} now"
        assert (
            found["max_loss"] == f"{lost} % of the {unit} of all languages are gone, 20 % may be: {figures}"
        )


def test_a_language_that_lost_most_stops_though_all_together_did_not():
    def size(dialogues):
        return {"books": 5, "dialogues": dialogues, "utterances": 5 * dialogues}

    before = checked({"en": size(900), "hu": size(100)})
    now = checked({"en": size(900), "hu": size(10)}, dialogues=910)
    assert stopped(now, before)["max_loss"].startswith(
        "90 % of the dialogues of hu are gone, 20 % may be: 100 in"
    )
    assert stopped(now, before)["max_loss"].endswith("10 now; 2 figures fell like that")
    without = checked({"en": size(900)}, dialogues=900)
    assert stopped(without, before) == {}  # it was deselected: only the sum tells
    assert "all languages" in stopped(checked({"en": size(900)}, dialogues=700), before)["max_loss"]


def test_versions_that_were_not_counted_have_not_passed():
    reason = f"not known: {CHECK} of the last version does not say its size"
    assert stopped(checked(), {}) == {"max_loss": reason}
    assert list(stopped({}, checked(), **ALL_ON)) == list(NAMES)


def test_what_was_not_measured_has_not_passed():
    metrics = checked(duplicates=None, leaked=None)
    del metrics[CHECK]["total"]["offset_errors"]
    assert stopped(metrics) == {
        gate: f"not measured: {CHECK} of this version does not say {figure}"
        for gate, figure in (
            ("max_offset_errors", "offset errors"),
            ("max_duplicates", "duplicates"),
            ("max_leaked", "leaked"),
        )
    }
    assert (
        "does not say unreadable files and schema errors" in stopped({}, **only("schema_rows"))["schema_rows"]
    )


@pytest.mark.parametrize("content", [None, [], "x", {"total": []}, {"total": {"split_works": None}}])
def test_metrics_of_another_form_are_not_measured(content):
    assert "not measured" in stopped({CHECK: content}, {CHECK: content})["max_split_works"]


@given(now=SIZES, before=SIZES, allowed=st.floats(0, 99))
def test_a_loss_is_one_exactly_if_a_number_fell_below_what_is_allowed(now, before, allowed):
    found = stopped(checked(**now), checked(**before), **only("max_loss", max_loss=allowed))
    over = [unit for unit in now if (before[unit] - now[unit]) * 100 > allowed * before[unit]]
    assert bool(found) is bool(over)


OTHERS = ("threads", "mix")


def version(source, **total):
    """Metrics of a version of a source, with nothing wrong but what is said."""
    sizes = {"dialogues": 1_000, "utterances": 5_000, "held_out": 100}
    sizes |= {"threads": 10} if source == "threads" else {}
    figures = {**sizes, **dict.fromkeys(FIGURES[source], 0), **total}
    return {check_file(source): {"total": figures, "languages": {}, "examples": {}}}


@pytest.mark.parametrize("source", OTHERS)
def test_a_gate_whose_figure_a_source_cannot_have_does_not_stop_it(source):
    assert set(NAMES) - set(names(source)) == {"max_offset_errors"}
    assert stops({}, version(source), version(source), source) == {}
    found = stops({"gates": ALL_ON}, {}, None, source)
    assert list(found) == [name for name in names(source) if name != "max_loss"]


@pytest.mark.parametrize(
    ("source", "kind"), [(source, kind) for source in OTHERS for kind in FIGURES[source]]
)
def test_whatever_is_wrong_with_a_source_stops_it(source, kind):
    ((gate, reason),) = stops({"gates": ALL_ON}, version(source, **{kind: 51}), None, source).items()
    assert gate in names(source)
    assert reason.startswith("51 ")


@pytest.mark.parametrize("source", ["books", *OTHERS])
def test_a_dataset_without_dialogues_is_not_published(source):
    empty = dict.fromkeys(("dialogues", "utterances", "held_out"), 0)
    assert stops({}, version(source, **empty), None, source) == {
        "not_empty": "there is no dialogue in the dataset"
    }
    assert stops({}, version(source), None, source) == {}


def test_what_has_no_check_has_no_gates():
    assert names("testset") == names("retrieval") == names("generative") == ()


def test_threads_and_dialogues_of_a_mix_that_are_gone_stop_it():
    before = version("threads", threads=100)
    (reason,) = stops({}, version("threads"), before, "threads").values()
    assert reason.startswith("90 % of the threads of all languages are gone")
    (reason,) = stops({}, version("mix"), version("mix", dialogues=5_000), "mix").values()
    assert reason.startswith("80 % of the dialogues of all languages are gone")


def test_dialogues_in_another_language_are_limited_in_each_language():
    of = {"dialogues": 100, "other_language": 6}
    whole = {"dialogues": 10_000, "other_language": 6}
    metrics = checked({"en": {"dialogues": 9_900, "other_language": 0}, "fi": of}, **whole)
    reason = stopped(metrics, **only("max_other_language"))["max_other_language"]
    assert "6 dialogues in another language" in reason
    assert "6 % of 100 (fi), 5 % may be" in reason
    assert stopped(metrics, **only("max_other_language", max_other_language=0.06)) == {}
