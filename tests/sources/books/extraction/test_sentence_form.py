"""Tags and narration told by typography and sentence form, in books with dashes."""

import pytest

from tests.sources.books.extraction import steps

# Where dashes part narration, speech verbs follow them.
PARTS = {
    "es": "\n\n—Xyz —dijo Juan.",
    "hu": "\n\n– Xyz – mondta Pál.",
    "it": "\n\n— Xyz — disse Ugo.",
    "pl": "\n\n— Xyz — rzekł Jan.",
    "pt": "\n\n— Xyz — disse Rui.",
}
PAUSES = {"fr": "\n\n— A — b.\n\n— A — b."}


def said(text, tag):
    """The speech of the first paragraph."""
    whole = text + PARTS.get(tag, PAUSES.get(tag, ""))
    return [piece for piece in steps.pieces("cut_remarks", whole, tag) if piece in text]


@pytest.mark.parametrize(
    ("tag", "text", "expected"),
    [
        # A word in lower case after the end of a sentence: verb and subject, no verb of any list.
        ("sv", "– Spring! pustade kusken.", ["Spring!"]),
        ("da", "— Løb! prustede Kusken.", ["Løb!"]),
        ("fr", "— Cours donc ! tonitrua le cocher.", ["Cours donc !"]),
        ("pt", "— Corre! tartamudeou o cocheiro. É tarde.", ["Corre!", "É tarde."]),
        ("fi", "— Juokse! yritti Pekka vielä. On myöhä.", ["Juokse!", "On myöhä."]),
        ("fr", "— Où vas-tu ? me demandait-elle chaque soir.", ["Où vas-tu ?"]),
        ("sv", "– Hem med dig! med detta råd försvann fadern i köket.", ["Hem med dig!"]),
        ("da", "— Vil De ikke spise? og skubbede Fadet hen til ham.", ["Vil De ikke spise?"]),
        ("hu", "– Siess! kiálta messziről intve a molnár.", ["Siess!"]),
        ("hu", "– Nem látok semmit... suttogta félénken Pál.", ["Nem látok semmit..."]),
        # Verbs of two words, also after a comma.
        ("da", "— Her er koldt, blev Konen ved. Luk Døren.", ["Her er koldt,", "Luk Døren."]),
        ("fi", "— Se on myöhäistä, leimahti Pekka. Tule.", ["Se on myöhäistä,", "Tule."]),
        ("fi", "— Kuka siellä? pääsi hiljaa häneltä.", ["Kuka siellä?"]),
        # After a comma a verb of the past where none was before it in the sentence.
        ("da", "— Her er ingen sikker, sad hun og hulkede. Ingen.", ["Her er ingen sikker,", "Ingen."]),
        ("da", "— Sofie, Sofie, og gik tilbage.", ["Sofie, Sofie,"]),
        # Compound tenses and the conditional.
        ("fr", "— Ma clef ! avait murmuré la voisine, je la cherche.", ["Ma clef !", "je la cherche."]),
        ("fr", "— Je pars, aurait répondu un autre.", ["Je pars,"]),
        ("sv", "– Jag reser, hade Karin svarat, men du stannar.", ["Jag reser,", "men du stannar."]),
        ("da", "— Jeg rejser, havde Fru Holm svaret.", ["Jeg rejser,"]),
        ("es", "—Me voy; —habría contestado otro.", ["Me voy;"]),
        ("it", "— Parto domani; — avrebbe risposto il vicino.", ["Parto domani;"]),
        ("pt", "— Parto, tinha respondido a vizinha, e tu ficas.", ["Parto,", "e tu ficas."]),
        # Dashes that enclose narration: a verb in the tense of narration, with its subject or without.
        ("pl", "— Babciu! — zagruchał wesoło Staś. — Chodź!", ["Babciu!", "Chodź!"]),
        ("hu", "– Jó – rázta meg fejét a molnár. – Megyek.", ["Jó", "Megyek."]),
        # A sentence that ends in a colon introduces the next speech.
        ("it", "— Basta! Tutti si domandano:", ["Basta!"]),
        ("it", "— Basta! Vi domando:", ["Basta! Vi domando:"]),
        ("it", "— Basta! — e sbattè la porta, tremando.", ["Basta!"]),
        ("es", "—Basta —levantóse y cerró la puerta.", ["Basta"]),
        ("es", "—Toma —señalando la mesa— y vete.", ["Toma", "y vete."]),
        ("pl", "— Czytam „Trzy bajki” — mruknął stary.", ["Czytam „Trzy bajki”"]),
        ("hu", "– Jó – mondta a molnár – s letette a zsákot – de siess.", ["Jó", "de siess."]),
        # Dashes that are pauses elsewhere in the book.
        ("da", "— Her er trangt—Peter flyttede Stolen—og koldt.", ["Her er trangt", "og koldt."]),
        ("pt", "— Que pena!—E abanava a cabeça.", ["Que pena!"]),
        ("pt", "— Que pena!—E virando-se para a porta:—Entra!", ["Que pena!", "Entra!"]),
        ("es", "— ¡Salud! y alzando el vaso bebió. Toma tú.", ["¡Salud!", "Toma tú."]),
        # What follows the comma of a tag.
        ("sv", "– Stanna! ropade mjölnaren, lika rädd som hans hund.", ["Stanna!"]),
        ("fr", "— Je reste, dit Luc, car il avait mal au pied.", ["Je reste,"]),
        ("sv", "– Jag stannar, sade Luc, ty han var trött.", ["Jag stannar,"]),
        ("da", "— Vent, sagde Konen, der rejste sig og gik.", ["Vent,"]),
        ("fr", "— Attends, dit Luc, les yeux fixés sur la mer.", ["Attends,"]),
        ("pt", "— Espera! disse o moleiro, beijando a minha mão.", ["Espera!"]),
        ("hu", "– Jövök! szólt a molnár, botjára dőlve. Várj meg.", ["Jövök!", "Várj meg."]),
        # Sentences of narration.
        ("hu", "– Hol van a kulcs? Kérdé csendesen a molnár.", ["Hol van a kulcs?"]),
        ("fr", "— Me donnez-vous la clef ? Le voisin parut hésiter.", ["Me donnez-vous la clef ?"]),
        ("fr", "— Bien. Puis, se tournant vers Luc : Et vous ?", ["Bien.", "Et vous ?"]),
        ("sv", "– Nå väl. Han reste sig och tillade: Kom nu!", ["Nå väl.", "Kom nu!"]),
        # Remarks in parentheses.
        ("es", "—Bueno (con suave ironía), ya veremos.", ["Bueno", ", ya veremos."]),
        ("fr", "— Adieu (en se retournant), à demain.", ["Adieu", ", à demain."]),
        ("it", "— Addio (voltandosi), a domani.", ["Addio", ", a domani."]),
    ],
)
def test_narration_is_cut(tag, text, expected):
    assert said(text, tag) == expected


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("fr", "— Reste, dit-on, c'est plus sage."),
        ("fr", "— Oh ! non, elle est partie."),
        ("fr", "— Hélas ! il était mort depuis un an."),
        ("fr", "— Est-il venu ? Vous lui avez donné la clef."),
        ("sv", "– Ack! var är han?"),
        ("sv", "– Nej! hade han bara kommit."),
        ("da", "— Vil De spise? og hvor er Peter?"),
        ("da", "— Her er koldt, blev jeg syg."),
        ("da", "— Peter kom hjem, og gik igen."),
        ("da", "— Da Peter kom, sad han der."),
        ("da", "— Her er trangt—Peter skulde flytte Stolen—og koldt."),
        ("pt", "— Foi pena. Pedro abanava a cabeça."),
        ("sv", "– Det är sent, säger man här."),
        ("it", "— Pazienza! La lascerò gridare."),
        ("fr", "— Luc, m'avait promis la clef hier."),
        ("hu", "– Tegnap óta – egészen csendes."),
        ("pl", "— W dzień chodzę, a w nocy — do mojej izby."),
        ("es", "—Eso —y dispense la franqueza— no me gusta."),
        ("es", "—Ven (por Dios), que es tarde."),
    ],
)
def test_true_speech_is_not_cut(tag, text):
    assert "".join(said(text, tag)) == text.lstrip("—– ")


