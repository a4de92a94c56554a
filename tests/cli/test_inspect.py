import re

import pytest


@pytest.fixture
def stages(sample):
    return ("--data", sample.stages.parent)


def test_without_a_book_all_are_listed_with_what_became_of_them(command, stages):
    lines = command("inspect", *stages).out.splitlines()
    by_id = {line.split()[1]: line for line in lines if "  pg" in line}
    assert len(by_id) == 19
    assert "left out by prefilter, max_kl_divergence" in by_id["pg900004"]
    assert "4 dialogues, 56 utterances" in by_id["pg900001"]
    assert "[no dialogues]" not in "".join(lines)


def test_what_was_not_selected_is_a_number_and_what_was_named_is_in_the_list(
    command, stages, sample, tmp_path
):
    last = "en  not selected: 1 (see `dialogue-etl books select --language en`)"
    lines = command("inspect", *stages).out.splitlines()
    assert [line for line in lines if "pg900005" in line or "not selected" in line] == [last]
    made = sample.copied(tmp_path / "fewer", {"books.max_books": 1}).run("download")
    assert last.replace(" 1 ", " 4 ") in command("inspect", "--data", made.stages.parent).out.splitlines()
    changes = {"books.banned": ["pg900001"], "books.ids": ["pg1", "pg900001", "pg900002"]}
    data = ("--data", sample.copied(tmp_path / "named", changes).run("download").stages.parent)
    said = command("inspect", *data).out
    assert "en  pg900001    [" in said
    assert "en  pg1    [left out by download, not_listed: " in said
    assert "not selected" not in said
    said = command("inspect", "pg900001", *data).out
    assert said.splitlines()[0] == "pg900001: left out by download, banned: pg900001 is in books.banned"


def test_a_book_is_shown_with_its_dialogues_in_place(command, stages, sample):
    said = command("inspect", "pg900001", *stages, "--no-colour")
    assert "Marchgrove, Thessaly: The Bell at Marrow Ferry" in said.out
    assert said.out.count("── dialogue pg900001:") == 4
    assert "left out: utterance, extract, drop_scare_quotes" in said.out
    counts = {}
    for name, partners in re.findall(r"^(.+): \d+ turns?, beside those of (.+)$", said.out, re.MULTILINE):
        for partner, times in re.findall(r"(?:^|, )(.+?) (\d+)(?=,|$)", partners):
            counts.setdefault(frozenset((name, partner)), []).append(times)
    assert max(map(len, counts.values())) == 2  # a pair that both name, with the same number:
    assert all(len(set(times)) == 1 for times in counts.values())
    assert "\x1b[" not in said.out


@pytest.mark.parametrize(
    ("id", "why"),
    [
        ("pg900105", "left out by prefilter, max_kl_divergence"),
        ("pg900005", "pg900005: left out by download, rights: Copyrighted."),
    ],
)
def test_a_book_left_out_says_why(command, stages, id, why):
    said = command("inspect", id, *stages)
    assert said.code == 0
    assert why in said.out


@pytest.mark.parametrize("line", ["0", "9" * 30, "9" * 5_000])
def test_a_line_that_no_file_has_is_a_sentence(command, stages, tmp_path, line):
    (tmp_path / "train.txt").write_text("Yes.\n")
    for name in ("train", "t" * 300):
        said = command("inspect", f"{tmp_path / name}.txt:{line}", *stages)
        assert (said.code, said.out) == (1, "")
        assert ("there is no line" if name == "train" else "nothing has this id") in said.err
