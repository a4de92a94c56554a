import json

import pytest
from lxml import html as parser

from dialogue_etl.compare import versions
from dialogue_etl.compare.revisions import RevisionError, lineage
from tests.compare.conftest import KEPT
from tests.compare.versions_made import PER_LANGUAGE, build_version, commit, enter, forget, git, lock
from tests.conftest import unmended

MIRRORED = {"split": "joined", "joined": "split", "removed": "added", "added": "removed"}


@pytest.fixture(scope="session")
def both(made_two):
    with pytest.MonkeyPatch.context() as patch:
        enter(made_two, patch)
        return versions.compare(made_two, "one", "two")


def by_tag(comparison):
    return {language.language: language for language in comparison.languages}


def test_dialogues_of_both_sides_are_those_of_the_tables(both, sample, second):
    for tag, language in by_tag(both).items():
        for side, build in ((0, sample), (1, second)):
            rows = build.rows("postfilter", tag, "dialogues") if tag in build.params.languages else []
            assert sum(pair[side] for pair in language.dialogues.values()) == len(rows)
            assert language.sizes["all"]["dialogues"][side] == len(rows)
            assert language.sizes["all"]["utterances"][side] == sum(len(row["turns"]) for row in rows)
        if tag in KEPT:  # a dialogue is the same if both tables have its row
            one, other = (
                {json.dumps(row, sort_keys=True) for row in build.rows("postfilter", tag, "dialogues")}
                for build in (sample, second)
            )
            assert language.dialogues.get("same", (0, 0)) == (len(one & other),) * 2
    total = both.total.dialogues
    assert total["same"][0] == total["same"][1] > 0
    assert total["split"][0] < total["split"][1]


def test_what_is_gone_has_the_reason_of_its_filter_or_language(both, second):
    assert [book["reason"]["reason"] for book in by_tag(both)["pt"].documents["removed"]] == ["languages"] * 2
    drops = {row["id"]: row for row in second.rows("prefilter", "hu", "drops")}
    gone = {book["id"]: book["reason"] for book in by_tag(both)["hu"].documents["removed"]}
    assert {reason["reason"] for reason in gone.values()} == {"max_kl_divergence"}
    for id, reason in gone.items():
        assert {key: drops[id][key] for key in reason} == reason
    assert sum(one["dialogues"] for one in both.total.removed_by) == both.total.dialogues["removed"][0]
    assert both.total.added_by == []


def test_the_other_way_round_is_the_mirror_image(two, both):
    back = versions.compare(two, "two", "one")
    for language, mirror in zip(both.languages, back.languages, strict=True):
        for split, sizes in language.sizes.items():
            assert sizes == {what: pair[::-1] for what, pair in mirror.sizes[split].items()}
        swapped = {MIRRORED.get(kind, kind): pair[::-1] for kind, pair in mirror.dialogues.items()}
        assert dict(language.dialogues) == swapped
        assert (language.removed_by, language.added_by) == (mirror.added_by, mirror.removed_by)
        removed, added = (
            [book["id"] for book in listed]
            for listed in (language.documents["removed"], mirror.documents["added"])
        )
        assert removed == added
    assert [(found.key, found.before, found.after) for found in both.params] == [
        (found.key, found.after, found.before) for found in back.params
    ]


def test_examples_are_whole_dialogues_of_both_sides(both, sample, second):
    found = [example for example in both.shown_examples() if example["kind"] == "split"]
    assert 0 < len(found) <= both.examples
    assert len({example["language"] for example in found}) == len(found)
    for side, build in (("before", sample), ("after", second)):
        rows = {row["id"]: row for row in build.rows("postfilter", found[0]["language"], "dialogues")}
        for dialogue in found[0][side]:
            texts = [turn["text"] for turn in rows[dialogue["id"]]["turns"]]
            assert [turn["text"] for turn in dialogue["turns"]] == texts


def test_the_workspace_is_what_stands_in_its_lock_file(two, sample, both):
    build_version(two, sample)
    comparison = versions.compare(two, ".", "two")
    assert comparison.before == {"name": "workspace", "commit": ""}
    assert comparison.total.dialogues == both.total.dialogues
    assert comparison.notes == []


