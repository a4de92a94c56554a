import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.sources.books.marks import tag_patterns
from dialogue_etl.text import dashes
from dialogue_etl.text.book_text import BookText
from dialogue_etl.text.inserted_tags import dashes_part_narration, without_narration
from dialogue_etl.text.turnings import turnings
from tests.conftest import ends_soon
from tests.text.plain_narration import plain_parts


def said(text, tag="es", *, alternate=True, by_turns=False):
    """The speech of paragraphs that open with a dash."""
    book = BookText.of(text)
    found = dashes.dashes_of(book)
    patterns = None if by_turns else tag_patterns(tag)
    speech = dashes.in_paragraphs(book, found)
    places = turnings(book, found.inner, speech.spans, patterns)
    speech = without_narration(book, speech, places, patterns, alternate=alternate)
    return [text[start:end] for start, end in speech.spans.pairs()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("—No sé —dijo Juan—. Vamos.", ["No sé", ". Vamos."]),
        ("—No sé —dijo Juan.", ["No sé"]),
        ("—No sé —dijo Juan—.", ["No sé"]),
        ("--No sé--dijo Juan.--Vamos.", ["No sé", "Vamos."]),
        ("--No sé--exclamó--, vamos.", ["No sé", ", vamos."]),
        ("—¡Vamos! —se levantó—. ¡Pronto!", ["¡Vamos!", ". ¡Pronto!"]),
        ("—Mira, dijo José, que ya veía en la oscuridad, tengo una navaja.", ["Mira,", "tengo una navaja."]),
        ("—¡Eh! —¡tú también!", ["¡Eh! —¡tú también!"]),
        ("—Vamos —no te detengas— a casa —dijo.", ["Vamos —no te detengas— a casa"]),
        ("—El cura dijo que vendría.", ["El cura dijo que vendría."]),
        ("—Anda, llama al cura.", ["Anda, llama al cura."]),
        ("—Una nota [del editor] y basta.", ["Una nota", "y basta."]),
        ("—Oí: ‘¡Ven!’ —dijo mi padre, y callé.", ["Oí: ‘¡Ven!’ —dijo mi padre, y callé."]),
        ("—Me dijo: «Ven», dijo Ana, «y calla».", ["Me dijo: «Ven»,", "«y calla»."]),
    ],
)
def test_spanish(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("— Oui, dit-il, je viens.", ["Oui,", "je viens."]),
        ("— Oui! s'écria Jean en se levant. Je viens.", ["Oui!", "Je viens."]),
        ("— Oui ! s’écria Jean. Il se leva et sortit.", ["Oui !"]),
        ("— Tant pis, dit M. Morrel, nous verrons.", ["Tant pis,", "nous verrons."]),
        ("— Non, répondit le vieux avec un soupir.", ["Non,"]),
        ("— Non, père, dit précipitamment Louise.", ["Non, père,"]),
        ("— C'est affreux, disaient les deux sœurs, de partir.", ["C'est affreux,", "de partir."]),
        ("— Si tôt ! interrompirent les sœurs; pourquoi ?", ["Si tôt !", "pourquoi ?"]),
        ("— Silence! dit celle-ci; pas un mot.", ["Silence!", "pas un mot."]),
        ("— À tout vous dire, répondit celui-là.", ["À tout vous dire,"]),
        ("— Est-ce bien lui, viendra-t-il ?", ["Est-ce bien lui, viendra-t-il ?"]),
        ("— Ce livre dit la vérité.", ["Ce livre dit la vérité."]),
        ("— Si je vous oubliais—la mémoire est courte—parlez.", None),
        ("— Oui—dit-il—et vous ?", ["Oui", "et vous ?"]),
        ("«Tiens!\n\n— J'y vais.» Et il partit.", ["J'y vais."]),
        ("— Il cria : « Viens ! dit-il. » Et moi ?", ["Il cria : « Viens ! dit-il. » Et moi ?"]),
    ],
)
def test_french_where_a_dash_is_a_pause(text, expected):
    assert said(text, "fr", alternate=False) == ([text[2:]] if expected is None else expected)


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        ("pt", "— Sim — disse elle — vamos.", ["Sim", "vamos."]),
        ("pt", "--Sim--respondeu-lhe Jenny.--Vamos.", ["Sim", "Vamos."]),
        ("pt", "—A mão, pelos vistos, lembrava-se.", ["A mão, pelos vistos, lembrava-se."]),
        ("it", "— Sei bella, Gilda — riprese il professore. — Troppo.", ["Sei bella, Gilda", "Troppo."]),
        ("hu", "– Jó napot! -- mondta. ― Nos?", ["Jó napot!", "Nos?"]),
        ("sv", "— Ja, sade han, jag kommer.", ["Ja,", "jag kommer."]),
        ("sv", "-- Ja, sade Walter, -- men sent.", ["Ja,", "men sent."]),
        ("da", "-Men hun trives ikke, sagde Berg.", ["Men hun trives ikke,"]),
        ("fi", "— En tiedä, vastasi hän.", ["En tiedä,"]),
        ("fi", "--Tule! hän sanoi lyhyesti. Me menemme.", ["Tule!", "Me menemme."]),
        ("pl", "– Nie wiem – powiedział. – Chodźmy.", ["Nie wiem", "Chodźmy."]),
    ],
)
def test_other_languages(tag, text, expected):
    assert said(text, tag) == expected


