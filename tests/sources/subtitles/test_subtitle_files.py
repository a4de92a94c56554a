from itertools import pairwise

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
        ("ru", "iso8859_5"),
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
        (b"raise ImportError\n", "unusable", "no subtitles in a form that can be read: SubRip"),
        (b"Scenarist_SCC V1.0\n\n00:00:12:11\t94ae 94ae\n", "unusable", "SCC holds codes of a screen"),
        (b"[ti:Song]\n[00:12.00]La la\n", "unusable", "words of a song"),
        (b"TITLE=Walk\nFORMAT=TIME\n\n2 3\nHi.\n", "unusable", "MPSub"),
        (b"[TITLE]\nWalk\n[00:00:01]\nHi.\n[00:00:04]\n", "unusable", "SubViewer of the first"),
        (b"{10}{20}no rate\n{30}{40}x\n", "unusable", "counts frames"),
        (b"1\n00:00:01,000 --> 00:00:02,000\n\n", "unusable", "no subtitle in it has a text"),
        (b"\x00\x00\x01\xba" + bytes(range(256)) * 40, "undecodable", "binary"),
    ],
)
def test_what_is_no_subtitle_file(data, reason, says):
    with pytest.raises(UnreadableError, match=says) as caught:
        subtitle_files.read(data, "en")
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "times",
    [
        *("00:00:01 --> 00:00:02", "0:0:1.0 --> 0:0:2.0", "00:01.000 --> 00:02.000 align:start"),
        "00：00：01，000 --> 00：00：02，000",
        *("00:00:01,000000 --> 00:00:02,000000", "00:00:01:000 -> 00:00:02:000", "0:00:01.000,0:00:02.000"),
    ],
)
def test_times_are_written_in_many_ways(times):
    assert table(f"{times}\nHi.\n\n{times}\nHo.\n") == [
        ("Hi.", 1, 1_000, 2_000, False),
        ("Ho.", 2, 1_000, 2_000, False),
    ]


def test_times_and_text_may_share_a_line():
    said = "[00:00:01.000 --> 00:00:02.000]   Hi.\n[00:00:03.000 --> 00:00:04.000]   Ho.\n"
    assert [(s.text, s.start_ms) for s in read(said).sentences] == [("Hi.", 1_000), ("Ho.", 3_000)]


def test_subviewer():
    said = "[INFORMATION]\n[TITLE]x\n[END INFORMATION]\n[SUBTITLE]\n00:00:01.50,00:00:02.00\nHi[br]there.\n"
    assert [(s.text, s.start_ms) for s in read(said).sentences] == [("Hi there.", 1_500)]


def test_notes_and_styles_of_webvtt_are_not_said():
    one, so = (f"00:0{n}.000 --> 00:0{n}.900\n{text}\n\n" for n, text in ((1, "One."), (3, "NOTE so.")))
    vtt = f"WEBVTT\n\nSTYLE\n::cue(v) {{}}\n\n{one}NOTE Two\nlines\n\n{so}"
    assert [s.text for s in read(vtt).sentences] == ["One.", "NOTE so."]


def test_a_cue_that_is_cut_for_another_one_beside_it_is_said_once():
    cut = [
        (1, 2, "So there\nwe are."),
        (2, 3, "So there\nwe are."),
        (2, 3, "[Station]"),
        (3, 4, "So there\nwe are."),
    ]
    again = [(5, 6, "Hey!"), (6, 7, "Hey!")]
    cues = (
        f"{n}\n00:00:0{a},000 --> 00:00:0{b},000\n{text}\n" for n, (a, b, text) in enumerate([*cut, *again])
    )
    found = read("\n".join(cues))
    said = [("So there we are.", 4_000), ("[Station]", 3_000), ("Hey!", 6_000), ("Hey!", 7_000)]
    assert [(s.text, s.end_ms) for s in found.sentences] == said
    assert (found.lines, +found.left_out) == (5, {"repeated": 4})


def test_a_number_between_two_cues_is_not_said():
    stray = "1\n00:00:01,000 --> 00:00:02,000\nOne.\n\n77\n\n2\n00:00:03,000 --> 00:00:04,000\n1984\n"
    assert [s.text for s in read(stray).sentences] == ["One.", "1984"]


SAMI = (
    "<sami><body><SYNC Start=1000><P Class=ENCC>Hello<br>there.\n<SYNC Start=2000><P>&nbsp;\n"
    "<SYNC Start=5000><P>So.\n</body></sami>"
)
TTML = (
    '<?xml version="1.0"?><tt xmlns="http://www.w3.org/2006/10/ttaf1"><body><div>'
    '<p begin="00:00:01.000" end="00:00:02.000">Hello<br/>there.</p><p begin="5s" end="6s">So.</p>'
    "</div></body></tt>"
)


