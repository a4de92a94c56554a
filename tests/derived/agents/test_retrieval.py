"""The retrieval agent: its measures by hand, what it finds, what it learns."""

import math
import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.derived.retrieval import base, criteria, learn, pairs
from dialogue_etl.derived.retrieval.agent import RetrievalAgent
from dialogue_etl.derived.retrieval.criteria import Question
from dialogue_etl.derived.retrieval.parameters import WEIGHTS, Retrieval
from dialogue_etl.derived.retrieval.similarity import similarity
from dialogue_etl.derived.retrieval.terms import normaliser
from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.formats.legacy import LegacyError

FIRST = ["Where is the key?", "Under the mat.", "Which mat?", "The blue one.", "There is none."]
SECOND = ["Where is the dog?", "In the garden.", "Fetch it."]
THIRD = ["Where is the key?", "I lost it.", "Where is the garden?", "Behind the house."]
JACCARD = similarity("jaccard", 0.5)


def legacy(*dialogues, interval=500):
    lines, number = [], -1
    for dialogue in dialogues:
        number += 1
        for trigger, answer in pairwise(dialogue):
            number += 1
            lines += ["SubId - tt-1", f"DialogId - {number}", f"Diff - {interval}"]
            lines += [f"I - {trigger}", f"R - {answer}", ""]
    return lines


@pytest.fixture
def made(tmp_path):
    def make(dialogues, language="en", weights=None, **values):
        settings = Retrieval(**values)
        folder = tmp_path / str(random.random())
        base.build(folder, pairs.of_legacy(legacy(*dialogues)), normaliser(language, settings.normalisers))
        return RetrievalAgent(base.Base(folder), language, settings, weights)

    return make


@pytest.mark.parametrize(
    ("name", "weight", "expected"),
    [  # a b c d and b c e: two of five terms in common; bc of ab bc cd ce
        ("jaccard", 0.5, 2 / 5),
        ("dice", 0.5, 4 / 7),
        ("overlap", 0.5, 2 / 3),
        ("jaccard_overlap", 0.25, 0.25 * 2 / 5 + 0.75 * 2 / 3),
        ("jaccard_overlap_bigram", 0.25, 0.25 * 1 / 4 + 0.75 * 1 / 2),
    ],
)
def test_similarities_by_hand(name, weight, expected):
    measure = similarity(name, weight)
    assert measure("abcd", "bce") == measure("bce", "abcd") == pytest.approx(expected)
    assert (measure("ab", "ab"), measure("a", "a"), measure("a", "b"), measure("", "")) == (1, 1, 0, 0)


@pytest.mark.parametrize(
    ("language", "names", "text", "expected"),
    [
        ("pt", ["diacritics"], "Não, AVÓ!", ("nao", "avo")),
        ("pt", ["stems"], "gostava das casas", ("gost", "das", "cas")),
        ("en", ["lemmas"], "The mice ran.", ("the", "mouse", "run")),
        ("en", [], "Don't? : ( ~ *", ("don't",)),
        ("zh", [], "你好，世界", ("你好", "世界")),
    ],
)
def test_normalisers(language, names, text, expected):
    assert normaliser(language, names)(text) == expected


def test_a_normaliser_that_does_not_know_the_language_is_refused_before_any_work():
    with pytest.raises(DialogueEtlError, match=r"retrieval\.normalisers: stems: there are none of 'zh'"):
        normaliser("zh", ["stems"])


@pytest.mark.parametrize(
    ("interval", "score"),
    [
        (0, 1),
        (1, 0.3),
        (-50, 0.3),
        (80, 0.3),
        (81, 0.8838),
        (1000, 0.7),
        (1001, 0.6996),
        (2750, 0),
        (9e9, 0),
        (None, 0),
    ],
)
def test_time_difference_by_hand(interval, score):
    assert criteria.time_difference(interval) == pytest.approx(score)


def test_answer_frequency_by_hand():
    # ab is alike to abc by 2/3, to d by 0; the sums are 2/3 + 2/3, 2/3 + 2/3 + …
    answers = ["ab", "abc", "ab", "d"]
    sums = [2 / 3 + 1, 4 / 3, 1 + 2 / 3, 0]
    assert criteria.answer_frequency(answers, JACCARD) == pytest.approx([one / max(sums) for one in sums])
    assert criteria.answer_frequency(["d"], JACCARD) == [0]


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("abxy", 0),  # an echo
        ("abxyz", 0.4),  # four of five alike, near an echo: half of x y of x y z … 2/3, a and b stop words
        ("xcdef", 1 / 6),
        ("ab", 0),
        ("", 0),
    ],
)
def test_answer_similarity_by_hand(answer, score):
    question = Question(tuple("abxy"), [], frozenset("ab"))
    expected = {"abxyz": 2 / 3 / 2, "xcdef": 1 / 6}.get(answer, score)
    assert criteria.answer_similarity(question, tuple(answer), JACCARD) == pytest.approx(expected)


