import pytest

from dialogue_etl.sources.subtitles import subtitle_files
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from tests.conftest import ends_soon
from tests.shared_data import SHARED, needs

SRT = "1\n00:00:01,000 --> 00:00:02,500\n{text}\n\n2\n00:00:03,000 --> 00:00:04,000\n- Yes.\n- No.\n"
REAL = SHARED / "data" / "opensubtitles" / "srt"


def read(text, language="en", codec="utf-8"):
    return subtitle_files.read(text.encode(codec), language)


def table(text, **options):
    return [(s.text, s.block, s.start_ms, s.end_ms, s.emphasis) for s in read(text, **options).sentences]


SAID = {
    "pt": "Não sei o que você está à procura, irmão. É só o coração.",
    "fa": "من می دونم این چیه. شما کجا هستید؟",
    "zh": "我知道你在说什么，但是我们没有时间了。",
    "ru": "Я не знаю, что вы ищете, брат. Это просто сердце.",
    "cs": "Příliš žluťoučký kůň úpěl ďábelské ódy.",
    "pl": "Zażółć gęślą jaźń. Gdzie jesteś?",
    "ja": "私はあなたが何を探しているのか分かりません。",
    "tr": "Ne aradığını bilmiyorum kardeşim. Şöyle böyle.",
    "el": "Δεν ξέρω τι ψάχνεις, αδερφέ.",
}


@pytest.mark.parametrize(
    ("language", "codec"),
    [
        *((language, codec) for language in SAID for codec in ("utf-8", "utf-8-sig", "utf-16", "utf-32")),
        ("pt", "cp1252"),
        ("fa", "cp1256"),
        ("zh", "gb18030"),
        ("ru", "cp1251"),
        ("ru", "koi8-r"),
        ("ru", "cp866"),
        ("cs", "cp1250"),
        ("pl", "cp1250"),
        ("ja", "cp932"),
        ("ja", "euc_jp"),
        ("tr", "cp1254"),
        ("el", "cp1253"),
    ],
)
def test_encodings_come_back(language, codec):
    said = SAID[language].replace("ی", "ي") if codec == "cp1256" else SAID[language]
    *found, yes, no = [s.text for s in read(SRT.format(text=said), language, codec).sentences]
    assert (" ".join(found), yes, no) == (said, "- Yes.", "- No.")


def test_big5():
    said = "我知道你在說什麼，但是我們沒有時間了。"
    found = read(SRT.format(text=said), "zh-TW", "big5")
    assert (found.sentences[0].text, found.facts["encoding"]) == (said, "big5hkscs")


def test_markup_is_not_text():
    text = SRT.format(text='{\\an8}<i>Top</i> <font color="red">and</font> a &lt; b')
    assert table(text)[0] == ("Top and a < b", 1, 1_000, 2_500, False)
    assert table(SRT.format(text="<i>All\nof it.</i>"))[0] == ("All of it.", 1, 1_000, 2_500, True)


ASS = """[Script Info]
ScriptType: v4.00+
[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic
Style: It,Arial,20,&H00FFFFFF,0,-1
[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:03.00,It,Bob,0,0,0,,Hello there\\Nyou.
Dialogue: 0,0:00:01.00,0:00:03.00,It,Bob,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}
Comment: 0,0:00:01.00,0:00:03.00,It,Bob,0,0,0,,note
Dialogue: 0,0:00:05.00,0:00:06.00,It,Bob,0,0,0,,{\\i0}Plain\\hnow.
"""
VTT = "WEBVTT\n\nNOTE hi\n\n00:01.000 --> 00:03.000 align:start\n<v Bob><i>Hello there\nyou.</i>\n\n"
SUB = "{1}{1}25\n{25}{75}{y:i}Hello there|you.\n{125}{150}Plain now.\n"


@pytest.mark.parametrize(
    "text", [ASS, VTT + "00:05.000 --> 00:06.000\nPlain now.\n", SUB], ids=["ass", "vtt", "microdvd"]
)
def test_other_forms(text):
    first, last = table(text)
    assert first[0] == "Hello there you."
    assert first[2:4] == (1_000, 3_000)
    assert (last[0], last[2:]) == ("Plain now.", (5_000, 6_000, False))


