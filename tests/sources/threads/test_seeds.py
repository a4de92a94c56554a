import numpy as np

from dialogue_etl.sources.threads.seeds import SeedUsers, survey, user
from tests.conftest import quick_runtime


def folder(path, *users):
    path.mkdir()
    np.save(path / "users.npy", np.array(sorted(users), np.uint64))
    return path


def test_a_user_is_one_of_a_corpus():
    assert user("blog", "ann") == user("blog", "ann")
    assert len({user("blog", "ann"), user("news", "ann"), user("blog", "bo"), user("blog\x1fann", "")}) == 4
    assert 0 <= user("blog", "ann") < 2**64


def test_threads_of_seed_users_stay(tmp_path):
    folders = [
        folder(tmp_path / "a", user("blog", "ann"), user("blog", "bo")),
        folder(tmp_path / "b", user("blog", "ann")),
        folder(tmp_path / "c"),
    ]
    seeds = SeedUsers(folders, ["blog", "news"])
    assert seeds.began("blog", "ann")
    assert seeds.began("blog", "bo")
    assert not seeds.began("blog", "cy")
    assert not seeds.began("news", "ann")
    assert not seeds.began("blog", None)


def test_a_corpus_that_names_nobody_can_not_be_judged():
    seeds = SeedUsers([], ["blog"])
    assert seeds.began("pairs", None)
    assert not seeds.began("blog", "ann")


def test_without_chosen_accounts_nothing_is_surveyed(tmp_path):
    pairs = [(tmp_path / "no threads", tmp_path / "no comments")]
    assert survey("en", pairs, [], quick_runtime()) == []