def test_conversation_context_by_hand():
    asked, said = [("ab", "c"), ("d", "e")], [("a", "c"), ("d", "x")]
    score = criteria.conversation_context
    assert score(asked, said, JACCARD, 1) == pytest.approx((1 / 2 + 1) / 2)
    assert score(asked, said, JACCARD, 2) == pytest.approx((1 / 2 + 1 + 1 + 0) / 4)
    assert score(asked, said[:1], JACCARD, 2) == pytest.approx((1 / 2 + 1) / 4)
    assert score(asked, said, JACCARD, 0) == 0


def test_the_interaction_before_a_pair_of_a_file():
    found = list(pairs.of_legacy(legacy(FIRST, SECOND)))
    assert [one.before for one in found] == [None, None, 0, 1, None, None]
    # Records that share no turn stand side by side, and a new file begins a conversation.
    apart = [*legacy(["a", "b"]), *legacy(["c", "d"])]
    apart[7] = "DialogId - 2"
    apart[1] = "DialogId - 1"
    assert [one.before for one in pairs.of_legacy(apart)] == [None, 0]
    assert [one.turn for one in found] == list(range(6))


def test_a_damaged_file_is_refused_with_its_line(made):
    lines = legacy(SECOND)
    del lines[3]
    with pytest.raises(LegacyError, match="line 4"):
        list(pairs.of_legacy(lines))


def test_answers_have_their_source_and_the_conversation_decides_between_like_ones(made):
    agent = made(
        [FIRST, SECOND, THIRD],
        conversation_context=60,
        question_similarity=40,
        answer_frequency=0,
        answer_similarity=0,
    )
    (best, *_) = agent.answers(["Where is the key?", "I lost it.", "Where is the garden?"], 5)
    assert (best.text, best.score) == ("Behind the house.", pytest.approx(1.0))
    assert (best.source.document, best.source.turn, best.source.trigger) == (
        "tt-1",
        8,
        "Where is the garden?",
    )
    texts = [one.text for one in agent.answers(["Where is the key?"], 5)]
    assert texts[:2] == ["Under the mat.", "I lost it."]  # equal: the first of the file
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    "text", ["key?", "key:", "(key", "~key", "key AND OR NOT", '"key', "trigger:key^9", "key\\", "+key -"]
)
def test_no_sign_of_a_question_has_a_meaning(made, text):
    assert made([FIRST]).answers([text], 1)[0].text == "Under the mat."


@pytest.mark.parametrize("history", [[], [""], ["?!"], ["xylophone"]])
def test_where_nothing_is_found_an_excuse_is_made(made, history):
    assert made([FIRST]).answers(history, 3) == []
    agent = made([FIRST], no_answer=["Pardon?", "What?"])
    (said,) = agent.answers(history, 3)
    assert said == agent.answers(history, 3)[0]
    assert said.text in {"Pardon?", "What?"}
    assert (said.score, said.source) == (0, None)


def test_exact_matches_and_votes(made):
    dialogues = [
        ["Where is it now?", "Gone, it is."],
        ["Where is it?", "Here."],
        ["it", "Gone, it is there."],
    ]
    only = {
        "question_similarity": 0,
        "conversation_context": 0,
        "answer_frequency": 100,
        "answer_similarity": 0,
    }
    assert made(dialogues, **only).answers(["Where is it?"], 1)[0].text != "Here."
    assert made(dialogues, **only, exact_first=True).answers(["Where is it?"], 1)[0].text == "Here."
    voting = {
        "question_similarity": 60,
        "conversation_context": 0,
        "answer_frequency": 40,
        "answer_similarity": 0,
    }
    assert made(dialogues, **voting, selection="votes").answers(["Where is it?"], 1)[0].text == "Here."
    voting |= {"question_similarity": 40, "answer_frequency": 60}
    assert made(dialogues, **voting, selection="votes").answers(["Where is it?"], 1)[0].text != "Here."


@pytest.mark.parametrize("weights", [{"answer_frequency": 21.0}, {"question_similarity": 0.0}])
def test_weights_that_do_not_add_up_are_refused(weights):
    with pytest.raises(ValueError, match="they must add up to 100"):
        Retrieval(**weights)


def test_two_bases_of_the_same_pairs_answer_alike_and_ties_have_an_order(made):
    dialogues = [[f"Yes {number % 3}?", f"No {number}."] for number in range(200)]
    one, other = (made(dialogues) for _ in range(2))
    asked = [one.answers([f"Yes {number}?"], 20) for number in range(3)]
    assert asked == [other.answers([f"Yes {number}?"], 20) for number in range(3)]
    assert [answer.text for answer in asked[1]][:3] == ["No 1.", "No 4.", "No 7."]


def test_a_fragment_is_no_answer_where_there_is_another(made):
    said = [
        ["Where is the key?", "under the mat."],
        ["Where is the key?", "Under the"],
        ["The key?", "In a jar."],
    ]
    said[1][1] += "--"
    assert made(said).answers(["Where is the key?"], 3)[0].text == "In a jar."
    assert len(made(said).answers(["Where is the key?"], 3)) == 1
    assert len(made(said, whole_answers=False).answers(["Where is the key?"], 3)) == 3
    assert made(said[:1]).answers(["Where is the key?"], 3)[0].text == "under the mat."