@pytest.mark.parametrize(
    ("data", "reason", "says"),
    [
        (b"", "unusable", "empty"),
        (b"\xef\xbb\xbf \r\n\0", "unusable", "empty"),
        (b"<!DOCTYPE html><html><body>00:00:01,000 --> 00:00:02,000</body></html>", "unusable", "web page"),
        (b"raise ImportError\n", "unusable", "no subtitles in a known form"),
        (b"1\n00:00:01 --> 00:00:10\nno milliseconds\n\n", "unusable", "no subtitles in a known form"),
        (b"{10}{20}no rate\n{30}{40}x\n", "unusable", "counts frames"),
        (b"1\n00:00:01,000 --> 00:00:02,000\n\n", "unusable", "no subtitle in it has a text"),
        (b"\x00\x00\x01\xba" + bytes(range(256)) * 40, "undecodable", "binary"),
    ],
)
def test_what_is_no_subtitle_file(data, reason, says):
    with pytest.raises(UnreadableError, match=says) as caught:
        subtitle_files.read(data, "en")
    assert caught.value.reason == reason


def test_a_cue_whose_times_are_broken_is_left_out():
    found = read("1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n2\n00:00:0X --> 2\nTwo.\n")
    assert ([s.text for s in found.sentences], found.damaged) == (["One."], True)


@ends_soon
def test_a_megabyte_of_marks():
    for mark in ("{", "<", "- ", "\\N", "&", "...", "{\\i1}", "00:00:01,000 --> "):
        text = SRT.format(text=mark * (1_000_000 // len(mark)))
        assert read(text).sentences[-1].text == "- No."


EXPECTED = {
    "en/about-time-2013.srt": ("utf-8-sig", 1903, "Her fashion icon was the Queen."),
    "fa/big-hero-6-2014_2.srt": ("cp1256", 1417, "برنده براساس مجموع نابود کردن"),
    "fa/dune-2021_0.srt": ("cp1256", 1349, "زيرنويس از"),
    "fa/dune-2021_1.srt": ("utf-8-sig", 1349, "زیرنویس از"),
    "fa/inception-2010_3.srt": ("cp1256", 1593, "اون هذيان مي\u200cگفت"),
    "fa/inception-2010_4.srt": ("utf-16", 1742, "من می دونم این چیه"),
    "fa/infinite_5.srt": ("cp1256", 966, "در بين نامحدودها"),
    "pysrt/bom-utf-32-be.srt": ("utf-32", 7, "what actually money creates is an incentive"),
    "pysrt/utf-8.srt": ("utf-8", 1332, "Où on croyait"),
    "pysrt/windows-1252.srt": ("cp1252", 1332, "Où on croyait"),
    "subtitleedit/auto_detect_Danish.srt": ("utf-8-sig", 301, "Deres søgen efter Bell, har"),
    "subtitleedit/auto_detect_windows-1250.srt": ("cp1250", 1132, "-Mi ćemo to srediti, gospodine."),
}
LANGUAGES = {"en": "en", "fa": "fa", "pysrt": "fr", "subtitleedit": "hr"}


@needs(REAL)
def test_every_real_file_is_read_with_its_characters_or_refused_with_a_reason():
    refused = {}
    found = {}
    for path in sorted(REAL.glob("*/*")):
        name = path.relative_to(REAL).as_posix()
        language = "da" if "Danish" in name else LANGUAGES[path.parent.name]
        try:
            found[name] = subtitle_files.read(path.read_bytes(), language)
        except UnreadableError as error:
            refused[name] = error.reason
    assert refused == {"pysrt/cStringIO.py": "unusable", "pysrt/invalid.srt": "unusable"}
    assert len(found) == 24
    for name, (encoding, blocks, said) in EXPECTED.items():
        film = found[name]
        assert (film.facts["encoding"], film.blocks) == (encoding, blocks), name
        assert any(said in sentence.text for sentence in film.sentences), name
    for name, film in found.items():
        everything = "".join(sentence.text for sentence in film.sentences)
        assert "\ufffd" not in everything, name
        assert not film.damaged, name
    pair = [[s.text for s in found[f"pysrt/{name}.srt"].sentences] for name in ("utf-8", "windows-1252")]
    assert pair[0] == pair[1]
