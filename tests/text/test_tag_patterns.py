import pytest

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.marks import tag_patterns
from dialogue_etl.text.tag_patterns import TagPatterns, TagWords

NOTHING = TagPatterns.of(TagWords(frozenset(), frozenset(), (), (), (), (), (), frozenset(), ()))


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("es", "dijo Juan"),
        ("es", "le preguntó ella."),
        ("es", "díjole el cura"),
        ("es", "preguntóme entonces"),
        ("fr", "dit-il"),
        ("fr", "s’écria-t-elle"),
        ("fr", "lui répondit le vieux"),
        ("fr", "reprit vivement Jean"),
        ("fr", "dit alors Jean"),
        ("pt", "disse elle"),
        ("pt", "respondeu-lhe Jenny"),
        ("it", "gli rispose Mario"),
        ("sv", "sade han"),
        ("da", "sagde hun"),
        ("fi", "hän sanoi"),
        ("pl", "powiedział cicho"),
        ("hu", "mondta"),
    ],
)
def test_a_tag(tag, text):
    assert tag_patterns(tag).tag.match(text)


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("es", "dijo que vendría"),
        ("es", "llama al cura"),
        ("es", "dijolandia"),
        ("fr", "dit que oui"),
        ("fr", "dit vrai"),
        ("pt", "lembrava-se"),
        ("sv", "sade du"),
        ("da", "sagde at han kom"),
        ("fi", "sanoi että tulee"),
        ("pl", "powiedział, że przyjdzie"),
    ],
)
def test_no_tag(tag, text):
    assert not tag_patterns(tag).tag.match(text)


def test_behind_a_dash_a_few_words_may_stand_before_the_verb():
    pattern = tag_patterns("it").after_dash
    assert pattern.match("egli esclamò")
    assert pattern.match("ella mi chiese")
    assert not pattern.match("il re è vecchio e non può rispondere")


@pytest.mark.parametrize(
    "text", ["Il se leva et sortit.", "Rodolphe regarda la porte.", "Puis elle lui tendit la main."]
)
def test_narration(text):
    assert tag_patterns("fr").narration.match(text)


@pytest.mark.parametrize("text", ["Il va revenir.", "Elle ne sera pas seule.", "Venez ici."])
def test_no_narration(text):
    assert not tag_patterns("fr").narration.match(text)


@pytest.mark.parametrize("tag", LANGUAGES)
def test_the_first_letters_are_those_of_the_tags(tag):
    patterns = tag_patterns(tag)
    assert all(len(letters) == 3 for letters in patterns.first_letters)
    for verb in LANGUAGES[tag].comma_verbs or LANGUAGES[tag].speech_verbs:
        assert (verb + " Paul")[:3] in patterns.first_letters


@pytest.mark.parametrize("text", ["", "dit-il", "Il se leva.", "— Oui"])
def test_without_words_nothing_is_found(text):
    assert not NOTHING.tag.match(text)
    assert not NOTHING.after_dash.match(text)
    assert not NOTHING.companion.match(text)
    assert not NOTHING.narration.match(text)
