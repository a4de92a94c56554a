from dialogue_etl.labels.classifiers.examples import Example, counts, labels_of, place, rank


def test_places_spread_over_threads_and_move_with_the_seed():
    places = [place(f"t{number}", 0) for number in range(1_000)]
    assert all(0 <= one < 1 for one in places)
    assert 150 < sum(one < 0.2 for one in places) < 250
    assert place("t1", 0) != place("t1", 1)


def test_ranks_fit_a_column_and_tell_what_they_are_made_of():
    assert 0 <= rank("a", "b") < 2**63
    assert rank("a", "b") != rank("ab", "")


def test_labels_are_counted_by_kind_and_by_what_they_say():
    examples = [
        Example(("a",), True, "x", 0.0),
        Example(("b",), False, "y", 0.0),
        Example(("c",), True, "x", 0),
    ]
    assert counts(examples) == {"x": 2, "y": 1}
    assert labels_of(examples) == (1, 2)
