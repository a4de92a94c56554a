from dialogue_etl.compare import books
from tests.compare.made import listed, version


def test_removed_added_moved():
    before = version({"a": "train", "b": "test", "c": "train"})
    after = version({"b": "train", "c": "train", "d": "validation"})
    compared = books.compare(before, after)
    assert compared.ids.to_pylist() == ["a", "b", "c", "d"]
    assert compared.removed.tolist() == [True, False, False, False]
    assert compared.added.tolist() == [False, False, False, True]
    assert compared.moved.tolist() == [False, True, False, False]
    sizes = {"books": 1, "before": 3, "after": 3}
    assert compared.flows() == {
        ("train", "train"): sizes,
        ("train", ""): {**sizes, "after": 0},
        ("test", "train"): sizes,
        ("", "validation"): {**sizes, "before": 0},
    }


def test_another_text_is_told_apart():
    before, after = (
        version({"a": "train", "b": "train"}),
        version({"a": "train", "b": "train"}, texts={"b": "1"}),
    )
    assert [book.rewritten for book in listed(before, after).values()] == [True]


def test_an_old_table_without_pieces_is_compared_by_the_hash_of_its_file():
    new = version({"a": "train"})
    old = books.Version(new.splits, new.texts.drop_columns(["pieces", "authors"]), new.works, new.drops)
    assert listed(old, new) == {}
    assert listed(old, version({}))["a"].authors == []


def test_sizes_of_splits():
    found = books.sizes(version({"a": "train", "b": "train", "c": "test"}).splits)
    assert found["train"] == {"books": 2, "dialogues": 6, "utterances": 18}
    assert found["validation"] == {"books": 0, "dialogues": 0, "utterances": 0}
