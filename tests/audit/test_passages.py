import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.audit.passages import Piece, passage

TEXT = "It was late. “Come,” he said, “come in.” She came.\n\n“Here?” “There.” And so on."


def place(words):
    start = TEXT.index(words)
    return start, start + len(words)


def shown(turns, others=(), before=1000, after=1000):
    return passage(TEXT, turns, list(others), before=before, after=after)


def test_speech_is_told_from_narration_and_from_other_speech():
    others = [place("Here?"), place("There.")]  # what is to be judged is not other speech
    found = shown([[place("Come,"), place("come in.")], [place("Here?")]], others)
    assert found.before == (Piece("It was late. “"),)
    assert [(piece.text, piece.turns) for piece in found.inside] == [
        ("Come,", (1,)),
        ("” he said, “", ()),
        ("come in.", (1,)),
        ("” She came.\n\n“", ()),
        ("Here?", (2,)),
    ]
    assert Piece("There.", (), other=True) in found.after


def test_turns_with_the_place_of_one_paragraph_share_it():
    both = place("“Here?” “There.”")
    assert shown([[both], [both]]).inside == (Piece("“Here?” “There.”", (1, 2)),)


def test_context_ends_with_whole_words():
    found = shown([[place("Here?")]], before=11, after=12)
    assert found.before == (Piece("came.\n\n“"),)
    assert found.after == (Piece("” “There.”"),)


@pytest.mark.parametrize("wrong", [(-1, 5), (70, 500)])
def test_a_place_outside_the_text_is_refused(wrong):
    with pytest.raises(IndexError):
        shown([[wrong]])


SPAN = st.tuples(st.integers(0, 40), st.integers(0, 40)).map(lambda ends: (min(ends), max(ends)))


@given(
    text=st.text("ab .\n", min_size=40, max_size=60),
    turns=st.lists(st.lists(SPAN, min_size=1, max_size=3), min_size=1, max_size=4),
    others=st.lists(SPAN, max_size=3),
    around=st.integers(0, 60),
)
def test_the_pieces_are_the_text(text, turns, others, around):
    found = passage(text, turns, others, before=around, after=around)
    start = min(left for turn in turns for left, _ in turn)
    end = max(right for turn in turns for _, right in turn)
    before, inside, after = (
        "".join(piece.text for piece in pieces) for pieces in (found.before, found.inside, found.after)
    )
    assert inside == text[start:end]
    assert text[:start].endswith(before)
    assert text[end:].startswith(after)
    covered = {at for left, right in turns[0] for at in range(left, right)}
    at, seen = start, set()
    for piece in found.inside:
        if 1 in piece.turns:
            seen.update(range(at, at + len(piece.text)))
        at += len(piece.text)
    assert seen == covered


def test_a_long_line_of_blanks_takes_no_time():
    text = "a" + " " * 2_000_000 + "b" + " " * 2_000_000 + "c"
    at = text.index("b")
    found = passage(text, [[(at, at + 1)]], [], before=1_500_000, after=1_500_000)
    assert found.inside == (Piece("b", (1,)),)


def test_a_long_dialogue_takes_no_time():
    text = "ab" * 50_000
    turns = [[(at, at + 1)] for at in range(0, len(text), 2)]
    assert len(passage(text, turns, [], before=0, after=0).inside) == 2 * 50_000 - 1
