from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.params import Rules
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.names import names
from dialogue_etl.sources.threads.rules.rule import Utterance

LISTS = Blacklists({"names": ("小明", "王老师", "Will", "Emily")})


def renamed(texts, language="zh"):
    part = names(language, Rules(), LISTS)([Utterance(str(n), None, text) for n, text in enumerate(texts)])
    return list(texts) if part is None else [one.text for one in part.pieces[0]]


def test_a_name_has_one_number_in_its_dialogue():
    said = renamed(["小明，王老师叫你", "王老师？", "对，小明"])
    assert said == ["<NAME1>，<NAME2>叫你", "<NAME2>？", "对，<NAME1>"]


def test_numbers_begin_again_in_every_dialogue():
    assert renamed(["王老师", "好"]) == ["<NAME1>", "好"]


def test_only_whole_words_in_their_own_case():
    assert renamed(["I will ask Will.", "Willow? Emily's?"], "en") == [
        "I will ask <NAME1>.",
        "Willow? <NAME2>'s?",
    ]


def test_a_piece_of_a_parted_dialogue_is_numbered_anew():
    assert renamed(["<NAME3>，小明来了", "<NAME3>"]) == ["<NAME1>，<NAME2>来了", "<NAME1>"]


def test_nothing_to_do_is_nothing_done():
    rule = names("zh", Rules(), LISTS)
    assert rule([Utterance("a", None, "<NAME1>在吗"), Utterance("b", None, "在")]) is None
    assert names("fr", Rules(), Blacklists({}))([Utterance("a", None, "Emily")]) is None


@given(
    st.lists(st.lists(st.sampled_from(["小明", "王老师", "<NAME2>", "<NAME1>", "，", "好 "])).map("".join))
)
def test_a_second_pass_changes_nothing(texts):
    once = renamed(texts)
    assert renamed(once) == once
