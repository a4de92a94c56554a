import json
from collections import Counter

from dialogue_etl import run


def double(number: int) -> int:
    return 2 * number


def test_results_come_in_the_order_of_the_jobs():
    assert list(run.over_shards("doubling", double, [3, 1, 2], workers=1)) == [6, 2, 4]


def test_small_input_stays_in_this_process():
    # A function of this test cannot be sent to another process.
    assert list(run.over_shards("local", lambda n: n, [1, 2], workers=8, size=1_000)) == [1, 2]


def test_metrics_are_json_with_a_key_a_line(tmp_path):
    run.write_metrics(tmp_path / "deep" / "m.json", {"b": 1, "a": {"ő": 2}})
    text = (tmp_path / "deep" / "m.json").read_text("utf-8")
    assert json.loads(text) == {"b": 1, "a": {"ő": 2}}
    assert len(text.splitlines()) == 6
    assert text.endswith("\n")


def test_reasons_are_counted_by_unit_in_a_fixed_order():
    counts = Counter({("utterance", "max_words"): 1, ("book", "rights"): 2, ("book", "empty"): 3})
    nested = run.count_reasons(counts)
    assert json.dumps(nested) == '{"books": {"empty": 3, "rights": 2}, "utterances": {"max_words": 1}}'
