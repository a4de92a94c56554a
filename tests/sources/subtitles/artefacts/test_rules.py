"""What each rule keeps, cuts and leaves nothing of: a rule's examples are its specification."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.subtitles.artefacts import RULES, Artefacts
from dialogue_etl.sources.subtitles.parameters.rules import SubtitleRules
from tests.conftest import ends_soon

# rule: texts it keeps, texts with what is left of them, texts of which nothing is left
EXAMPLES = {
    "markup": (
        ["I <3 you.", "AT&T called.", "a < b and c > d", "C:\\Nothing here"],
        {
            "<i>Hi.</i>": "Hi.",
            "{\\an8}Up there.": "Up there.",
            '<font color="#ff0000">Red.</font>': "Red.",
            "Tom &amp; Jerry": "Tom & Jerry",
            "&lt;i&gt;Hi.&lt;/i&gt;": "Hi.",
            "One\\Ntwo": "One two",
            "{y:i}Old.": "Old.",
            "Wait&nbsp;here.": "Wait here.",
        },
        ["<i></i>", "{\\an8}"],
    ),
    "credits": (
        [
            "The translation is bad.",
            "La traduction est mauvaise.",
            "Who captioned this picture?",
            "We sync our watches.",
            "The revision of the contract by Monday.",
            "Tu traducción es mala.",
            "La traduction de ce livre est nulle.",
            "A tradução de um livro?",
            "Visit me at 10.30.",
            "So 1 + 1 = 2 - 0",
        ],
        {},
        [
            "Subtitles by Somebody",
            "Sync and corrections by somebody",
            "Synced by somebody",
            "English subtitles: Somebody",
            "Subtitulado por Alguien",
            "Subtítulos: Alguien",
            "Sous-titres : Quelqu'un",
            "Traduction : Quelqu'un",
            "Traduit par Quelqu'un",
            "Legendas por Alguém",
            "Tradução: Alguém",
            "Sottotitoli di Qualcuno",
            "Traduzione: Qualcuno",
            "Untertitel von Jemand",
            "Untertitelung: Jemand",
            "Vertaling: Iemand",
            "Ondertiteling door Iemand",
            "Översättning av Någon",
            "Undertexter av Någon",
            "Tekster af: Nogen",
            "Suomennos: Joku",
            "Napisy: Ktoś",
            "Tłumaczenie: Ktoś",
            "Překlad: Kdosi",
            "Felirat: Valaki",
            "Traducerea: Cineva",
            "Prevod: Neko",
            "Çeviri: Biri",
            "Субтитры: Кто-то",
            "Перевод: Кто-то",
            "Υπότιτλοι: Κάποιος",
            "ترجمه از کسی",
            "הובא וסונכרן על ידי מישהו",
            "Visit Example.Biz",
            "-=A Film by Somebody=-",
            "-= ترجمه =-",
            "字幕：某人",
            "翻译：某人 校对：某人",
            "Downloaded from www.example.org",
            "Support us at http://example.org",
            "Best watched with OpenSubtitles.org",
            "Captioning made possible by Some Company",
            "- US - SDH",
            "Official movies site: YTS.XY",
            "me@example.org",
            "Downloaded From www.",
            "Our channel: @example",
        ],
    ),
    "music": (
        ["We're #1.", "Number # unknown", "#winning", "C# is a note."],
        {},
        ["♪ Fly me away ♪", "♪ Fly me", "away ♪", "# Fly me away #", "# Fly me", "♪", "¶ Fly ¶"],
    ),
    "character_names": (
        [
            *("Listen: go.", "It is 10:30.", "Look at this: gold.", "Ask her: she knows", "[SIGHS] Hello."),
            *("The EU:s rule.", "EU:n maat", "GATE A:5", "Open C:Temp."),
        ],
        {
            "JOHN: Hi.": "Hi.",
            "ZÉ:Bom dia.": "Bom dia.",
            "ZÉ:- Bom dia.": "- Bom dia.",
            'ZÉ:" Bom dia. "': '" Bom dia. "',
            "- MARY ANN: Hi.": "- Hi.",
            "DR. WHO: Hi.": "Hi.",
            "JOHN (laughing): Hi.": "Hi.",
            "Man #1: Hi.": "Hi.",
            "[MAN] Hi.": "Hi.",
            "[Woman 2]: Hi.": "Hi.",
            "МАША: Привет.": "Привет.",
            "- SIGHS: Hi.": "- Hi.",
        },
        ["JOHN:", "- JOHN:"],
    ),
    "hearing_notes": (
        ["Hello.", "5 * 3 * 2", "a) this"],
        {
            "[SIGHS] Hello.": "Hello.",
            "- [SIGHS] Hello.": "- Hello.",
            "(sighs) Hello.": "Hello.",
            "Hello (sighs).": "Hello.",
            "Well *coughs* no.": "Well no.",
            "JOHN (laughing): Hi.": "JOHN: Hi.",
            "（叹气）你好。": "你好。",
            "東京(とうきょう)へ": "東京へ",
            "[soupirs] Bonjour.": "Bonjour.",
            "【音楽】はい": "はい",
        },
        ["[DOOR SLAMS]", "(PHONE RINGING)", "- [SIGHS]", "[DOOR SLAMS.", "MAN SHOUTS]", "（ドアの音）"],
    ),
    "capitals": (
        ["NO!", "GET OUT!", "FBI.", "I am the FBI", "- YES SIR", "OK", "منفيه AB گروه خونيش"],
        {},
        ["THREE YEARS LATER", "DOOR SLAMS", "APRIL 1945", "3 MOIS PLUS TARD"],
    ),
    "ocr_errors": (
        [
            "I'll go.",
            "McIntyre fell.",
            "5 l of milk",
            "WILL HE?",
            "Louis XIII",
            "l'amour",
            "Route 101",
            "2.l of it",
        ],
        {
            "l'm here.": "I'm here.",
            "So l think.": "So I think.",
            "|'ll go.": "I'll go.",
            "lt is.": "It is.",
            "lt's me.": "It's me.",
            "lsn't it?": "Isn't it?",
            "ls it him?": "Is it him?",
            "beIieve wiII": "believe will",
            "beautifuI": "beautiful",
            "g0od": "good",
            "wa|k": "walk",
            "But... ...l knew.": "But... ...I knew.",
            "Yeah, l...": "Yeah, I...",
            "Well, l- No.": "Well, I- No.",
        },
        [],
    ),
    "no_words": (["1?", "Ах", "好", "-No"], {}, ["...", "- ", "?!", "–"]),
}


def artefacts(*names, language="en", texts=(), **actions):
    on = {rule.name: "off" for rule in RULES if rule.name not in names}
    return Artefacts(language, SubtitleRules(**{**on, **actions}).model_dump(), texts)


@pytest.mark.parametrize(
    ("written", "right"),
    [("- II a dit non.", "- Il a dit non."), ("IIs y vont.", "Ils y vont."), ("Louis II est mort.", None)],
)
def test_in_french_two_capitals_begin_no_sentence(written, right):
    assert artefacts("ocr_errors", language="fr").clear(written).text == (right or written)


def test_every_rule_has_examples():
    assert list(EXAMPLES) == [rule.name for rule in RULES]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_rule_keeps_cuts_and_leaves_out(name):
    rule = artefacts(name)
    keeps, cuts, drops = EXAMPLES[name]
    assert {text: rule.clear(text).text for text in keeps} == {text: text for text in keeps}
    assert {text: rule.clear(text).text for text in cuts} == cuts
    assert all(rule.clear(text).cut == (name,) for text in cuts)
    assert {text: (drop := rule.clear(text).drop) and drop.reason for text in drops} == dict.fromkeys(
        drops, name
    )
    assert all(rule.clear(text).drop.detail == text for text in drops)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_rule_that_drops_leaves_out_what_it_would_cut(name):
    rule = artefacts(name, **{name: "drop"})
    assert all(rule.clear(text).drop.reason == name for text in EXAMPLES[name][1])


def test_all_rules_together_in_their_order():
    rules = artefacts(*EXAMPLES)
    done = rules.clear("<i>- JOHN (sighs): l'm here. [DOOR SLAMS]</i>")
    assert (done.text, done.speaker) == ("- I'm here.", "JOHN")
    assert done.cut == ("markup", "character_names", "hearing_notes", "ocr_errors")


@pytest.mark.parametrize(
    ("texts", "says", "speaker"),
    [
        (["John: hi.", "John: ho."], "John: hi.", "John"),
        (["John: hi.", "We met John there."], "John: hi.", "John"),
        (["John: hi."], "John: hi.", None),
        (["Listen: go.", "Listen: run.", "I listen."], "Listen: go.", None),
        (["Host: hi."] * 3 + ["The guest and the host."], "Host: hi.", "Host"),
        (["Father: hi."] * 5 + ["My father."] * 9, "Father: hi.", "Father"),
        (["Listen: go."] * 5 + ["I listen."] * 10, "Listen: go.", None),
        (["约翰：你好", "约翰：再见"], "约翰：你好", "约翰"),
        (["جان: سلام", "جان: بله"], "جان: سلام", "جان"),
        (["I know John.", "You know John."], "[JOHN] Hi.", "JOHN"),
        (["WAIT: HERE.", "GO NOW.", "WHO ARE YOU."], "WAIT: HERE.", None),  # a film in capitals
        (["Ann: hi.", "Ann: ho."], "Ann Lee: hi.", "Ann Lee"),
        (["Ann Lee: hi.", "Ann Lee: ho."], "Bo Ek: hi.", "Bo Ek"),  # a name before each utterance
        (["Ann Lee: hi.", "Ann Lee: ho."], "Listen: hi.", None),
        (["Ann Lee: hi.", "Ann Lee: ho."] + ["So I said."] * 9, "Bo Ek: hi.", None),
        (["I'm: glad.", "I'm: sorry."], "I'm: glad.", None),
        (["[Ann] Hi.", "[door slams]"], "- [Ann] Hi.", "Ann"),
        (["[Ann] Hi.", "[Ann] Ho."], "[Ann on phone] So.", "Ann"),
        (["[Ann] Hi.", "[Ann] Ho."], "[Ann laughs]", None),
        (["[Ann] Hi.", "[Door Slams]"], "[Ann] Hi.", None),
        (["[Sighs] Hi.", "[door slams]"], "[Sighs] Hi.", None),
        (["[Beep] Hi.", "[Beep] Ho.", "[Beep]", "[door slams]"], "[Beep] Hi.", None),
        ([], "[man] Hi.", "man"),
        (
            ["（花子）はい", "（花子）ええ", "（花子）うん", "（太郎）そう", "（雨の音）"],
            "（太郎）そう",
            "太郎",
        ),
        (["（ため息）はい", "（ため息）"], "（ため息）はい", None),
    ],
)
def test_names_in_small_letters_have_to_recur(texts, says, speaker):
    assert artefacts("character_names", texts=texts).clear(says).speaker == speaker


def test_a_sound_is_no_speaker():
    assert artefacts("character_names").clear("LAUGHS: Hi.").speaker is None


def test_capitals_tell_nothing_in_a_film_of_capitals():
    assert artefacts("capitals", texts=["WHO IS IT?", "THE POLICE.", "Oh."]).clear("WHO IS IT").drop is None


def test_french_elisions_are_not_english():
    assert artefacts("ocr_errors", language="fr").clear("l'ai-je vu, beIle ?").text == "l'ai-je vu, belle ?"
    assert artefacts("ocr_errors", language="zh").clear("aI").text == "aI"


def test_phrases_of_ones_own():
    rule = artefacts("credits", credits_phrases=["Brought to you"])
    assert rule.clear("BROUGHT TO YOU by nobody").drop.reason == "credits"


@given(st.text(alphabet="[](){}<>♪#*:-–. lI|0oJOHNabc&;\\n\u0645", max_size=60))
def test_anything_is_gone_through(text):
    text = " ".join(text.split())
    done = artefacts(*EXAMPLES, texts=[text]).clear(text)
    assert bool(done.drop) != bool(done.text)
    assert done.text == " ".join(done.text.split())


@ends_soon
@pytest.mark.parametrize(
    "sign", ["[", "(", "♪", "# ", "*", "a ", "A", "<", "{", "|", "l ", "aI", "a.", "a@", "&a", ":", "w w "]
)
def test_a_long_text_of_one_sign_takes_no_long_time(sign):
    artefacts(*EXAMPLES, texts=[sign * 30_000]).clear(sign * 30_000)
