import json
from collections import Counter

import pytest

from dialogue_etl.compare import results, versions
from dialogue_etl.compare.revisions import RevisionError
from tests.compare.conftest import CHANGES, KEPT
from tests.compare.versions_made import build_version, commit, forget, git, lock

MIRRORED = {"split": "joined", "joined": "split", "removed": "added", "added": "removed"}


@pytest.fixture
def both(two):
    return versions.compare(two, "one", "two")


def by_tag(comparison):
    return {language.language: language for language in comparison.languages}


def test_dialogues_of_both_sides_are_those_of_the_tables(both, sample, second):
    for tag, language in by_tag(both).items():
        for side, build in ((0, sample), (1, second)):
            rows = build.rows("postfilter", tag, "dialogues") if tag in build.params.languages else []
            assert sum(pair[side] for pair in language.dialogues.values()) == len(rows)
            assert language.size(side, "dialogues") == len(rows)
            assert language.size(side, "utterances") == sum(len(row["turns"]) for row in rows)
    total = both.kinds()
    assert total["same"][0] == total["same"][1] > 0
    assert total["split"][0] < total["split"][1]


def test_a_dialogue_is_the_same_if_both_tables_have_its_row(both, sample, second):
    for tag in KEPT:
        rows = [
            {json.dumps(row, sort_keys=True) for row in build.rows("postfilter", tag, "dialogues")}
            for build in (sample, second)
        ]
        assert by_tag(both)[tag].dialogues["same"] == (len(rows[0] & rows[1]),) * 2


def test_books_of_a_language_that_is_not_selected_say_so(both):
    assert {book.reason["reason"] for book in by_tag(both)["pt"].documents["removed"]} == {"languages"}
    assert len(by_tag(both)["pt"].documents["removed"]) == 2


def test_a_book_that_a_filter_drops_has_the_filters_reason(both, second):
    drops = [row for row in second.rows("prefilter", "hu", "drops") if row["reason"] == "max_kl_divergence"]
    gone = {book.id: book.reason for book in by_tag(both)["hu"].documents["removed"]}
    assert gone
    for id, reason in gone.items():
        row = next(row for row in drops if row["id"] == id)
        assert {key: row[key] for key in reason} == reason


def test_reasons_of_dialogues_add_up_to_those_removed(both):
    assert sum(number for _, number in both.reasons(0)) == both.kinds()["removed"][0]
    assert both.reasons(1) == []


def test_the_other_way_round_is_the_mirror_image(two, both):
    back = versions.compare(two, "two", "one")
    for language, mirror in zip(both.languages, back.languages, strict=True):
        assert language.sizes == mirror.sizes[::-1]
        swapped = {MIRRORED.get(kind, kind): pair[::-1] for kind, pair in mirror.dialogues.items()}
        assert dict(language.dialogues) == swapped
        assert (language.removed_by, language.added_by) == (mirror.added_by, mirror.removed_by)
        assert [book.id for book in language.documents["removed"]] == [
            book.id for book in mirror.documents["added"]
        ]
        names = {"books": "books", "before": "after", "after": "before"}
        for pair, flow in mirror.flows.items():
            assert language.flows[pair[::-1]] == {names[name]: number for name, number in flow.items()}
    assert [(found.key, found.before, found.after) for found in both.params] == [
        (found.key, found.after, found.before) for found in back.params
    ]


def test_parameters_and_metrics_that_differ(both, sample, second):
    assert {found.key: found.after for found in both.params} == CHANGES
    metric = next(found for found in both.metrics if found.key == "metrics/books/split/de.json:dialogues")
    assert (metric.before, metric.after) == tuple(
        build.metrics("split", "de")["dialogues"] for build in (sample, second)
    )


def test_examples_are_whole_dialogues_of_both_sides(both, sample, second):
    found = [example for example in both.shown_examples() if example.kind == "split"]
    assert 0 < len(found) <= both.examples
    assert len({example.language for example in found}) == len(found)
    rows = [
        {
            row["id"]: [turn["text"] for turn in row["turns"]]
            for row in build.rows("postfilter", found[0].language, "dialogues")
        }
        for build in (sample, second)
    ]
    for side, said in enumerate((found[0].before, found[0].after)):
        for dialogue in said:
            assert [turn["text"] for turn in dialogue["turns"]] == rows[side][dialogue["id"]]


