from dialogue_etl.labels.classifiers.examples import (
    HELD_OUT_FROM,
    LABELLED_FROM,
    Draw,
    Drawn,
    counts,
    weak_labels,
)


def pair(number, post=None, response=None):
    return Drawn(number, "pair", f"made:{number}", (post or f"post {number}", response or "x" * (number + 1)))


def single(number, kind, text):
    return Drawn(number, kind, f"made:{number}", (text,))


DAMAGED = ("garbled", "cut_short")
PAIRS = [pair(number) for number in range(200)]


def side(place):
    return (place >= LABELLED_FROM) + (place >= HELD_OUT_FROM)


def test_adjacent_pairs_are_clean_and_those_mismatched_within_a_side_noisy():
    examples = weak_labels("noise", Draw(PAIRS, [], [], []), "en", 0)
    assert counts(examples) == {"adjacent": 200, "mismatched": 200, "mismatched_alike": 200}
    adjacent = {row.texts for row in PAIRS}
    assert all((one.texts in adjacent) != one.bad for one in examples)
    sides = {one.texts[1]: side(one.place) for one in examples if not one.bad}
    assert all(sides[one.texts[1]] == side(one.place) for one in examples)
    assert set(sides.values()) == {0, 1, 2}
    other = {one.texts for one in weak_labels("noise", Draw(PAIRS, [], [], []), "en", 1) if one.bad}
    assert other != {one.texts for one in examples if one.bad}


def test_alike_answers_are_nearly_as_long():
    examples = weak_labels("noise", Draw(PAIRS, [], [], []), "en", 0)
    own = {row.texts[0]: len(row.texts[1]) for row in PAIRS}

    def far(kind):
        told = sorted(abs(len(one.texts[1]) - own[one.texts[0]]) for one in examples if one.kind == kind)
        return told[len(told) // 2]

    assert far("mismatched_alike") <= 5 < far("mismatched")


def test_nothing_is_mismatched_within_a_thread_or_with_the_same_words():
    rows = [Drawn(number, "pair", "made:1", (f"post {number}", f"answer {number}")) for number in range(20)]
    assert set(counts(weak_labels("noise", Draw(rows, [], [], []), "en", 0))) == {"adjacent", *DAMAGED}
    rows = [pair(number, response="same") for number in range(20)]
    assert counts(weak_labels("noise", Draw(rows, [], [], []), "en", 0)).keys() <= {"adjacent", *DAMAGED}


def test_answers_are_damaged_or_name_a_time_of_their_own():
    rows = [pair(1, "Is it far?", "Not so far as it looks"), pair(2, "When?", "Not today")]
    rows += [pair(number, "Is it far?", f"Not so far as {number} miles") for number in range(3, 40)]
    examples = weak_labels("noise", Draw(rows, [], [], []), "en", 0)
    of = {kind: [one for one in examples if one.kind == kind] for kind in ("outside", *DAMAGED)}
    assert [one.texts for one in of["outside"]] == [("When?", "Not today")]
    clean = {one.texts[1] for one in examples if not one.bad}
    assert len(clean) == 38
    assert all(one.texts[1] not in clean and one.bad for kind in DAMAGED for one in of[kind])
    assert all(any(text.startswith(one.texts[1]) for text in clean) for one in of["cut_short"])
    assert all(of.values())


def test_rule_hits_are_noisy_and_at_most_half_as_many_as_pairs():
    hits = [Drawn(number, "hit", f"made:{number}", (f"p{number}", f"r{number}")) for number in range(500)]
    examples = weak_labels("noise", Draw(PAIRS, [], [], hits), "en", 0)
    assert counts(examples)["rule_hit"] == 100
    assert all(one.bad for one in examples if one.kind == "rule_hit")


def test_utterances_that_answer_need_a_context_and_references_are_counted_apart():
    firsts = [single(1, "first", "Rain today"), single(2, "first", "But why")]
    laters = [single(3, "later", "Umbrella"), single(4, "later", "He said so")]
    examples = weak_labels("context", Draw([], firsts, laters, []), "en", 0)
    assert [(one.texts[0], one.bad, one.kind) for one in examples] == [
        ("Rain today", False, "first"),
        ("But why", False, "first"),
        ("Umbrella", True, "later"),
        ("He said so", True, "refers_back"),
    ]
