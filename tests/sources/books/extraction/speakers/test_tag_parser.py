import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES, NARRATOR
from dialogue_etl.sources.books.extraction.speakers.mentions import mention_at, tokens
from dialogue_etl.sources.books.extraction.speakers.tag_parser import tag_before, tag_behind


def who(words, tag):
    """The mention at the beginning of narration."""
    return mention_at(tokens(words, LANGUAGES[tag]), 0, LANGUAGES[tag])


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("Mr. Harker said", (("harker",), "m", "Mr. Harker", False)),
        ("Mrs. Jane Harker, smiling", (("jane", "harker"), "f", "Mrs. Jane Harker", False)),
        ("Madam. She left", (("madam",), "f", "Madam", False)),
        ("Ellen. Then she", (("ellen",), "", "Ellen", False)),
        ("Ellen’s voice", (("ellen",), "", "Ellen’s", False)),
        ("the old woman with a stick", (("woman",), "f", "the old woman", True)),
        ("the other", ((), "", "the other", True)),
        ("the Hatter went on", (("hatter",), "", "the Hatter", False)),
        ("she", ((), "f", "she", True)),
        ("I answered", (("i",), NARRATOR, "I", False)),
        ("Then I said", (("i",), NARRATOR, "I", False)),
        ("But she said", ((), "f", "she", True)),
    ],
)
def test_mention_in_a_tag(words, named):
    assert who(words, "en")[:4] == named


@pytest.mark.parametrize(
    ("tag", "words", "form"),
    [
        ("es", "don Telesforo contestó", "don Telesforo"),
        ("fr", "monsieur Dupont, en riant", "monsieur Dupont"),
        ("de", "der Kaufmann ernst und", "der Kaufmann"),
        ("de", "der alte Herr Müller laut", "der alte Herr Müller"),
        ("de", "die schöne Frau Sie", "die schöne Frau"),
        ("de", "der andere laut", "der andere laut"),
        ("es", "el joven riendo.", "el joven"),
        ("es", "el cadete vaciló", "el cadete"),
        ("fr", "le petit page déposa", "le petit page"),
        ("es", "el mando supremo", "el mando supremo"),
        ("fr", "le premier ministre souriant", "le premier ministre"),
        ("de", "der Dr. Müller.", "der Dr. Müller"),
        ("pt", "a S. Joanneira gritou", "a S. Joanneira"),
        ("nl", "de Graaf halfluid", "de Graaf"),
        ("sv", "den gamle leende", "den gamle"),
        ("hu", "a gróf mosolyogva", "a gróf"),
        ("en", "the French lady", "the French lady"),
        ("de", "Frau von Stetten fragte", "Frau von Stetten"),
        ("fr", "M. de Brissac entra", "M. de Brissac"),
    ],
)
def test_where_a_name_or_a_noun_begins_and_ends(tag, words, form):
    assert who(words, tag).form == form


@pytest.mark.parametrize(
    ("tag", "words"),
    [
        ("de", "eine längere Pause trat"),
        ("de", "seine Augen glänzten"),
        ("es", "una mano en el hombro"),
        ("fr", "les lèvres"),
        ("pt", "os olhos disfarçadamente"),
        ("fr", "monsieur dit"),
        *(("en", words) for words in ("", "softly he", "a man's", "the said", ", Ellen")),
    ],
)
def test_a_thing_is_not_a_mention(tag, words):
    assert who(words, tag) is None


@pytest.mark.parametrize(
    ("tag", "narration", "form"),
    [
        ("en", " said with a smile the boy", None),
        ("en", " said the boy", "the boy"),
        ("de", " sagte mit Nachdruck", None),
        ("de", " sagte dem Kutscher", None),
        ("es", " dijo a Tomás", None),
        ("es", " dijo cerrando el libro", None),
        ("es", " dijo tristemente el arquero", "el arquero"),
        ("es", " dijo riendo la madre", "la madre"),
        ("hu", " mondta Istvánnak", None),
        ("hu", " mondta István", "István"),
        ("hu", " mondta mosolyogva a kocsis", "a kocsis"),
        ("fi", " sanoi Matille", None),
    ],
)
def test_a_mention_that_is_not_a_subject_does_not_speak(tag, narration, form):
    told = tag_behind(narration, 0, len(narration), LANGUAGES[tag])
    assert (told and told.mention.form) == form


