from collections import Counter

from tests.conftest import STAGES

TO_POSTFILTER = STAGES[: STAGES.index("postfilter") + 1]


def test_the_threshold_parts_dialogues_of_the_sample(build):
    made = build({"postfilter.vocabulary_size": 100, "postfilter.max_rare_share": 0.4}).run(*TO_POSTFILTER)
    sizes = Counter()
    for language in made.params.languages:
        shares = {row["id"]: row["value"] for row in made.rows("postfilter", language, "scores")}
        kept = {row["id"] for row in made.rows("postfilter", language, "dialogues")}
        dropped = {row["id"]: row["value"] for row in made.rows("postfilter", language, "drops")}
        assert kept == {id for id, share in shares.items() if share <= 0.4}
        assert dropped == {id: share for id, share in shares.items() if share > 0.4}
        sizes.update(kept=len(kept), dropped=len(dropped))
    assert all(sizes.values())


def test_kept_dialogues_are_those_extracted(sample):
    for language in sample.params.languages:
        extracted = {row["id"]: row for row in sample.rows("extract", language, "dialogues")}
        for row in sample.rows("postfilter", language, "dialogues"):
            assert row == extracted[row["id"]]


def test_nothing_is_dropped_where_the_filter_is_off(build):
    made = build({"languages": ["en"], "postfilter.vocabulary_size": 1, "postfilter.max_rare_share": 1.0})
    made.run(*TO_POSTFILTER)
    assert made.metrics("postfilter", "en")["dropped"] == {}