def test_an_edited_parameter_that_was_not_built_is_noted(two):
    text = (two / "params.yaml").read_text("utf-8").replace("dialogue_gap: 250", "dialogue_gap: 300")
    (two / "params.yaml").write_text(text.replace("- hu\n", "- hu\n- fr\n"), "utf-8")
    notes = versions.compare(two, "two", ".").notes
    assert notes == [
        "workspace: params.yaml was edited after the last build: extract.dialogue_gap",
        "workspace: not built yet: fr",
    ]


def test_languages_that_dvc_lock_still_names_are_not_taken_for_built(two, both):
    stale = {name: stage for name, stage in lock(two).items() if name.endswith("@hu")}
    assert stale  # DVC keeps those of languages no longer built
    (two / "params.yaml").write_text((two / "params.yaml").read_text("utf-8").replace("- hu\n", ""), "utf-8")
    hungarian = by_tag(versions.compare(two, "one", "."))["hu"]
    assert {book["reason"]["reason"] for book in hungarian.documents["removed"]} == {"languages"}


def test_a_language_of_which_a_stage_is_missing_is_not_compared(two, both):
    stages = {name: stage for name, stage in lock(two).items() if name != "books-postfilter@de"}
    (two / "dvc.lock").write_text(json.dumps({"schema": "2.0", "stages": stages}), "utf-8")
    commit(two, "old")
    comparison = versions.compare(two, "one", "old")
    assert comparison.notes == ["old has not all stages of books de: it is not compared"]
    assert "de" not in by_tag(comparison)
    assert by_tag(comparison)["en"].dialogues == by_tag(both)["en"].dialogues


def test_files_that_are_not_in_the_cache_are_named_with_the_command_that_brings_them(two):
    forget(two, "data/books/extract/en")
    with pytest.raises(RevisionError, match=r"two: files of data/books/extract/en.* && \{ dvc fetch; "):
        versions.compare(two, "one", "two")


def test_moves_and_bans_are_explained_by_what_decided_first(two, second, tmp_path):
    changes = {"split.seed": 7, "books.banned": ["pg900001"]}
    build_version(two, second.copied(tmp_path / "other", changes).run(*PER_LANGUAGE))
    commit(two, "other")
    comparison = versions.compare(two, "two", "other")
    moved = [book for language in comparison.languages for book in language.documents["moved"]]
    assert {book["reason"]["reason"] for book in moved} == {"split"}
    assert all(book["before"] != book["after"] for book in moved)
    assert set(comparison.total.dialogues) == {"same", "removed"}
    (book,) = by_tag(comparison)["en"].documents["removed"]
    assert (book["id"], book["reason"]["stage"], book["reason"]["reason"]) == (
        "pg900001",
        "download",
        "banned",
    )
    git(two, "commit", "-q", "--allow-empty", "-m", "again")
    assert not versions.compare(two, "other", "HEAD").differs


def test_places_of_books_are_judged_in_their_text(two, command):
    said = command("audit", "compare", "one", "two", "--language", "en", "--output", two / "page.html")
    assert said.out.startswith("en: 5 places (3 of 3 same, 2 of 2 differing), 7 to judge")
    units = json.loads(parser.parse(two / "page.html").find(".//script").text)["units"]
    for unit in units:
        for number, turn in enumerate(unit["turns"], start=1):
            spoken = [piece["text"] for piece in unit["passage"]["inside"] if number in piece["turns"]]
            assert unmended(" ".join(" ".join(spoken).split())) == unmended(turn)
    # Gaps that are narrower cut dialogues: what was one is several, judged together.
    assert sum(bool(unit["begins"]) for unit in units) == 2


def test_a_dataset_is_its_stages_and_all_that_they_read():
    """Folders contain outputs, and outputs contain files that are read."""
    stages = {
        "code": {"outs": [{"path": "data/code"}]},
        "books-split@en": {"deps": [{"path": "data/code/b.json"}], "outs": [{"path": "data/books/split/en"}]},
        "books-package": {"deps": [{"path": "data/books/split"}], "outs": [{"path": "data/books/dataset"}]},
        "threads-package": {"deps": [{"path": "data/code/t.json"}], "outs": [{"path": "data/threads"}]},
        "mix-dataset": {"deps": [{"path": "data/books/dataset/en"}], "outs": [{"path": "data/mix"}]},
    }
    assert list(lineage(stages, {"threads"})) == ["code", "threads-package"]
    assert list(lineage(stages, {"mix"})) == ["code", "books-split@en", "books-package", "mix-dataset"]
