"""How likely a quotation is speech: by the words around it, its own words and its place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.extraction.non_speech.chance import terms
from dialogue_etl.sources.books.extraction.speech_rules import REASONS, UNLIKELY
from tests.sources.books.extraction import steps

UNSAID = {
    "en": (
        "He was not going to say, “I sold the boat.”",
        "Her glance told him, “Wait.”",
        "“Wait,” her eyes begged.",
        "The miller nodded, as much as to say, “There you are.”",
        "She would have added, “It rains;” but nobody listened.",
        "It was as if he had asked, “Who are you?”",
        "“I know the way,” he wanted to say.",
        "He never said, “Good night.”",
        "She imagined him saying, “My dear girl, the boat is gone.”",
    ),
    "de": (
        "Er wollte sagen: »Das Boot ist fort.«",
        "Ihre Blicke baten ihn: »Warte.«",
        "»Warte«, flehten ihre Augen.",
        "Der Müller nickte, als wollte er sagen: »Da habt ihr es.«",
        "Sie sagte nicht: »Das Boot ist fort.«",
    ),
    "fr": (
        "Il aurait ajouté : « Le bateau est parti. »",
        "Ses yeux disaient : « Attends. »",
        "Le meunier hocha la tête, comme pour dire : « Voilà. »",
        "Il ne dit pas : « Le bateau est parti. »",
    ),
    "es": (
        "Habría dicho: «El barco se fue.»",
        "Sus ojos decían: «Espera.»",
        "El molinero asintió, como diciendo: «Ya lo ves.»",
    ),
    "it": (
        "Avrebbe detto: «La barca non c'è più.»",
        "I suoi occhi dicevano: «Aspetta.»",
        "Il mugnaio annuì, come per dire: «Ecco.»",
    ),
    "nl": (
        "Hij zou gezegd hebben: “De boot is weg.”",
        "Haar ogen smeekten: “Wacht.”",
        "De molenaar knikte, als wilde hij zeggen: “Daar heb je het.”",
    ),
    "sv": (
        "Han skulle ha sagt: ”Båten är borta.”",
        "Hennes ögon bad: ”Vänta.”",
        "Mjölnaren nickade, som om han ville säga: ”Där har ni det.”",
    ),
    "pt": ("Teria dito: «O barco foi-se.»", "Os seus olhos diziam: «Espera.»"),
    "da": ("Han ville have sagt: »Baaden er væk.«", "Hendes øjne bad: »Vent.«"),
    "pl": ("Byłby powiedział: „Łódź odpłynęła.”", "Jej oczy mówiły: „Czekaj.”"),
    "fi": ("Hän olisi sanonut: ”Vene on poissa.”", "Hänen silmänsä sanoivat: ”Odota.”"),
}
SPEECH = {
    "en": (
        "He said, “I sold the boat.”",
        "“I sold it,” he said with a smile.",
        "She raised her eyes and said, “Wait.”",
        "“Wait,” she said, raising her eyes.",
        "Without answering, he said, “Come.”",
        "He could not help saying, “How cold it is!”",
        "He did not answer; then he cried, “Fire!”",
        "“Well,” said Tom. “They sold the boat before the winter came to the village.”",
        "“They sold the boat before the winter came to the village.”",
        "He looked up. “She sold it, and I know where the money is.”",
    ),
    "de": (
        "Er sagte: »Das Boot ist fort.«",
        "Er schlug die Augen auf: »Wo ist das Boot?«",
        "Er antwortete nicht. »Gut«, rief sie.",
    ),
    "fr": ("Il dit : « Le bateau est parti. »", "Il ne put s'empêcher de dire : « Quel froid ! »"),
    "es": ("Dijo: «El barco se fue.»",),
    "it": ("Disse: «La barca non c'è più.»",),
    "nl": ("Hij zei: “De boot is weg.”",),
    "sv": ("Han sade: ”Båten är borta.”",),
}
REPORTED = (
    "She was not afraid. “She had the old dog with her, and the road was perfectly safe.”",
    "He answered, “that he was tired of the long road, and wished to be alone.”",
    "He turned to the miller; “would he not stay with them until the rain was over?”",
)


def classified(text, tag="en", **params):
    document = steps.document(text, tag, **params)
    return document, steps.table_after("classify_speech", document)


def reasons(text, tag="en", **params):
    return [REASONS[reason] for reason in classified(text, tag, **params)[1].column("reason")]


def pairs(texts):
    return [(tag, text) for tag, of_tag in texts.items() for text in of_tag]


@pytest.mark.parametrize(("tag", "text"), pairs(UNSAID))
def test_what_nobody_says_is_left_out_unless_switched_off(tag, text):
    assert set(reasons(text, tag)) == {UNLIKELY}
    assert set(reasons(text, tag, min_speech=0)) == {""}


@pytest.mark.parametrize(("tag", "text"), pairs(SPEECH))
def test_speech_is_kept_and_likely(tag, text):
    table = classified(text, tag)[1]
    assert not table.column("reason").any()
    assert (table.column("speech") > 0.9).all()


@pytest.mark.parametrize("text", REPORTED)
def test_narration_in_marks_is_left_out(text):
    assert reasons(text) == [UNLIKELY]


@pytest.mark.parametrize("tag", ["de", "nl"])
def test_narration_in_marks_is_kept_where_annotated_novels_count_it_as_speech(tag):
    assert not LANGUAGES[tag].present_verbs
    text = "Er zögerte. »Er hatte nicht gewusst, daß die Straße so lang und so dunkel wurde.«"
    assert reasons(text, tag) == [""]


@pytest.mark.parametrize(
    ("text", "likelier"),
    [
        ("“I must go,” thought Ann.", "“I must go,” said Ann."),
        ("She said “I must go.”", "She said, “I must go.”"),
        ("She said, “I must go;”", "She said, “I must go.”"),
        ("The miller nodded: “I must go.”", "The miller said: “I must go.”"),
        ("“I must go.” " + "The rain fell. " * 60, "“I must go.” The rain fell.\n\n“Yes.”"),
    ],
)
def test_what_makes_speech_less_likely(text, likelier):
    chances = [classified(one, min_speech=0)[1].column("speech")[0] for one in (text, likelier)]
    assert 0 < chances[0] < chances[1] < 1


@given(
    st.lists(
        st.sampled_from([*"“”,.:;—’", " ", "\n\n", "said", "eyes", "would", "have", "not", "Tom", "was", "ő"])
    ).map("".join)
)
@pytest.mark.parametrize("tag", ["en", "de", "fr", "hu"])
def test_any_quotation_of_any_text_has_a_chance(tag, text):
    document, table = classified(text, tag, min_speech=0)
    assert ((table.column("speech") > 0) & (table.column("speech") < 1)).all()
    assert all(len(term) == len(table) for term in terms(document, table))
    assert UNLIKELY not in {REASONS[reason] for reason in table.column("reason")}


def test_the_threshold_decides():
    text = "“Come in,” said Ann.\n\nShe thought, “I am tired.”\n\nThe miller: “Yes.”"
    chances = classified(text, min_speech=0)[1].column("speech")
    for least in (0.5, *np.unique(chances)):
        left_out = classified(text, min_speech=least)[1].column("reason") > 0
        assert left_out.tolist() == (chances < least).tolist()