@pytest.mark.parametrize(
    ("tag", "narration", "form"),
    [
        ("es", "Y volviéndose a don Diego, dijo:", None),
        ("de", "Nach einer Weile sagte er:", "er"),
        ("en", "To this Mary replied,", "Mary"),
        ("es", "Y volviéndose a la señora Pérez, dijo:", None),
        ("es", "Y don Diego dijo:", "don Diego"),
        ("en", "He turned to Mr. John Harker and said:", "He"),
        ("en", "To which Mr. Harker replied:", "Mr. Harker"),
        ("en", "They looked at their father. Mrs. Holt said:", "Mrs. Holt"),
    ],
)
def test_the_object_of_a_preposition_does_not_speak_also_with_a_title(tag, narration, form):
    told = tag_before(narration, False, LANGUAGES[tag])
    assert (told and told.mention.form) == form


@pytest.mark.parametrize(
    ("narration", "is_far"),
    [("He looked at his friend Ellen and then said:", True), ("In the end Ellen said:", False)],
)
def test_a_name_far_from_the_verb_may_be_an_object(narration, is_far):
    assert tag_before(narration, False, LANGUAGES["en"]).is_far is is_far


def test_subject_after_the_verb_if_the_sentence_begins_with_an_adverbial():
    narration = "Die Treppe knarrte unter ihm, da sagte der Bote:"
    assert tag_before(narration, False, LANGUAGES["de"]).mention.form == "der Bote"


@pytest.mark.parametrize(
    ("tag", "words", "apart"),
    [
        ("fr", "dit-il en riant", ["dit", "il", "en", "riant"]),
        ("fr", "s’écria-t-elle", ["écria", "elle"]),
        ("fr", "s'écria Jean", ["écria", "Jean"]),
        ("fr", "Jean-Paul s'en va", ["Jean-Paul", "s'en", "va"]),
        ("nl", "zei-ie", ["zei", "ie"]),
        ("nl", "vroeg 't meisje", ["vroeg", "'t", "meisje"]),
        ("en", "said O’Brien", ["said", "O’Brien"]),
        ("en", "said she-bear", ["said", "she-bear"]),
    ],
)
def test_a_verb_is_split_from_its_pronoun(tag, words, apart):
    assert tokens(words, LANGUAGES[tag]) == apart


TOKEN = re.compile(
    r"(?:[^\W\d_]+|(?<!\w)['’][^\W\d_]+)(?:['’\-][^\W\d_]+)*\.?|[,;:!?—–…(-]",
)
LETTERS = st.sampled_from(
    ["ki", "Mr", "ab", "e", "²", "7", "_", ".", ",", "-", "'", "’", "—", " ", "\n", "\xa0"]
)


@given(st.lists(LETTERS, max_size=12).map("".join) | st.text(max_size=5))
def test_the_fast_path_of_tokens_agrees_with_the_general_one(words):
    # They contain no speech verb that would be split.
    assert tokens(words, LANGUAGES["hu"]) == TOKEN.findall(words)


EN = LANGUAGES["en"]


def read(narration):
    tag = tag_behind(narration, 0, len(narration), EN)
    return (tag.mention.form, tag.by_verb) if tag else None


