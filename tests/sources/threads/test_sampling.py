from dialogue_etl.sources.threads.sampling import draw
from tests.conftest import quick_runtime
from tests.labels import made


def drawn(dialogues, extracted=None, *, corpora=(), most=1_000, seed=0, **runtime):
    runtime = quick_runtime(**runtime)
    return draw("en", dialogues, extracted, corpora=corpora, most=most, seed=seed, runtime=runtime)


def texts(rows):
    return {row.texts for row in rows}


def test_pairs_firsts_and_laters_of_a_tree_are_each_drawn_once(tmp_path):
    paths = [
        made.dialogue("made:1", "root", "a", "b"),
        made.dialogue("made:1", "root", "a", "c", id="made:1:c"),
    ]
    of = drawn(made.write(tmp_path, dialogues=paths))
    assert sorted(row.texts for row in of.pairs) == [("a", "b"), ("a", "c"), ("root", "a")]
    assert [row.texts for row in of.firsts] == [("root",)]
    assert sorted(row.texts for row in of.laters) == [("a",), ("b",), ("c",)]
    assert of.hits == []


def test_the_first_utterance_of_a_later_piece_is_no_first_one(tmp_path):
    piece = made.dialogue("made:1", "later", "still", id="made:1:9@made:1.8")
    of = drawn(made.write(tmp_path, dialogues=[piece]))
    assert of.firsts == []
    assert texts(of.laters) == {("later",), ("still",)}


def test_a_thread_with_a_sign_in_its_name_begins_where_it_begins(tmp_path):
    of = drawn(made.write(tmp_path, dialogues=[made.dialogue("made:a@b", "root", "x")]))
    assert texts(of.firsts) == {("root",)}
    assert drawn(made.write(tmp_path / "none")).pairs == []


def test_what_is_also_said_first_is_no_later_utterance(tmp_path):
    both = [made.dialogue("made:1", "hi", "yo"), made.dialogue("made:2", "yo", "hi")]
    of = drawn(made.write(tmp_path, dialogues=both))
    assert texts(of.firsts) == {("hi",), ("yo",)}
    assert of.laters == []


def test_no_thread_has_more_than_its_share(tmp_path):
    answers = [made.dialogue("made:1", "root", f"a{number}", id=f"made:1:{number}") for number in range(100)]
    of = drawn(made.write(tmp_path, dialogues=answers))
    assert (len(of.pairs), len(of.laters)) == (20, 20)


def test_with_named_corpora_others_add_nothing_to_learn_from(tmp_path):
    """So a dataset of more corpora has the classifiers of one of fewer."""
    few = [made.dialogue(f"made:{number}", f"p{number}", f"a{number}") for number in range(9)]
    more = [*few, made.dialogue("other:1", "p1", "else")]
    alone = drawn(made.write(tmp_path / "few", dialogues=few))
    both = made.write(tmp_path / "more", dialogues=more)
    assert drawn(both, corpora=["made"]) == alone != drawn(both)


def drop(id, reason, unit="utterance"):
    named = {"stage": "rules", "unit": unit, "id": id, "source_id": "made:1", "reason": reason}
    return {**named, "value": None, "threshold": None, "detail": "", "start": None, "end": None}


def test_pairs_that_a_rule_left_out_are_hits(tmp_path):
    long = made.dialogue("made:1", "a", "spam", "b")
    short = made.dialogue("made:1", "x", "y", id="made:1:2")
    single = made.dialogue("made:1", "p", "q", id="made:1:3")
    extracted = made.write(tmp_path / "extract", dialogues=[long, short, single])
    # Utterances of the three have the same ids; only the second of each is named.
    drops = [drop("made:1.1", "urls"), drop("made:1:2", "adverts", "dialogue"), drop("made:1:3", "min_turns")]
    cleaned = made.write(tmp_path / "rules", dialogues=[], drops=drops)
    assert texts(drawn(cleaned, extracted).hits) == {("a", "spam"), ("x", "y"), ("p", "q")}
    cleaned = made.write(tmp_path / "fewer", dialogues=[], drops=drops[1:])
    assert texts(drawn(cleaned, extracted).hits) == {("x", "y")}
