import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.text.encoding import UndecodableError, decode

HUNGARIAN = "– Őrült ötlet! – kiáltotta az űrhajós.\n"


def declared(label: str, text: str, codec: str) -> bytes:
    return f"Character set encoding: {label}\r\n\r\n".encode() + text.encode(codec)


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_removed(mark, codec):
    assert decode(mark + HUNGARIAN.encode(codec))[0] == HUNGARIAN


@pytest.mark.parametrize(
    ("label", "text", "codec", "name"),
    [
        ("ISO-8859-1", "Café à Port-Élise", "latin-1", "cp1252"),
        ("Latin-1", "Café", "latin-1", "cp1252"),
        ("Klingon", HUNGARIAN, "utf-8", "utf-8"),
        ("ISO-8859-1", HUNGARIAN, "utf-8", "utf-8"),
        ("ISO-8859-1", "“Café”", "cp1252", "cp1252"),
        ("ISO-8859-2", HUNGARIAN.replace("–", "--"), "iso8859-2", "iso8859-2"),
        ("windows-1252", "“Café”", "cp1252", "cp1252"),
        ("US-ASCII", "caf\xe9", "latin-1", "cp1252"),
    ],
)
def test_the_declared_encoding_is_used(label, text, codec, name):
    decoded, encoding = decode(declared(label, text, codec))
    assert decoded.endswith(text)
    assert encoding == name


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_become_newlines(end):
    assert decode(f"one{end}two{end}".encode())[0] == "one\ntwo\n"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        *((data, "empty") for data in (b"", b" \r\n\t\n", codecs.BOM_UTF8, codecs.BOM_UTF16_LE)),
        *((data, "binary") for data in (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", bytes(range(256)), b"\0" * 100)),
        (b"text with a \0 in it", "binary"),
        (b"\x1f\x8b\x08" + b"x" * 50, "the file is binary: a gzip archive; unpack it first"),
        (b"PK\x03\x04" + b"x" * 50, "the file is binary: a zip archive"),
        (b"%PDF-1.7\n" + b"x" * 50, "the file is binary: a PDF document"),
    ],
)
def test_binary_files_are_refused_with_a_reason(data, reason):
    with pytest.raises(UndecodableError, match=reason):
        decode(data)


@pytest.mark.parametrize("text", ["“Hello,” he said. ‘No,’ said she—and left. ", "All is well.\n", HUNGARIAN])
def test_utf_8_cut_inside_a_character_loses_that_character_alone(text):
    assert decode((text * 50).encode() + "”".encode()[:2]) == (text * 50 + "\ufffd", "utf-8")


@pytest.mark.parametrize(("broken", "is_utf_8"), [(1, True), (2, True), (3, False), (100, False)])
def test_at_most_a_hundredth_of_the_characters_may_be_broken(broken, is_utf_8):
    data = "é ".encode() * 200 + b"\xe9 " * broken
    try:
        text, encoding = decode(data)
    except UndecodableError:
        text, encoding = "", ""
    assert (encoding == "utf-8") is is_utf_8
    assert text.startswith("é é") is is_utf_8


@pytest.mark.parametrize("label", ["undefined", "unicode_escape", "idna", "rot13", "hex", "utf-7"])
def test_a_declared_codec_that_is_not_a_character_set_is_ignored(label):
    data = declared(label, "caf\xe9 \\ud800 and so on", "latin-1")
    decode(data)[0].encode()


@given(st.binary(max_size=300))
def test_decode_returns_text_or_raises(data):
    try:
        text, _ = decode(data)
    except UndecodableError:
        return
    assert "\0" not in text
    assert "\r" not in text
    text.encode()  # no lone surrogates: Parquet refuses them


TEXT = st.characters(
    exclude_categories=["Cs", "Cc"], include_characters="\n\t\f", exclude_characters="\ufeff\ufffe"
)


@given(st.text(TEXT, min_size=1))
def test_utf_8_is_decoded_unchanged(text):
    if text.strip():
        assert decode(text.encode()) == (text, "utf-8")
