import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.subtitles import opus, opus_facts
from dialogue_etl.sources.subtitles.subtitle import UnreadableError
from tests.conftest import ends_soon
from tests.shared_data import SHARED, needs
from tests.sources.subtitles.building import read_xml, time, xml

REAL = SHARED / "data" / "opensubtitles" / "opus" / "pt" / "1902" / "417" / "4625179.xml"


@needs(REAL)
@pytest.mark.parametrize("size", [7, 1 << 16])
def test_a_real_file(size):
    found = read_xml(REAL.read_bytes(), size, language="pt")
    assert (len(found.sentences), found.blocks, found.facts["tokens"]) == (89, 136, 1065)
    assert not found.damaged
    first, second, *_, last = found.sentences
    assert (first.text, first.block, first.start_ms, first.end_ms) == ("fesamacs media ®", 1, 4_019, 5_619)
    assert second.text == "Os astrónomos estão reunidos numa sala grande enfeitada com instrumentos."
    assert (second.block, second.end_block, second.start_ms, second.end_ms) == (2, 3, 9_620, 13_421)
    assert (last.block, last.end_block, last.end_ms, found.duration_ms) == (134, 136, 706_965, 706_965)
    assert last.text.endswith("até ao porto, onde uma ovação geral espera o feliz regresso.")
    facts = found.facts
    assert (facts["year"], facts["minutes"], facts["genres"]) == (
        1902,
        13.0,
        ["Adventure", "Fantasy", "Sci-Fi"],
    )
    assert "original_languages" not in facts  # N/A
    assert (facts["cds"], facts["confidence"], facts["stated_sentences"]) == ("1/1", 1.0, 89)
    corrected = read_xml(REAL.read_bytes(), language="pt", corrections=True)
    changed = [
        one.text for one, other in zip(corrected.sentences, found.sentences, strict=True) if one != other
    ]
    assert len(changed) == 2
    assert all("astrônomos" in text for text in changed)


def document(*sentences, meta=""):
    inside = "".join(f"<s>{one}</s>" for one in sentences)
    return f"<document id='1'>{inside}<meta>{meta}</meta></document>".encode()


def table(data, **options):
    return [(s.text, s.block, s.end_block, s.start_ms, s.end_ms) for s in read_xml(data, **options).sentences]


S1, E1 = time(1, "S", "00:00:01,000"), time(1, "E", "00:00:02,000")
S2, E2 = time(2, "S", "00:00:03,000"), time(2, "E", "00:00:04,000")


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ([f"{S1}a{E1}", f"{S2}b{E2}"], [("a", 1, 1, 1000, 2000), ("b", 2, 2, 3000, 4000)]),
        (
            [f"{S1}a", "b", f"c{E1}"],
            [("a", 1, 1, 1000, None), ("b", 1, 1, None, None), ("c", 1, 1, None, 2000)],
        ),
        ([f"{S1}a{E1}{S2}b{E2}"], [("a b", 1, 2, 1000, 4000)]),
        ([f"{S1}a{E1}{S2}b", f"c{E2}"], [("a b", 1, 2, 1000, None), ("c", 2, 2, None, 4000)]),
        # Tags that stand in the neighbour's sentence.
        ([f"{S1}a", f"{E1}{S2}b{E2}"], [("a", 1, 1, 1000, 2000), ("b", 2, 2, 3000, 4000)]),
        ([f"{S1}a{E1}{S2}", f"b{E2}"], [("a", 1, 1, 1000, 2000), ("b", 2, 2, 3000, 4000)]),
        ([f"{S1}{E1}{S2}b{E2}"], [("b", 2, 2, 3000, 4000)]),
        ([f"{S1}{E1}", f"{S2}b{E2}"], [("b", 2, 2, 3000, 4000)]),
        (["a", "b"], [("a", None, None, None, None), ("b", None, None, None, None)]),
        ([f"<time id='T1S' value='never'/>a{E1}"], [("a", 1, 1, None, 2000)]),
    ],
)
def test_where_times_stand(sentences, expected):
    words = [one.replace("a", "a") for one in sentences]
    assert table(document(*words)) == expected
    tokens = [
        "".join(f"<w>{part}</w>" if part in {"a", "b", "c"} else part for part in split(one))
        for one in sentences
    ]
    assert table(document(*tokens)) == expected


def split(sentence):
    """Letters that stand outside of tags, and the tags."""
    parts, tag = [], ""
    for character in sentence:
        if tag or character == "<":
            tag += character
            if character == ">":
                parts.append(tag)
                tag = ""
        else:
            parts.append(character)
    return parts


@st.composite
def films(draw):
    """Blocks of one to three pieces of sentences, and the sentences that they belong to."""
    pieces, number = [], 0
    for block in range(1, draw(st.integers(1, 8)) + 1):
        count = draw(st.integers(1, 3))
        for place in range(count):
            # Only the first piece of a block may go on with the sentence before.
            number += not (place == 0 and pieces and draw(st.booleans()))
            pieces.append((number, block, place == 0, place == count - 1))
    return pieces


@given(films(), st.booleans(), st.integers(1, 200))
def test_generated_documents_against_the_expected_table(pieces, raw, size):
    texts, expected = {}, {}
    for place, (sentence, block, first, last) in enumerate(pieces):
        start, end = block * 3_000, block * 3_000 + 2_000
        word = f"w{place}" if raw else f"<w>w{place}</w>"
        before = time(block, "S", f"00:00:{block * 3:02d},000") if first else ""
        after = time(block, "E", f"00:00:{block * 3 + 2:02d},000") if last else ""
        texts[sentence] = f"{texts.get(sentence, '')}{before} {word} {after}"
        old = expected.get(sentence)
        text = f"{old[0]} w{place}" if old else f"w{place}"
        begun = old[1:4:2] if old else (block, start if first else None)
        expected[sentence] = (text, begun[0], block, begun[1], end if last else None)
    assert table(document(*texts.values()), size=size) == list(expected.values())


