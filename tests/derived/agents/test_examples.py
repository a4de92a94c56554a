"""How dialogues are laid out for generative models; no torch is needed."""

import pytest

from dialogue_etl.derived.generative.examples import (
    IGNORED,
    Examples,
    Layout,
    Passages,
    read_dialogues,
    read_texts,
    splits,
)
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.forms import language_writer
from tests.derived.mix.conftest import row

CALLS = {"red": "stop", "green": "go", "blue": "swim"}


def write(folder, language="en", calls=CALLS):
    """A packaged dataset: whoever says a colour is told what to do."""
    names = ("train", "validation", "test")
    with language_writer(folder, language, names, ["parquet"]) as add:
        for split in names:
            for number, (call, answer) in enumerate([*calls.items()] * 8):
                made = row(f"b{number}:{split}", language, None, split)
                add(split, {**made, "turns": [{**made["turns"][0], "text": text} for text in (call, answer)]})
    return folder


class Characters:
    """A tokenizer of characters."""

    cls_token_id, sep_token_id = 1, 2

    def convert_tokens_to_ids(self, marks):
        return [3, 4]

    def __call__(self, texts, **_):
        return {"input_ids": [[ord(one) for one in text] for text in texts]}


def layout(causal=True, **values):
    return Layout(Characters(), Generative(**values), causal=causal)


def test_speakers_alternate_and_are_token_types():
    found = layout(history=3).context([[90], [10, 11], [12], [13]])
    assert found["input_ids"] == [1, 3, 10, 11, 4, 12, 3, 13, 4]  # three turns, then who answers
    assert found["token_type_ids"] == [3, 3, 3, 3, 4, 4, 3, 3, 4]
    long = layout(context=5).context([[7] * 100])
    assert long == {"input_ids": [1, 7, 7, 7, 7, 4], "token_type_ids": [3, 3, 3, 3, 3, 4]}
    assert layout(causal=False).context([[10]]) == {"input_ids": [1, 3, 10, 4]}


def test_loss_is_on_the_answer_alone():
    found = layout(answer=3).example([[10]], [20, 21, 22])
    assert found["input_ids"] == [1, 3, 10, 4, 20, 21, 22, 2]
    assert found["token_type_ids"] == [3, 3, 3, 4, 4, 4, 4, 4]
    assert found["labels"] == [*[IGNORED] * 4, 20, 21, 22, 2]
    assert layout(causal=False).example([[10]], [20]) == {"input_ids": [1, 3, 10, 4], "labels": [20, 2]}


def test_a_long_answer_is_learnt_whole_in_pieces_and_ends_once():
    made = layout(answer=2, context=6)
    first, second, last = (made.example([[10]], [20, 21, 22, 23, 24], begin) for begin in made.pieces(5))
    assert first == {
        "input_ids": [1, 3, 10, 4, 20, 21],  # no end mark: it goes on
        "token_type_ids": [3, 3, 3, 4, 4, 4],
        "labels": [*[IGNORED] * 4, 20, 21],
    }
    assert second["input_ids"] == [1, 3, 10, 4, 20, 21, 22, 23]
    assert last["input_ids"] == [1, 10, 4, 20, 21, 22, 23, 24, 2]
    assert last["labels"] == [*[IGNORED] * 7, 24, 2]
    found = Examples([["q", "abc", "d"], ["q", "abc"]], made, without={("q", "abc")})
    assert (found.answers, len(found), found.overlapping) == (1, 1, 2)
    assert len(Examples([["q", "abc", "d"]], made)) == 3
    assert Examples([["q", "a"], ["123456", "a"]], made).context_lost() == 2 / 11


def test_texts_may_be_read_normalised():
    words = Layout(Characters(), Generative(normalised=True), causal=True, language="en").tokens(["It's so."])
    assert "".join(map(chr, words[0])) == "it 's so ."


def test_each_turn_after_the_first_is_an_answer():
    made = layout(history=2)
    said = [["a", "b", "c", "d"], ["x"], [], ["y", "z"]]
    found = Examples(said, made)
    whole = [(["a"], "b"), (["a", "b"], "c"), (["b", "c"], "d"), (["y"], "z")]
    expected = [made.example(made.tokens(history), made.tokens([answer])[0]) for history, answer in whole]
    assert [found[place] for place in range(len(found))] == expected
    assert len(Examples(said, made, 2)) == 2
    assert len(Examples([], made)) == 0


def test_distractors_are_answers_of_other_places_of_which_nothing_is_learnt():
    said = [[f"q{number}", f"a{number}"] for number in range(9)]
    made = layout()
    plain, found = Examples(said, made), Examples(said, made, distractors=2)
    rows = [found[place] for place in range(9)]
    drawn = [row.pop("distractors") for row in rows]
    assert rows == [plain[place] for place in range(9)]
    for place, others in enumerate(drawn):
        assert {**found[place], "distractors": None} == {**plain[place], "distractors": None}
        for other in others:
            history = len(made.context([[1, 2]])["input_ids"])
            assert other["input_ids"][:history] == plain[place]["input_ids"][:history]
            assert chr(other["input_ids"][history]) == "a"
            assert set(other["labels"]) == {IGNORED}
    assert len({str(others) for others in drawn}) > 5
    assert found[0]["distractors"] == drawn[0]


def test_texts_are_cut_into_pieces_all_of_which_is_learnt(tmp_path, caplog):
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "two.txt").write_text("abc")
    (tmp_path / "a.txt").write_text("abcdefg")
    (tmp_path / "c.txt").write_bytes(b"")
    texts = list(read_texts(tmp_path))
    assert texts == ["abcdefg", "abc"]
    assert "c.txt: left out: the file is empty" in caplog.text
    pieces = Passages(texts, layout(context=4, answer=2))
    assert ["".join(map(chr, pieces[at]["input_ids"][1:])) for at in range(len(pieces))] == [
        "abcdef",
        "g",
        "abc",
    ]
    assert pieces[1] == {"input_ids": [1, ord("g")], "labels": [1, ord("g")]}
    with pytest.raises(DialogueEtlError, match=r"texts: .*: no text files"):
        next(read_texts(tmp_path / "nowhere"))


def test_splits_are_of_a_language_or_of_a_mixed_dataset(tmp_path):
    write(tmp_path / "one", "pt")
    assert set(splits(tmp_path / "one", "pt")) == {"train", "validation", "test"}
    assert splits(tmp_path / "one/pt") == splits(tmp_path / "one", "pt")
    (tmp_path / "one/pt").rename(tmp_path / "one/mixed")
    mixed = splits(tmp_path / "one", "pt")
    assert [*read_dialogues(mixed, "test", "pt")][:2] == [["red", "stop"], ["green", "go"]]
    assert not [*read_dialogues(mixed, "test", "en")]
    assert not [*read_dialogues({}, "test")]
    with pytest.raises(DialogueEtlError, match=r"de: no train\.parquet .* parquet among package\.formats"):
        splits(tmp_path, "de")