def test_verbs_of_a_book_are_learnt_where_they_are_unambiguous():
    strong = "– Kom! skroderade Per.\n\n– Hör! skroderade Anders.\n\n"
    after_comma = "– Jag kommer, skroderade mjölnaren."
    assert said(strong + after_comma, "sv") == ["Kom!", "Hör!", "Jag kommer,"]
    assert said(after_comma, "sv") == ["Jag kommer, skroderade mjölnaren."]


def test_verbs_in_the_present_are_learnt_after_dashes():
    known = "— Tak — burczy Jan.\n\n— Nie — burczy Jan.\n\n"
    others = PARTS["pl"] * 3
    pieces = steps.pieces("cut_narration", f"{known}— Może — burczy sołtys — jutro.{others}", "pl")
    assert pieces[:4] == ["Tak", "Nie", "Może", "jutro."]


def test_sentences_end_paragraphs_of_speech_in_a_book_with_the_habit():
    habit = "— Hvem kommer? Kusken rystede paa Hovedet.\n\n"
    text = "— Det er sent. Peter lukkede Bogen."
    assert steps.pieces("cut_remarks", 9 * habit + text, "da")[-1] == text.removeprefix("— ")
    assert steps.pieces("cut_remarks", 10 * habit + text, "da")[-1] == "Det er sent."