def test_json_holds_the_same(both):
    plain = json.loads(json.dumps(results.as_json(both)))
    assert plain["dialogues"] == {kind: {"before": a, "after": b} for kind, (a, b) in both.kinds().items()}
    german = next(language for language in plain["languages"] if language["language"] == "de")
    assert german["sizes"]["before"]["train"]["books"] == by_tag(both)["de"].sizes[0]["train"]["books"]


def test_the_same_tables_in_two_commits_do_not_differ(two):
    git(two, "commit", "-q", "--allow-empty", "-m", "again")
    comparison = versions.compare(two, "two", "HEAD")
    assert not comparison.differs
    assert set(comparison.kinds()) == {"same"}


def test_another_number_of_shards_changes_nothing(two, both, second, tmp_path):
    more = second.copied(tmp_path / "more", {"storage.shards": 3}).run(
        "download", "works", "prefilter", "extract", "postfilter", "split"
    )
    build_version(two, more)
    commit(two, "three")
    other = versions.compare(two, "one", "three")
    for language, same in zip(other.languages, both.languages, strict=True):
        assert language.dialogues == same.dialogues
        assert language.documents == same.documents
        assert language.removed_by == same.removed_by


def test_the_workspace_is_what_stands_in_its_lock_file(two, sample, both):
    build_version(two, sample)
    comparison = versions.compare(two, ".", "two")
    assert comparison.before == {"name": "workspace", "commit": ""}
    assert comparison.kinds() == both.kinds()
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
    assert {book.reason["reason"] for book in hungarian.documents["removed"]} == {"languages"}


def test_a_version_without_a_stage_is_compared_as_far_as_it_goes(two, both):
    stages = {name: stage for name, stage in lock(two).items() if name != "books-postfilter@de"}
    (two / "dvc.lock").write_text(json.dumps({"schema": "2.0", "stages": stages}), "utf-8")
    commit(two, "old")
    comparison = versions.compare(two, "one", "old")
    assert comparison.notes == [
        "old has books de without the stages postfilter: what they write is not compared"
    ]
    assert by_tag(comparison)["de"].dialogues == {}
    assert by_tag(comparison)["de"].sizes == by_tag(both)["de"].sizes
    assert by_tag(comparison)["en"].dialogues == by_tag(both)["en"].dialogues


def test_files_that_are_not_in_the_cache_are_named_with_the_command_that_brings_them(two):
    forget(two, "data/books/extract/en")
    with pytest.raises(RevisionError, match=r"two: files of data/books/extract/en.* && \{ dvc fetch; "):
        versions.compare(two, "one", "two")


def test_moves_between_splits_say_why(two, second, tmp_path):
    other = second.copied(tmp_path / "seed", {"split.seed": 7}).run("split")
    build_version(two, other)
    commit(two, "seed")
    comparison = versions.compare(two, "two", "seed")
    moved = [book for language in comparison.languages for book in language.documents["moved"]]
    assert moved
    assert {book.reason["reason"] for book in moved} == {"split"}
    flows = Counter()
    for language in comparison.languages:
        flows.update({pair: flow["books"] for pair, flow in language.flows.items() if pair[0] != pair[1]})
    assert flows.total() == len(moved)
    assert set(comparison.kinds()) == {"same"}


def test_a_banned_book_is_explained_by_the_first_stage_that_left_it_out(two, second, tmp_path):
    banned = second.copied(tmp_path / "banned", {"books.banned": ["pg900001"]}).run(
        "download", "works", "prefilter", "extract", "postfilter", "split"
    )
    build_version(two, banned)
    commit(two, "banned")
    english = by_tag(versions.compare(two, "two", "banned"))["en"]
    assert [
        (book.id, book.reason["stage"], book.reason["reason"]) for book in english.documents["removed"]
    ] == [("pg900001", "download", "banned")]