@pytest.mark.parametrize(
    ("narration", "tag"),
    [
        ("” said Ellen.", ("Ellen", True)),
        (",” cried Mr. Harker, rising", ("Mr. Harker", True)),
        ("” he whispered", ("he", True)),
        ("” Ellen very coldly replied, and", ("Ellen", True)),
        ("” said quietly the old man from the mill", ("the old man", True)),
        ("” asked the tall young woman of the house", ("the tall young woman", True)),
        ("” Ellen smiled and turned away", ("Ellen", False)),
        ("” He rang the bell", ("He", False)),
        ("” and the door fell shut", None),
        # The verb is looked for in seven words.
        ("” Then Mr. John Harker very coldly replied", ("Mr. John Harker", True)),
        ("” Then Mr. John Henry Smith very coldly replied", ("Mr. John Henry Smith", False)),
        ("”", None),
    ],
)
def test_a_tag_after_speech(narration, tag):
    assert read(narration) == tag


@pytest.mark.parametrize(
    ("narration", "opens", "tag"),
    [
        ("Ellen then said, ", True, ("Ellen", True)),
        ("After a while the old man answered:", True, ("the old man", True)),
        ("He was silent, and she cried ", False, ("she", True)),
        ("Ellen turned round. ", True, ("Ellen", False)),
        ("Ellen turned round. ", False, None),
        (
            "It rained. Ellen laid both her hands upon the lid of the old desk and at last said:",
            False,
            ("Ellen", True),
        ),
        ("; rain fell on all the roofs and all the gardens of the old town, and at last said:", False, None),
        ("", True, None),
        ("quite alone, ", True, None),
    ],
)
def test_a_tag_before_speech(narration, opens, tag):
    found = tag_before(narration, opens, EN)
    assert (found and (found.mention.form, found.by_verb)) == tag


@given(st.text(max_size=80), st.booleans())
def test_any_narration_can_be_parsed(narration, opens):
    for language in LANGUAGES.values():
        tag_behind(narration, 0, len(narration), language)
        tag_before(narration, opens, language)


@pytest.mark.parametrize(
    ("words", "tag", "form"),
    [
        ("Kepplers Augen suchten sie", "de", None),
        ("Keppler suchte sie", "de", "Keppler"),
        ("Høflighed hjalp ikke", "da", None),
        ("Tine gik ind", "da", "Tine"),
        ("hän meni", "fi", "hän"),
        ("głos kobiecy z kuchni", "pl", None),
        ("the fox came out", "en", "the fox"),
        ("the old man was tired", "en", "the old man"),
        ("his hand shook", "en", None),
    ],
)
def test_things_are_not_mentions_also_with_capitals(words, tag, form):
    mention = who(words, tag)
    assert (mention.form if mention else None) == form


def test_a_thing_next_to_the_verb_is_skipped_for_the_subject_of_the_sentence():
    tag = tag_before("Ellen laid the heavy basket down, and said:", False, LANGUAGES["en"])
    assert tag is not None
    assert (tag.mention.form, tag.resumes) == ("Ellen", False)


@pytest.mark.parametrize(
    ("tag", "narration", "named"),
    [
        ("es", "le dijo Juan al salir", ((), "", "Juan")),
        ("sl", "je tiho rekla Neža in sedla", ((), "", "Neža")),
        ("sl", "je zabrundal Luka", ((), "", "Luka")),  # the form of an unknown verb
        ("sl", "je rekla babica", (("babica",), "f", "babica")),
        ("cs", "odpověděl klidně sedlák", (("sedlák",), "m", "sedlák")),
        ("sl", "je dejala in sedla", ((), "f", "")),
        ("sl", "je rekla. Zunaj", ((), "f", "")),  # another sentence
        ("sl", "sem rekel", (("jaz",), NARRATOR, "jaz")),
        ("sr", "рекох љутито", (("ја",), NARRATOR, "ја")),
        ("sr", "рекох Иди", (("ја",), NARRATOR, "ја")),  # whom the narrator speaks to
        ("sr", "рекоше Павле", None),  # several speak
    ],
)
def test_verbs_that_show_their_subject(tag, narration, named):
    found = tag_behind(f"{narration} ", 0, len(narration), LANGUAGES[tag])
    assert (found is None) == (named is None)
    if found is not None and named is not None:
        words, gender, form = named
        assert found.by_verb
        assert found.mention.form == form
        assert not words or found.mention[:2] == (words, gender)
        assert form or found.mention.gender == gender