@pytest.mark.parametrize("text", [SAMI, TTML], ids=["sami", "ttml"])
def test_forms_of_markup(text):
    assert [(s.text, s.start_ms) for s in read(text).sentences] == [("Hello there.", 1_000), ("So.", 5_000)]


@pytest.mark.parametrize(("rate", "time"), [('p:frameRate="25"', "00:00:05:10"), ('p:tickRate="10"', "54t")])
def test_times_of_ttml_may_count_frames_or_ticks(rate, time):
    text = TTML.replace("<tt ", f'<tt xmlns:p="x" {rate} ').replace('begin="5s"', f'begin="{time}"')
    assert [s.start_ms for s in read(text).sentences] == [1_000, 5_400]


def test_colours_of_ttml_that_change_with_the_speaker_are_dashes():
    style = '<head><style xml:id="y" s:color="#FFFF00"/><style xml:id="w" s:color="white"/></head><body>'
    two = '<span style="w">Hello</span><br/><span style="y">there.</span>'
    text = TTML.replace("<body>", style).replace("<tt ", '<tt xmlns:s="x" ').replace("Hello<br/>there.", two)
    assert [s.text for s in read(text.replace("So.", two)).sentences] == [
        *("Hello", "- there.", "- Hello", "- there.")
    ]


def test_the_rate_of_frames_can_be_given():
    found = subtitle_files.read(b"{25}{50}Hello.\n{75}{99}Ho.\n", "en", frame_rate=25)
    assert [one.start_ms for one in found.sentences] == [1_000, 3_000]


def test_the_rate_of_frames_is_in_the_first_line():
    assert [one.start_ms for one in read("{0}{0}25.0\n{25}{50}Hello.\n").sentences] == [1_000]


def cue(text):
    return SRT.format(text=text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\u202b- Hi.\u202c\n\u200f- Ho.", ["- Hi.", "- Ho."]),
        ("co\u00adoperate", ["cooperate"]),
        (">> Hi.\n>>> Ho. >> So.", ["- Hi.", "- Ho.", "- So."]),
        ("&gt;&gt; Hi.", ["- Hi."]),
        ("-我们到哪去  -游泳", ["-我们到哪去", "-游泳"]),
        ("I do - well, not", ["I do - well, not"]),
        ("Hi.\\\\NHo.", ["Hi.", "Ho."]),
        ("Anna: Hi.\nBo Lee: Ho.", ["Anna: Hi.", "Bo Lee: Ho."]),
    ],
)
def test_who_speaks_begins_a_sentence(text, said):
    assert [s.text for s in read(cue(text), "zh" if "我" in text else "en").sentences][: len(said)] == said


def test_voices_and_names_are_speakers_and_never_joined():
    vtt = (
        "WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Come in,</v>\n<v.loud Bo Lee>we said,\nwe all.\n\n"
        "00:02,000 --> 00:00:03,000\n<v Ann>and sit.</v> So\n"
    )
    found = [("Come in,", "Ann"), ("we said, we all.", "Bo Lee"), ("and sit.", "Ann"), ("So", None)]
    assert [(s.text, s.speaker) for s in read(vtt).sentences] == found
    ass = [(s.text, s.speaker) for s in read(ASS.replace("It,Bob,0,0,0,,{\\i0}", "It,Ann,0,0,0,,")).sentences]
    assert ass == [("Hello there you.", "Bob"), ("Plain now.", "Ann")]
    assert {s.speaker for s in read(ASS).sentences} == {None}  # one name is the file's
    agent = (
        '<head><a:agent type="person" xml:id="x1"><a:name type="full">Bo  Lee</a:name></a:agent></head><body>'
    )
    ttml = TTML.replace("<body>", agent).replace('<p begin="5s"', '<p a:agent="x1" begin="5s"')
    ttml = ttml.replace("<tt ", '<tt xmlns:a="http://www.w3.org/ns/ttml#metadata" ')
    assert [(s.text, s.speaker) for s in read(ttml).sentences] == [("Hello there.", None), ("So.", "Bo Lee")]


def test_colours_that_change_with_the_speaker_are_dashes():
    text = '<font color="#ffff00">Hi.</font>\nSo. <font color="cyan">Ho.</font>'
    pair = SRT.format(text=text) + "\n3\n00:00:05,000 --> 00:00:06,000\n" + text
    assert [s.text for s in read(pair).sentences][:3] == ["- Hi.", "So.", "- Ho."]
    plain = SRT.format(text='<font color="#ab0012">Hi.</font>\nSo. <font color="cyan">Ho.</font>')
    assert [s.text for s in read(plain).sentences][:3] == ["Hi.", "So.", "Ho."]


