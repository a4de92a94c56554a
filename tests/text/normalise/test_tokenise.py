import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES
from dialogue_etl.text.normalise import clean, normaliser, tokenise
from dialogue_etl.text.normalise.tokenise import Tokeniser, tokeniser
from tests.text.normalise.lines import LINES

OTHERS = {"fr", "sv", "da", "fi", "pl"}  # spaCy's languages, whether this package has them or not
ALL = sorted({*LANGUAGES, *OTHERS})
EXAMPLES = {
    "cs": (
        "„Ano,“ řekl—např. pan Novák—je-li to 3. den?",
        "„ Ano , “ řekl — např . pan Novák — je-li to 3 . den ?",
    ),
    "el": ("«Ναὶ», εἶπε—π.χ. ὁ κ. Νίκος—τί εἶν’ αὐτό;", "« Ναὶ » , εἶπε — π.χ. ὁ κ. Νίκος — τί εἶν’ αὐτό ;"),
    "hr": ("»Da«, reče—npr. g. Ivić—hoće li?", "» Da « , reče — npr . g. Ivić — hoće li ?"),
    "lt": ("„Taip“, tarė—pvz. p. Jonas—kas čia?", "„ Taip “ , tarė — pvz . p . Jonas — kas čia ?"),
    "nb": ("«Ja,» sa han—han må f.eks. ta'n nå!", "« Ja , » sa han — han må f.eks. ta'n nå !"),
    "ro": ("„Da”, zise—d.ex. dl. Pop—n-am s-o văd!", "„ Da ” , zise — d.ex . dl . Pop — n- am s- o văd !"),
    "ru": ("«Да», — сказал он, т.е. кто-то—и т.д.?", "« Да » , — сказал он , т.е. кто-то — и т.д. ?"),
    "sl": ("»Da,« je rekel—npr. g. Novak—kaj?", "» Da , « je rekel — npr. g. Novak — kaj ?"),
    "sr": ("„Да“, рече—нпр. г. Петровић—хоћеш ли?", "„ Да “ , рече — нпр. г . Петровић — хоћеш ли ?"),
    "uk": (
        "«Так», — сказав він, тобто хтось—п'ять і т.д.?",
        "« Так » , — сказав він , тобто хтось — п'ять і т.д . ?",
    ),
    "da": ("»Ja,« sa’ han—han må ta’ den, f.eks. nu!", "» Ja , « sa’ han — han må ta’ den , f.eks. nu !"),
    "de": (
        "Müller's Hund—hab’s! „So“, sagt’ er, z.B. 'ne",
        "Müller's Hund — hab’s ! „ So “ , sagt’ er , z.B. 'ne",
    ),
    "en": ("I don’t know—’tis o'clock, goin’ good-bye", "I do n’t know — ’tis o'clock , goin’ good-bye"),
    "es": ("¿Qué? ¡No!—dijo él—. El Sr. Paz", "¿ Qué ? ¡ No ! — dijo él — . El Sr. Paz"),
    "fi": ("”En”, sanoi hän—vaa’an EU:n linja-auto", "” En ” , sanoi hän — vaa’an EU:n linja-auto"),
    "fr": ("L’homme—aujourd’hui, qu’il va-t-il?", "L’ homme — aujourd’hui , qu’ il va -t -il ?"),
    "hu": ("„Igen”–mondta–, pl. a 3-ban.", "„ Igen ” – mondta – , pl. a 3-ban ."),
    "it": ("L’arte dell'uomo, un po’ d’acqua: c’è", "L’ arte dell' uomo , un po’ d’ acqua : c’ è"),
    "nl": ("’s Avonds, heb 'k foto’s, zo'n auto's", "’s Avonds , heb 'k foto’s , zo'n auto's"),
    "pl": ("„Tak”—rzekł d'Artagnan, czarno-biały.", "„ Tak ” — rzekł d'Artagnan , czarno-biały ."),
    "pt": ("Um copo d’água?—disse-lhe o Sr. Silva…", "Um copo d’água ? — disse-lhe o Sr. Silva …"),
    "sv": ("”Ja”, sa’ hon—ha’n du, t.ex. nu!", "” Ja ” , sa’ hon — ha’n du , t.ex. nu !"),
}


@pytest.fixture(scope="module", params=ALL)
def language(request):
    """All tests of a language one after another: its rules are made once."""
    return request.param


def test_each_language_has_its_own_rules(language):
    before, after = EXAMPLES[language]
    assert tokeniser(language)(before) == after


@given(line=LINES)
@settings(max_examples=25)
def test_without_blanks_the_text_is_as_before(language, line):
    cleaned = clean(line)
    parted = tokeniser(language)(cleaned)
    assert parted.replace(" ", "") == cleaned.replace(" ", "")
    assert parted.split(" ") == parted.split() or not parted


@given(st.lists(LINES, max_size=5), st.randoms())
@settings(max_examples=20)
def test_what_was_read_before_changes_nothing(lines, random):
    cleaned = [clean(line) for line in lines]
    expected = [tokeniser("en")(line) for line in cleaned]
    shuffled = random.sample(range(len(cleaned)), len(cleaned))
    fresh = {index: tokeniser("en")(cleaned[index]) for index in shuffled}
    assert [fresh[index] for index in range(len(cleaned))] == expected


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("en", "from 1914–18 on", "from 1914–18 on"),
        ("en", "I cannot, you gonna", "I can not , you gon na"),
        ("tlh", "nuqneH—qo', «jIH».", "nuqneH — qo' , « jIH » ."),  # without rules of its own
    ],
)
def test_figures_exceptions_and_the_common_rules(language, before, after):
    assert Tokeniser(language)(before) == after


def test_the_vocabulary_does_not_grow_with_what_is_read(monkeypatch):
    monkeypatch.setattr(tokenise, "_ZONE", 10)
    fresh = Tokeniser("en")
    before = len(fresh._rules.vocab.strings)
    for number in range(500):
        assert fresh(f"word{number}x, (another{number}y)") == f"word{number}x , ( another{number}y )"
    assert len(fresh._rules.vocab.strings) < before + 100


@given(line=LINES, tokenise=st.booleans())
@settings(max_examples=25)
def test_a_normal_line_is_composed_and_empty_only_if_the_text_is(language, line, tokenise):
    normal = normaliser(language, profile="training", tokenise=tokenise)(line)
    assert unicodedata.is_normalized("NFC", normal) or normal == line
    assert bool(normal) == bool(line)


@given(word=st.text(st.characters(categories=["L"]), min_size=1, max_size=8))
def test_of_letters_alone_only_exceptions_are_parted(language, word):
    rules = tokeniser(language)._rules
    if word not in rules.tokenizer.rules:
        assert [token.text for token in rules.tokenizer(word)] == [word]
