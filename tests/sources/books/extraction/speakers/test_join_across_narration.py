"""Joining turns across a paragraph of narration, by clues to speakers and by language."""

import pytest

from tests.sources.books.extraction import steps


def joined(text, tag, **params):
    """Whether the last span continues the turn before."""
    table = steps.table_after("attribute_speakers", steps.document(text, tag, **params))
    return not table.column("begins_turn")[-1]


def scene(tag, first, last):
    """Two paragraphs of speech, in the marks of the language, with one of narration between."""
    rain = {"es": "La lluvia caía.", "pl": "Padał deszcz.", "en": "The rain fell."}[tag]
    dash = {"es": "—", "pl": "— ", "en": ""}[tag]
    return f"{dash}{first}\n\n{rain}\n\n{dash}{last}"


@pytest.mark.parametrize(
    ("tag", "first", "last", "expected"),
    [
        ("es", "No vienes.", "Me voy sola.", False),  # no clues: a dash is another speaker
        ("pl", "Nie przyjdziesz.", "Idę sama.", False),
        ("es", "No vienes —dijo Ana.", "Me voy sola —dijo Ana.", True),
        ("es", "No vienes —dijo Ana.", "Me voy sola —prosiguió.", True),
        ("es", "No vienes —dijo Ana.", "Me voy solo —dijo Luis.", False),
        ("en", "“You are late,” said Ann.", "“It rains,” said Ann.", True),
        ("en", "“You are late,” said Ann.", "“It rains,” said Tom.", False),
    ],
)
def test_clues_join_turns_across_a_paragraph_of_narration(tag, first, last, expected):
    assert joined(scene(tag, first, last), tag) is expected


def test_join_chance_is_the_threshold():
    text = scene("en", "“You are late. I have been waiting for an hour?”", "“It rains.”")
    assert [joined(text, "en", join_chance=chance) for chance in (0.3, 0.9)] == [True, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"“You are late,” said Mrs. Holt. {'It rained. ' * 30}\n\n“It rains,” he continued.", False),
        ("“You are late,” said Ann.\n\nThe rain fell.\n\n“It rains,” she continued.", True),
        (f"“You are late,” said Ann. {'It rained. ' * 30}\n\nShe continued, “It rains.”", True),
    ],
)
def test_a_verb_of_continuing_joins_after_narration_and_before_speech(text, expected):
    assert joined(text, "en") is expected


def test_a_pronoun_refers_to_the_subject_of_the_narration_above():
    talk = "“Yes,” said Ann.\n\n“No,” said Eve.\n\n" * 3
    turns = [
        f"{talk}“You are late,” said Ann.\n\n{name} rose.\n\n“It rains,” she said." for name in ("Ann", "Eve")
    ]
    assert [joined(text, "en", join_chance=0.5) for text in turns] == [True, False]