def styled(*styles):
    lines = (
        f"Dialogue: 0,0:00:0{n}.00,0:00:0{n}.90,{style},,0,0,0,,{text}"
        for n, (style, text) in enumerate(styles)
    )
    return ASS.partition("Dialogue:")[0] + "\n".join(lines) + "\n"


PAIRS = [
    ("We should leave the house before it rains.", "Nous devrions quitter la maison avant la pluie."),
    ("I never wanted any of this to happen.", "Je n'ai jamais voulu que tout cela arrive."),
    ("Then tell your brother the whole truth.", "Alors dis toute la vérité à ton frère."),
]


def test_of_two_languages_that_of_the_file_is_read():
    cues = "\n".join(
        f"{n}\n00:00:0{n},000 --> 00:00:0{n},900\n{fr}\n{en}\n" for n, (en, fr) in enumerate(PAIRS)
    )
    found = read(cues)
    assert [s.text for s in found.sentences] == [en for en, _ in PAIRS]
    assert found.notes == ["two languages: left out line first in fr"]
    assert (found.lines, +found.left_out) == (3, {"other_language": 3})
    assert [s.text for s in read(cues, "fr").sentences] == [fr for _, fr in PAIRS]
    four = "\n".join(line.replace(" ", "\n", 1) if line[:1].isalpha() else line for line in cues.split("\n"))
    assert [s.text for s in read(four).sentences] == [en for en, _ in PAIRS]
    ass = styled(*(one for en, fr in PAIRS for one in (("Top", en), ("Bottom", fr))))
    assert [s.text for s in read(ass, "fr").sentences] == [fr for _, fr in PAIRS]
    classes = "".join(
        f"<SYNC Start={n}000><P Class=ENCC>{en}<P Class=FRCC>{fr}" for n, (en, fr) in enumerate(PAIRS, 1)
    )
    assert [s.text for s in read(f"<SAMI><BODY>{classes}</BODY></SAMI>").sentences] == [en for en, _ in PAIRS]


def test_songs_and_signs_are_marked_and_a_style_can_be_chosen():
    ass = styled(
        ("OP Romaji", "La la"), ("Signs", "Station"), ("Main", "Hi."), ("Main", "{\\k20}La {\\k30}lo")
    )
    assert [s.text for s in read(ass).sentences] == ["♪ La la ♪", "[Station]", "Hi.", "♪ La lo ♪"]
    shown = ass.replace("Dialogue: 0,0:00:02", "Comment: 0,0:00:02")
    signs = subtitle_files.read(shown.encode(), "en", only=["signs"])
    assert [s.text for s in signs.sentences] == ["[Station]"]
    assert (signs.lines, +signs.left_out) == (1, {"comment": 1, "style": 2})
    with pytest.raises(UnreadableError, match="of these styles"):
        subtitle_files.read(ass.encode(), "en", only=["none"])


def test_a_style_of_which_each_line_has_a_place_is_written_in_the_picture():
    lines = [
        ("Board", "{\\pos(9,9)}Records"),
        ("Talk", "Hello."),
        ("Talk", "{\\pos(9,9)}Up there."),
        ("Talk", "Bye."),
    ]
    said = [sentence.text for sentence in read(styled(*lines)).sentences]
    assert said == ["[Records]", "Hello.", "Up there.", "Bye."]
    every = [("Talk", "{\\pos(9,9)}Hello."), ("Talk", "{\\pos(9,9)}Bye.")]
    assert [sentence.text for sentence in read(styled(*every)).sentences] == ["Hello.", "Bye."]


def test_captions_that_mark_nothing_are_refused():
    said = [f"{n}\n00:00:{n:02d},000 --> 00:00:{n:02d},900\nso the next thing is {n}\n" for n in range(20)]
    with pytest.raises(UnreadableError, match="automatic captions"):
        read("\n".join(f"{one}\n" for one in said))
    said[3] = said[3].replace("so", "- so")
    said[5] = said[5].replace("so", "- so")
    assert read("\n".join(said)).sentences


def test_lines_that_roll_up_are_said_once():
    lines = ["so there we are", "and it goes", "up the screen", "line by line"]
    rolled = [
        f"00:0{n}.000 --> 00:0{n}.900\n{one}\n{two[:2]}<00:0{n}.500><c>{two[2:]}</c>\n"
        for n, (one, two) in enumerate(pairwise(lines))
    ]
    found = read("WEBVTT\n\n" + "\n".join(rolled))
    assert [said.text for said in found.sentences] == [" ".join(lines)]
    assert (found.lines, +found.left_out) == (4, {"repeated": 2})


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
    assert refused == {"pysrt/cStringIO.py": "unusable"}
    assert len(found) == 25
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
