import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.languages import LANGUAGES, Dash, Language
from dialogue_etl.sources.books.extraction.narration import dashes_part_narration
from dialogue_etl.sources.books.extraction.narration.remarks import cut_remarks, is_remark
from dialogue_etl.sources.books.extraction.narration.tags import TagPatterns, tag_patterns
from dialogue_etl.sources.books.extraction.table import SpeechTable
from tests.conftest import ends_soon
from tests.sources.books.extraction import steps

# Where dashes part narration speech verbs follow them.
PARTS = {tag: f"\n\n— A — {verb}." for tag, verb in (("es", "dijo"), ("fr", "dit-il"), ("sv", "sade han"))}
PAUSES = "\n\n— A — b.\n\n— A — b."


def said(text, tag="es", **params):
    """The speech of a text."""
    return steps.pieces("cut_narration", text, tag, **params)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("—No sé —dijo Juan—. Vamos.", ["No sé", ". Vamos."]),
        ("—No sé —dijo Juan—.", ["No sé"]),
        ("--No sé--dijo Juan.--Vamos.", ["No sé", "Vamos."]),
        ("—¡Vamos! —se levantó—. ¡Pronto!", ["¡Vamos!", ". ¡Pronto!"]),
        ("—Mira, dijo José, que ya veía en la oscuridad, tengo una navaja.", ["Mira,", "tengo una navaja."]),
        ("—¡Eh! —¡tú también!", ["¡Eh! —¡tú también!"]),
        ("—Vamos —no te detengas— a casa —dijo.", ["Vamos —no te detengas— a casa"]),
        ("—El cura dijo que vendría.", ["El cura dijo que vendría."]),
        ("—Una nota [del editor] y basta.", ["Una nota", "y basta."]),
        ("—Oí: ‘¡Ven!’ —dijo mi padre, y callé.", ["Oí: ‘¡Ven!’ —dijo mi padre, y callé."]),
        ("—Me dijo: «Ven», dijo Ana, «y calla».", ["Me dijo: «Ven»,", "«y calla»."]),
    ],
)
def test_spanish(text, expected):
    assert said(text + PARTS["es"])[:-1] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("— Oui, dit-il, je viens.", ["Oui,", "je viens."]),
        ("— Oui! s'écria Jean en se levant. Je viens.", ["Oui!", "Je viens."]),
        ("— Oui ! s’écria Jean. Il se leva et sortit.", ["Oui !"]),
        ("— Tant pis, dit M. Morrel, nous verrons.", ["Tant pis,", "nous verrons."]),
        ("— Non, répondit le vieux avec un soupir.", ["Non,"]),
        ("— C'est affreux, disaient les deux sœurs, de partir.", ["C'est affreux,", "de partir."]),
        ("— Silence! dit celle-ci; pas un mot.", ["Silence!", "pas un mot."]),
        ("— Oui, dit Jean, se levant, et vous?", ["Oui,", "et vous?"]),
        ("— Est-ce bien lui, viendra-t-il ?", ["Est-ce bien lui, viendra-t-il ?"]),
        ("— Ce livre dit la vérité.", ["Ce livre dit la vérité."]),
        ("— Si je vous oubliais—la mémoire est courte—parlez.", None),
        ("— Oui—dit-il—et vous ?", ["Oui", "et vous ?"]),
        ("«Tiens!\n\n— J'y vais.» Et il partit.", ["Tiens!", "J'y vais."]),
        ("— Il cria : « Viens ! dit-il. » Et moi ?", ["Il cria : « Viens ! dit-il. » Et moi ?"]),
    ],
)
def test_french_where_a_dash_is_a_pause(text, expected):
    found = said(text + PAUSES, "fr")[:-2]
    assert found == ([text[2:]] if expected is None else expected)


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        ("es", "—Mira, dijo Ana, ven —se calló—. Ya.", ["Mira,", "ven —se calló—. Ya."]),
        ("pt", "— Sim — disse elle — vamos.", ["Sim", "vamos."]),
        ("pt", "--Sim--respondeu-lhe Jenny.--Vamos.", ["Sim", "Vamos."]),
        ("pt", "--Corja! rosnou o Borges. E continuou o officio.", ["Corja!"]),
        ("pt", "--Sim--disse Ana. Que queres tu?", ["Sim", "Que queres tu?"]),
        ("pt", "--Sim--disse Ana. E olhou o rei! Que queres?", ["Sim"]),
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


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        ("es", "—No —dijo.\n\n—Sí —se fue.", True),
        ("fr", "— Le roi—il est vieux—viendra.\n\n— Non—non.", False),
        ("es", "—Nada.", True),
    ],
)
def test_speech_verbs_after_dashes_decide_whether_dashes_enclose_narration(tag, text, expected):
    book = steps.document(text, tag)
    table = steps.table_after("find_quotations", book)
    dashes = book.marks.dashes.inner
    assert dashes_part_narration(book.book, table.spans, dashes, tag_patterns(tag)) is expected


PIECES = [
    *("—", "--", "- ", " —", "— ", "dijo", " dit-il", ", sade han", "«", "»", "[", "]", "\n\n", "\n", ". "),
    *(", ", "Uno", "je", "tú", "¡", "?", "!", "é ", "…", "’", '"', " ", "\t", "\xa0", "dijo él"),
    *(", dit Jean,", " M. ", "😀"),
]