@pytest.mark.parametrize("raw", [False, True])
def test_what_is_wrong_is_mended_and_said(raw):
    good = xml(["one two", "three four", "five"], raw=raw)
    assert not read_xml(good).damaged
    for bad, first in (
        (good.replace(b"one", b"o\x0bn\x00e"), "one two"),
        (good.replace(b"one", b"R&D"), "R&D two"),
        (good.replace(b"one", b"&lol;"), "&lol; two"),
        (good.replace(b"one", b"\xffne"), "\ufffdne two"),
    ):
        for size in (3, 1 << 16):
            found = read_xml(bad, size)
            assert ([s.text for s in found.sentences], found.damaged) == ([first, "three four", "five"], True)


@pytest.mark.parametrize("raw", [False, True])
def test_a_file_that_is_cut_off_anywhere(raw):
    good = xml(["one two", "three four", "five six"], "<source><year>1999</year></source>", raw=raw)
    whole = [s.text for s in read_xml(good).sentences]
    for end in range(len(good) - 12):
        try:
            found = read_xml(good[:end], 50)
        except UnreadableError:
            assert b"</s>" not in good[:end]
            continue
        assert [s.text for s in found.sentences] == whole[: good[:end].count(b"</s>")]
        assert found.damaged


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b"nothing of the kind", "no XML of OPUS"),
        (b"<html><body><s>old price</s></body></html>", "no document of OPUS"),
        (b"<document></document>", "without sentences"),
        (b"\x00\x01\x02" * 50, "no XML of OPUS"),
    ],
)
def test_what_is_no_document(data, says):
    with pytest.raises(UnreadableError, match=says):
        read_xml(data)


@ends_soon
def test_entities_are_neither_expanded_nor_fetched(tmp_path):
    (tmp_path / "secret").write_text("secret")
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 30))
    head = f'<!DOCTYPE document [<!ENTITY e0 "ha"><!ENTITY x SYSTEM "{tmp_path.as_uri()}/secret">{bomb}]>'
    found = read_xml(
        f"{head}<document><s><w alternative='&e29;'>&e29;</w> <w>&x;</w></s></document>".encode()
    )
    (sentence,) = found.sentences
    assert sentence.text == "&e29; &x;"


def test_other_encodings():
    text = xml(["não é só", "isso"]).decode()
    for codec, declared in (("utf-16", "utf-16"), ("cp1252", "windows-1252"), ("utf-8-sig", "utf-8")):
        data = text.replace('"utf-8"', f'"{declared}"').encode(codec)
        for size in (5, 1 << 16):
            if size == 5 and codec == "cp1252":
                continue  # the declaration is in the first piece, which is never that small
            assert [s.text for s in read_xml(data, size).sentences] == ["não é só", "isso"]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("01:02:03,456", 3_723_456),
        ("-00:00:01,500", -1_500),
        ("31:00:00,000", 111_600_000),
        ("00:00:01", 1_000),
        ("0:0:1,5", 1_500),
        ("00:00:01.250", 1_250),
        ("00:00:0a,000", None),
        ("٠٠:٠٠:٠١,٠٠٠", 1_000),
        ("", None),
    ],
)
def test_times(value, expected):
    assert opus.milliseconds(value) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("117", 117.0),
        ("117 min", 117.0),
        ("1h 57min", 117.0),
        ("2 h", 120.0),
        ("N/A", None),
        ("0", None),
        ("", None),
    ],
)
def test_minutes(text, expected):
    assert opus_facts.minutes(text) == expected


def test_what_a_document_says_of_itself():
    meta = (
        "<subtitle><rating>-12.5</rating><cds>1/2</cds><machine_translated>1</machine_translated>"
        "<language>English</language></subtitle><source><genre>Action, Crime</genre><year>x</year>"
        "<original>English,French</original><country>USA, France</country><HD>0</HD></source>"
    )
    facts = read_xml(xml(["a"], meta)).facts
    assert facts == {
        "subtitle_rating": -12.5,
        "cds": "1/2",
        "machine_translated": True,
        "genres": ["Action", "Crime"],
        "original_languages": ["English", "French"],
        "countries": ["United States of America", "France"],
        "tokens": 1,
    }


def test_italics_are_of_the_whole_sentence():
    found = read_xml(
        document(
            "<w emphasis='true'>a</w><w emphasis='true'>b</w>", "<w emphasis='true'>a</w><w>b</w>", "<w>c</w>"
        ).replace(b"</document>", b"<s emphasis='true'><w>d</w></s><s emphasis='true'>raw</s></document>")
    )
    assert [s.emphasis for s in found.sentences] == [True, False, False, True, True]
    assert [s.emphasis for s in read_xml(document("raw", "text")).sentences] == [False, False]


def test_white_space_is_one_blank():
    found = read_xml(document("<w> a\tb </w><w> </w><w>c\u00a0\n d</w>", " \n a\t \u00a0b "))
    assert [s.text for s in found.sentences] == ["a b c d", "a b"]


def test_invisible_marks_hide_no_dash():
    said = read_xml(document("\u202b- نعم.\u202c")).sentences[0].text
    assert said == "- نعم."
