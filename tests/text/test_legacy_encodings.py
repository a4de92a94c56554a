import pytest

from dialogue_etl.text import encoding, legacy_encodings

SAID = {
    "ar": ("cp1256", "أين كنت يا أخي؟ لا أعرف ماذا تريد"),
    "cs": ("cp1250", "Příliš žluťoučký kůň úpěl ďábelské ódy"),
    "da": ("cp1252", "Deres søgen har ført dem nær det umulige på vejen"),
    "de": ("cp1252", "Schöne Grüße, hübscher Ärger"),
    "el": ("cp1253", "Δεν ξέρω τι ψάχνεις, αδερφέ"),
    "fr": ("cp1252", "Où étiez-vous ? Ça va, mère ? À bientôt"),
    "he": ("cp1255", "אני לא יודע מה אתה מחפש"),
    "hr": ("cp1250", "Mi ćemo to srediti, gospođo; već čekaju žene"),
    "hu": ("cp1250", "Árvíztűrő tükörfúrógép"),
    "ja": ("euc_jp", "私はあなたが何を探しているのか分かりません"),
    "ko": ("cp949", "나는 당신이 무엇을 찾고 있는지 모르겠어요"),
    "lt": ("cp1257", "Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą"),
    "pl": ("cp1250", "Zażółć gęślą jaźń"),
    "pt": ("cp1252", "Não sei o que você está à procura, irmão"),
    "ro": ("cp1250", "Îmi pare rău, şi tu ştii că aşa este"),
    "ru": ("koi8-r", "Я не знаю, что вы ищете, брат"),
    "th": ("cp874", "ฉันไม่รู้ว่าคุณกำลังมองหาอะไร"),
    "tr": ("cp1254", "Ne aradığını bilmiyorum kardeşim. Şöyle böyle"),
    "uk": ("cp1251", "Я не знаю, що ви шукаєте, їжте"),
    "zh": ("gb18030", "我知道你在说什么，但是我们没有时间了"),
    "zh-Hant": ("big5hkscs", "我知道你在說什麼，但是我們沒有時間了"),
}


@pytest.mark.parametrize("language", SAID)
def test_each_language_finds_its_encodings(language):
    name, text = SAID[language]
    assert legacy_encodings.encoding_of(text.encode(name), language) == name
    assert encoding.decode((text * 3).encode(name), language) == (text * 3, name)


def test_an_unknown_language_finds_no_encoding():
    assert legacy_encodings.encoding_of("Příliš".encode("cp1250"), "xx") == ""
    assert legacy_encodings.encoding_of(b"plain", "fa") == ""
    # A text that is in another language than stated is left to statistics.
    assert legacy_encodings.encoding_of("Δεν ξέρω τι ψάχνεις".encode("cp1253"), "pt") == ""


def test_unicode_comes_first():
    text = "Não sei, irmão"
    assert encoding.decode(text.encode(), "fa") == (text, "utf-8")
    assert encoding.decode(text.encode("utf-16"), "fa") == (text, "utf-16")