def test_without_patterns_dashes_part_speech_and_narration_in_turn():
    assert said("—Uno —dos— tres, dijo Ana.", by_turns=True) == ["Uno", "tres, dijo Ana."]


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        ("es", "—No —dijo.\n\n—Sí —se fue.", True),
        ("fr", "— Le roi—il est vieux—viendra.\n\n— Non—non.", False),
        ("es", "—Nada.", True),
    ],
)
def test_speech_verbs_behind_dashes_tell_whether_dashes_part_narration(tag, text, expected):
    book = BookText.of(text)
    found = dashes.dashes_of(book)
    speech = dashes.in_paragraphs(book, found)
    places = turnings(book, found.inner, speech.spans, tag_patterns(tag))
    assert dashes_part_narration(book, speech, places, tag_patterns(tag)) is expected


PIECES = [
    "—",
    "--",
    "- ",
    " —",
    "— ",
    "dijo",
    " dit-il",
    ", sade han",
    "«",
    "»",
    "[",
    "]",
    "\n\n",
    "\n",
    ". ",
    ", ",
]


@given(
    st.lists(st.sampled_from([*PIECES, "Uno", "je", "é ", "!", "’"]), max_size=25),
    st.booleans(),
    st.booleans(),
)
def test_any_text_gives_filled_stretches_in_order_inside_their_paragraphs(pieces, alternate, by_turns):
    text = "".join(["—", *pieces])
    for tag in ("es", "fr", "sv"):
        book = BookText.of(text)
        found = dashes.dashes_of(book)
        patterns = None if by_turns else tag_patterns(tag)
        speech = dashes.in_paragraphs(book, found)
        places = turnings(book, found.inner, speech.spans, patterns)
        speech = without_narration(book, speech, places, patterns, alternate=alternate)
        last = 0
        for (start, end), number in zip(speech.spans.pairs(), speech.paragraphs.tolist(), strict=True):
            assert last <= start < end
            assert text[start:end] == text[start:end].strip()
            assert book.paragraphs.starts[number] <= start
            assert end <= book.paragraphs.ends[number]
            last = end


WORDS = [
    "Uno",
    "je",
    "tú",
    "¡",
    "?",
    "…",
    "’",
    '"',
    " ",
    "\t",
    "\xa0",
    "dijo él",
    ", dit Jean,",
    " M. ",
    "😀",
]


@given(
    st.sampled_from(["es", "fr", "sv", "hu"]),
    st.lists(st.sampled_from([*PIECES, *WORDS]), max_size=40),
    st.booleans(),
)
def test_all_stretches_at_once_give_what_the_rules_give_place_by_place(tag, pieces, alternate):
    text = "".join(["—", *pieces])
    book, patterns = BookText.of(text), tag_patterns(tag)
    found = dashes.dashes_of(book)
    speech = dashes.in_paragraphs(book, found)
    places = turnings(book, found.inner, speech.spans, patterns)
    cut = without_narration(book, speech, places, patterns, alternate=alternate)
    expected = []
    for start, end in speech.spans.pairs():
        inside = [
            (place, kind)
            for place, kind in zip(places.places.tolist(), places.kinds.tolist(), strict=True)
            if start <= place < end
        ]
        expected += plain_parts(text, (start, end), inside, patterns, alternate=alternate)
    assert cut.spans.pairs() == expected


@pytest.mark.parametrize(
    "filling",
    [
        " ",
        "—",
        "- ",
        ". ",
        "...",
        ", ",
        ", dijo ",
        ", dit-il, ",
        "«",
        "»",
        "[",
        "a",
        "? ",
        " le",
        "—dijo",
        "\n ",
    ],
)
@pytest.mark.parametrize("tag", ["es", "fr"])
@ends_soon
def test_long_runs_of_anything_take_linear_time(filling, tag):
    text = "—A " + filling * 1_000_000
    said(text, tag)


def test_every_language_with_dashes_has_patterns():
    for tag in LANGUAGES:
        assert tag_patterns(tag).tag.pattern