def test_a_short_answer_is_preferred_to_a_speech(made):
    said = [["Where is the key?", f"Under the mat, {'as ever, ' * 9}I think."], ["The key?", "In a jar."]]
    asked = ["Where is the key?"]
    assert [one.text for one in made(said).answers(asked, 3)] == ["In a jar."]
    assert made(said, longest_answer=0).answers(asked, 1)[0].text == said[0][1]
    assert made(said[:1]).answers(asked, 1)[0].text == said[0][1]


def test_a_rare_word_says_more_of_a_question_than_common_ones(made):
    common = [[f"How do you like {word}?", "Very much."] for word in ("it", "them", "tea", "rain", "this")]
    said = [*common, ["Is the old waltz for you?", "Not bad."]]
    weights = dict.fromkeys(WEIGHTS, 0.0) | {"question_similarity": 100.0}
    asked = ["How do you like waltz?"]
    assert made(said, weights=weights).answers(asked, 1)[0].text == "Not bad."
    assert made(said, weights=weights, rare_words=False).answers(asked, 1)[0].text == "Very much."


def test_a_trigger_that_ends_with_the_question_comes_first(made):
    said = [
        ["How are you?", "Fine."],
        ["Sit down at last and tell me all of it. How old are you, my dear boy?", "Eighteen."],
        ["How old are you is not what I wanted to know.", "No."],
    ]
    assert made(said).answers(["How old are you?"], 1)[0].text != "Eighteen."
    assert [one.text for one in made(said, whole_first=True).answers(["How old are you?"], 3)] == [
        "Eighteen."
    ]
    # It is found among many that share more of its words by BM25.
    many = [["How old? How old are they? You are old.", f"Very {n}."] for n in range(30)]
    assert made([*many, said[1]], whole_first=True).answers(["How old are you?"], 1)[0].text == "Eighteen."


PLACES = [
    pairs.Pair(f"Where is thing {n}?", f"Place {n}{', over there' * (n % 3 > 0)}.", None, None, "f", "", 0)
    for n in range(30)
]


@pytest.mark.parametrize("strategy", ["best_candidate", "best_scoring"])
def test_the_better_expert_grows(made, strategy):
    # Only what is like the question tells which place is the right one.
    dialogues = [[one.trigger, one.answer] for one in PLACES]
    even = dict.fromkeys(WEIGHTS, 20.0)
    agent = made(dialogues, weights=even, learn=strategy, hits=5)
    found = learn.weights_of(agent, PLACES)
    assert sum(found.values()) == pytest.approx(100)
    assert found["question_similarity"] > 20 > found["answer_frequency"]
    # Neither tells anything here: no times differ, no conversation was before.
    assert found["time_difference"] == found["conversation_context"] == 20
    assert learn.weights_of(agent, []) == even


def test_weights_that_are_not_better_on_other_pairs_are_not_taken(made):
    dialogues = [[one.trigger, one.answer] for one in PLACES]
    agent = made(dialogues, learn="best_candidate", hits=5)
    right = dict.fromkeys(WEIGHTS, 0.0) | {"question_similarity": 100.0}
    for before, kept in (
        (right, True),
        ({**right, "question_similarity": 0.0, "answer_frequency": 100.0}, False),
    ):
        agent.weights = before
        found = learn.learn(agent, PLACES)
        assert (found.weights == before) is kept
        assert (found.after > found.before) is not kept
        assert found.pairs == (15, 15)
        assert agent.weights == before


def test_rewards_and_rate_by_hand():
    assert learn.reward("best_candidate", [0.2, 0.9, 0.9], [1.0, 0.5, 0.7]) == pytest.approx(0.601)
    assert learn.reward("best_candidate", [1.0], [1.0]) == 1
    assert learn.reward("best_scoring", [0.2, 0.9], [1.0, 0.5]) == pytest.approx((0.2 + 0.6) / 2 + 0.001)
    found = learn.weights({"one": 2.0, "other": 1.0}, math.log(3))
    assert found == {"one": 75.0, "other": 25.0}


@given(st.dictionaries(st.sampled_from(WEIGHTS), st.floats(0, 10_000), min_size=1), st.floats(0.001, 2))
def test_learnt_weights_add_up(rewards, rate):
    found = learn.weights(rewards, rate)
    assert sum(round(one * 100) for one in found.values()) == 10_000
    assert max(found, key=found.get) in {
        name for name in rewards if rewards[name] >= max(rewards.values()) - 1e-2 / rate
    }


def test_figures_of_an_agent(made):
    agent = made([FIRST])
    asked = [
        pairs.Pair(*texts, None, None, "f", "", 0)
        for texts in (("Which mat?", "The blue one."), ("Xyz?", "No."))
    ]
    figures, rows = learn.evaluate(agent, asked)
    assert figures == {
        "questions": 2,
        "answered": 0.5,
        "exact": 0.5,
        "similarity": 0.5,
        "different_answers": 1.0,
    }
    assert [row["answer"] for row in rows] == ["The blue one.", None]
    assert learn.drawn(iter(asked * 3), 5) == learn.drawn(asked[::-1], 2)