@pytest.mark.parametrize(
    ("tag", "text", "speech"),
    [
        (
            "hr",
            "- Dođi - reče Ana.\n\n- Gdje si ti - izlane Marko.\n\n- Eto - neću ja.",
            ["Dođi", "Gdje si ti", "Eto - neću ja."],
        ),
        (
            "hr",
            "- Dođi, - kvocne kuma.\n\n- Ne, - kvocne kuma.\n\n- Možda - kvocne kuma - sutra.",
            ["Dođi,", "Ne,", "Možda", "sutra."],
        ),
        (
            "hr",
            "- Dođi! - reče Ana. Otišla je kući - bez riječi, sama - i zaspala.\n\n- Tu - reče - sam.",
            ["Dođi!", "Tu", "sam."],
        ),
        (
            "sr",
            "— Иди! добаци Јелена брату.\n\n— Хајдемо, бранила се Марта.\n\n— Кад дође Марко?",
            ["Иди!", "Хајдемо,", "Кад дође Марко?"],
        ),
        (
            "sr",
            "— Иди! - добаци Јелена.\n\n— Не, бранила га је Јелена. Доћи ће.\n\n— Не, браним се.",
            ["Иди!", "Не,", "Доћи ће.", "Не, браним се."],
        ),
        # Any word in lower case after a question or exclamation and before its subject, if nothing exclaims.
        (
            "ro",
            "— Vii? glumi electorul.\n\n— Vin! rânji Ana, şi tu?\n\n— Ana! domnul Ion vine.",
            ["Vii?", "Vin!", "şi tu?", "Ana! domnul Ion vine."],
        ),
        # A colon at the end of a paragraph, after a verb of saying in any tense; a verb of several.
        (
            "ro",
            "— Vino!... glumi Ana.\n\n— Vino! Ion îi răspunde:\n\n— Nu, adăugară alții.\n\n— Da: vino.",
            ["Vino!...", "Vino!", "Nu,", "Da: vino."],
        ),
        # Verbs of saying with a capital after dots, a title or an initial before a name.
        ("sr", "— Иди!... Говораше сељак.\n\n— Иди, рече г. Марко.\n\n— Да.", ["Иди!...", "Иди,", "Да."]),
        ("pt", "—Vem... Disse-me que sim.\n\n—Vem, disse Ana.", ["Vem... Disse-me que sim.", "Vem,"]),
        # A verb of saying between commas is spoken where dashes enclose tags, unless the book has both kinds.
        (
            "ru",
            "— Нет, говорит, иди.\n\n— Да, — сказал он.\n\n— Да, сказала Анна, — иди.\n\n"
            "— Вот, сказал тебе: иди.",
            ["Нет, говорит, иди.", "Да,", "Да,", "иди.", "Вот, сказал тебе: иди."],
        ),
        (
            "hr",
            "– Ne – reče on.\n\n– Ne, reče, idi.\n\n– Da, reče Ivo, da.",
            ["Ne", "Ne,", "idi.", "Da,", "da."],
        ),
        # Narration with a title, a verb that shows the narrator, and "and" with a gerund at the end.
        (
            "ro",
            "— Anii mei, reîncepu domnul Popa.\n\n— Hai !... Şi zicînd aşa, ieşi.\n\n— Da !... Şi Ana vine.",
            ["Anii mei,", "Hai !...", "Da !... Şi Ana vine."],
        ),
        (
            "sr",
            "— Краљ! заврши г. казначеј.\n\n— Иди, зауставља га г. казначеј.\n\n— Да.",
            ["Краљ!", "Иди,", "Да."],
        ),
        ("sr", "— Иди ти! зачудих се.\n\n— Хоћу, одговорих тихо.\n\n— Да.", ["Иди ти!", "Хоћу,", "Да."]),
        # A noun after verbs of saying elsewhere in the book, in other cases too, is the subject of others.
        (
            "hr",
            "– Što? – reče prosjak. – Ja?\n\n– Ne! – škrinu prosjak prosjaku.\n\n"
            "– Ne mogu – zanijeka prosjak.\n\n– Dao sam prosjakom.\n\n– Da – stoji mlinar.",
            ["Što?", "Ja?", "Ne!", "Ne mogu", "Dao sam prosjakom.", "Da – stoji mlinar."],
        ),
        ("sr", "— Шта? одговорих ћутке.\n\n— Тамо, становао сам овде.", ["Шта?", "Тамо, становао сам овде."]),
        ("lt", "— Labas, linksmai tarė Jonas.\n\n— Eik, tarė.", ["Labas,", "Eik,"]),
        ("ro", "— Vin, adăugi ea, mâine.\n\n— Vin, adăugit-am.", ["Vin,", "mâine.", "Vin, adăugit-am."]),
        (
            "hr",
            "- Kruh - moja djevojka.\n\n- Evo - ponudi djevojka.\n\n- Ne - reče.\n\n- Da - reče.",
            ["Kruh - moja djevojka.", "Evo", "Ne", "Da"],
        ),
        (
            "uk",
            "— Іди, — сказав Петро.\n\n— Добре. — Марта сіла край столу.\n\n— Ні. — Марта тебе чула.",
            ["Іди,", "Добре.", "Ні. — Марта тебе чула."],
        ),
    ],
)
def test_an_unknown_verb_before_its_subject_is_narration(tag, text, speech):
    assert steps.pieces("cut_narration", text, tag) == speech


def test_texts_with_each_sentence_as_a_paragraph_end_speech_with_narration():
    tags = [f"— Иди{'-ка' * n}!\n\n— сказал Петр {'очень ' * n}тихо.\n\n" for n in range(20)]
    text = "— Пора? Петр вздохнул.\n\n— И он опять засмеялся.\n\n— Пора."
    assert steps.pieces("cut_narration", "".join(tags[1:]) + text, "ru")[-3:] == text[2:].split("\n\n— ")
    assert steps.pieces("cut_narration", "".join(tags) + text, "ru")[-2:] == ["Пора?", "Пора."]


def test_a_dash_after_a_tag_is_a_pause_in_narration():
    text = "— Jeg gaar, sagde Peter og lo--Fru Berg vendte sig om."
    assert said(text, "da") == ["Jeg gaar,"]


def test_words_between_dashes_are_speech_before_a_tag():
    text = "— Да, — сказал Петр.\n\n— Иди! — Слышал, как затрещал зверь, — сказал Петр, садясь."
    assert steps.pieces("cut_narration", text, "ru") == ["Да,", "Иди! — Слышал, как затрещал зверь,"]