@given(
    st.sampled_from(["es", "fr", "sv", "hu"]),
    st.lists(st.sampled_from(PIECES), max_size=40).map("".join),
    st.sampled_from(["", PAUSES, *PARTS.values()]),
)
def test_any_text_gives_nonempty_spans_in_order(tag, text, others):
    book = steps.document(f"—{text}{others}", tag)
    whole, cut = (steps.table_after(step, book) for step in ("find_quotations", "cut_narration"))
    steps.check_spans(book, cut)
    inside = [any(start <= at < end for start, end in whole.spans.pairs()) for at in cut.spans.starts]
    assert all(inside)


@pytest.mark.parametrize(
    "filling", [*" a«»[", "—", "- ", ". ", "...", ", ", ", dijo ", ", dit-il, ", "? ", " le", "—dijo", "\n "]
)
@pytest.mark.parametrize("tag", ["es", "fr"])
@ends_soon
def test_long_runs_of_anything_take_linear_time(filling, tag):
    said("—A " + filling * 100_000, tag)


@pytest.mark.parametrize(
    ("tag", "tags", "others"),
    [
        (
            "es",
            "dijo Juan|le preguntó ella.|díjole el cura|preguntóme entonces",
            "dijo que vendría|dijolandia",
        ),
        ("es", "contestó", "llama al cura"),
        ("fr", "dit-il|s’écria-t-elle|reprit vivement Jean|dit en riant la reine", "dit que oui|dit vrai"),
        ("pt", "disse elle|respondeu-lhe Jenny", "lembrava-se"),
        ("it", "gli rispose Mario", "rispose che sì"),
        ("sv", "sade han", "sade du"),
        ("da", "sagde hun", "sagde at han kom"),
        ("fi", "hän sanoi", "sanoi että tulee"),
        ("pl", "powiedział cicho", "powiedział, że przyjdzie"),
        ("hu", "mondta", "hogy mondta"),
    ],
)
def test_patterns_of_tags(tag, tags, others):
    match = tag_patterns(tag).tag.match
    assert all(map(match, tags.split("|")))
    assert not any(map(match, others.split("|")))


def test_without_words_nothing_is_found():
    patterns = TagPatterns.of(Language("xx", "Wordless", (Dash(),)))
    for pattern in (patterns.tag, patterns.after_dash, patterns.companion, patterns.narration):
        assert not any(map(pattern.match, ["", "dit-il", "Il se leva.", "— Oui"]))


def cut(text, *spans, begins=None):
    """The text of the remaining spans, a list for each turn."""
    starts, ends = np.array(spans, np.int64).reshape(-1, 2).T
    begins = np.array([True] * len(spans) if begins is None else begins, np.bool_)
    table = cut_remarks(
        steps.document(text), SpeechTable({"start": starts, "end": ends, "begins_turn": begins})
    )
    turns: list[list[str]] = []
    for piece, first in zip(table.spans.pieces(text), table.column("begins_turn").tolist(), strict=True):
        if first:
            turns.append([])
        turns[-1].append(piece)
    return turns


@pytest.mark.parametrize(
    ("language", "remarks"),
    [
        ("en", "smiling|rather hesitatingly|turning to Emma,|_Aside._|with a most gallant bow,|Laughing."),
        ("en", "in a low voice|quoth he|said the old man"),
        ("de", "mit leiser Stimme|kopfschüttelnd"),
        ("fr", "élevant la voix|et il sourit|elle baissa la tête"),
        ("es", "con voz ronca"),
        ("pt", "dizia o velho"),
        ("nl", "vervolgde hij"),
    ],
)
def test_gestures_and_manner_in_parentheses_are_narration(language, remarks):
    assert all(is_remark(remark, LANGUAGES[language]) for remark in remarks.split("|"))


SPEAKERS_OWN = (
    "I mean it|and why not?|as I said before|with all my heart|if I may speak in a low voice"
    "|put out the candle, my dear|said I not so?|1815|...|???|   "
)


@pytest.mark.parametrize("parenthesis", SPEAKERS_OWN.split("|"))
def test_other_parentheses_are_speech(parenthesis):
    assert not is_remark(parenthesis, LANGUAGES["en"])


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        (
            "Well (smiling), if (with a sigh) you must. No.",
            [(0, 42), (43, 46)],
            [["Well", ", if", "you must."], ["No."]],
        ),
        ("(Smiling.) Well then. (Laughter.)", [(0, 33)], [["Well then."]]),
        ("(laughter) --", [(0, 13)], [["(laughter) --"]]),
        ("Well (so (smiling) there)", [(0, 25)], [["Well (so", "there)"]]),
        ("Well (smiling he went) no", [(0, 13), (23, 25)], [["Well (smiling"], ["no"]]),
        *(
            (text, [(0, len(text))], [[text]])
            for text in ("Well ()", "Well )smiling(", "Well (a (b) smiling)")
        ),
    ],
)
def test_a_span_is_cut_around_its_remarks_and_stays_one_turn(text, spans, expected):
    assert cut(text, *spans) == expected


def test_a_later_span_of_a_turn_does_not_begin_one():
    text = "Go he said now (sighing) my dear"
    assert cut(text, (0, 2), (11, 32), begins=[True, False]) == [["Go", "now", "my dear"]]


@given(st.lists(st.sampled_from(["(smiling)", "(so)", "word", "(", ")", "\n", " ", ".", "(in a low voice)"])))
def test_everything_that_is_not_cut_is_kept_in_order(parts):
    text = "".join(parts)
    middle = len(text) // 2
    spans = [(start, end) for start, end in ((0, middle), (middle, len(text))) if start < end]
    turns = cut(text, *spans)
    assert len(turns) == len(spans)
    left = "".join(piece for turn in turns for piece in turn)
    assert [left.count(word) for word in ("word", "so")] == [text.count(word) for word in ("word", "so")]
