from tests.compare.made import listed, version


def test_what_both_have_in_the_same_split_does_not_differ():
    one = version({"a": "train", "b": "test"})
    assert listed(one, one) == {}


def test_reasons_come_from_the_version_that_does_not_have_the_book():
    drops = [
        ("a", "prefilter", "book", "min_words"),
        ("a", "extract", "book", "no_dialogues"),
        ("b", "extract", "utterance", "max_words"),
        ("c", "download", "file", "missing"),
    ]
    full = version(dict.fromkeys("abcd", "train"))
    empty = version({}, texts={"b": "0"}, drops=drops)
    for pair, at in (((full, empty), 0), ((empty, full), 1)):
        found = {id: (book.reason["stage"], book.reason["reason"]) for id, book in listed(*pair).items()}
        assert found == {
            "a": ("prefilter", "min_words"),
            "b": ("postfilter", "no_dialogues"),
            "c": ("download", "missing"),
            "d": ("catalogue", "not_listed"),
        }
        assert all(book.dialogues[at] == 3 and book.dialogues[1 - at] == 0 for book in listed(*pair).values())


def test_a_language_that_is_not_selected_explains_all():
    found = listed(version({"a": "train"}), version({}, selected=False))
    assert found["a"].reason["reason"] == "languages"


def test_a_replaced_edition_names_the_book_in_its_place():
    drops = [("a", "prefilter", "book", "edition")]
    before = version({"a": "train", "c": "train"})
    after = version({"b": "train", "c": "train"}, texts={"a": "0"}, works=[("b", "a")], drops=drops)
    found = listed(before, after)
    assert (found["a"].instead, found["a"].reason["reason"]) == ("b", "edition")
    assert found["b"].instead == ""
    assert listed(after, before)["a"].instead == "b"


def test_a_move_is_due_to_the_work_if_that_has_another_id():
    before = version({"a": "train", "b": "train"})
    after = version({"a": "test", "b": "test"}, works=[("b", "a")])
    assert {id: book.reason["reason"] for id, book in listed(before, after).items()} == {
        "a": "split",
        "b": "works",
    }


def test_books_with_other_dialogues_are_listed_with_them():
    one = version({"a": "train"})
    assert listed(one, one, {"a": {"split": (1, 2)}})["a"].kinds == {"split": (1, 2)}
