import pytest


@pytest.fixture
def stages(sample):
    return ("--data", sample.stages.parent)


def test_without_a_book_all_are_listed_with_what_became_of_them(command, stages):
    lines = command("inspect", *stages).out.splitlines()
    by_id = {line.split()[1]: line for line in lines if "  pg" in line}
    assert len(by_id) == 19
    assert "left out by prefilter, max_kl_divergence" in by_id["pg900004"]
    assert "5 dialogues, 55 utterances" in by_id["pg900001"]
    assert "[no dialogues]" not in "".join(lines)


def test_what_was_not_selected_is_a_number_in_the_list(command, stages, sample, tmp_path):
    last = "en  not selected: 1 (see `dialogue-etl books select --language en`)"
    lines = command("inspect", *stages).out.splitlines()
    assert [line for line in lines if "pg900005" in line or "not selected" in line] == [last]
    made = sample.copied(tmp_path / "again", {"books.max_books": 1}).run("download")
    lines = command("inspect", "--data", made.stages.parent).out.splitlines()
    assert last.replace(" 1 ", " 4 ") in lines


def test_a_book_that_was_not_selected_says_why(command, stages):
    said = command("inspect", "pg900005", *stages)
    assert said.code == 0
    assert said.out.startswith("pg900005: left out by download, rights: Copyrighted.")


def test_books_that_were_named_are_in_the_list(command, sample, tmp_path):
    changes = {"books.banned": ["pg900001"], "books.ids": ["pg1", "pg900001", "pg900002"]}
    made = sample.copied(tmp_path / "again", changes).run("download")
    said = command("inspect", "--data", made.stages.parent).out
    assert "en  pg900001    [" in said
    assert "en  pg1    [left out by download, not_listed: " in said
    assert "not selected" not in said


def test_a_book_is_shown_with_its_dialogues_in_place(command, stages, sample):
    said = command("inspect", "pg900001", *stages, "--no-colour")
    assert "Marchgrove, Thessaly: The Bell at Marrow Ferry" in said.out
    assert said.out.count("── dialogue pg900001:") == 5
    assert "left out: utterance, extract, max_words 142 against 100" in said.out
    assert "\x1b[" not in said.out


def test_a_book_left_out_says_why(command, stages):
    assert "left out by prefilter, max_kl_divergence" in command("inspect", "pg900105", *stages).out


def test_a_banned_book_says_so(command, sample, tmp_path):
    made = sample.copied(tmp_path / "again", {"books.banned": ["pg900001"]}).run("download")
    said = command("inspect", "pg900001", "--data", made.stages.parent)
    assert (said.code, said.out.splitlines()[0]) == (
        0,
        "pg900001: left out by download, banned: pg900001 is in books.banned",
    )


def test_an_unknown_book_is_a_sentence(command, stages):
    said = command("inspect", "pg1", *stages)
    assert (said.code, said.err) == (
        1,
        "pg1: nothing has this id; `dialogue-etl inspect` lists what there is\n",
    )


def test_without_outputs_it_says_what_to_run(command, tmp_path):
    said = command("inspect", "--data", tmp_path)
    assert said.code == 1
    assert "run `dvc repro` in a workspace first" in said.err
