"""Several encodings in one file, unknown encodings, and files that take long to detect."""

import contextlib

import pytest

from dialogue_etl.text.encoding import UndecodableError, decode
from tests.conftest import ends_soon
from tests.text.test_encoding import HUNGARIAN, declared

CAFE = "Le café est fermé à Évry."


@pytest.mark.parametrize(
    ("label", "codec", "name"),
    [(None, "cp1252", "cp1252"), ("ISO-8859-1", "latin-1", "cp1252"), ("UTF-8", "cp1252", "cp1252")],
)
def test_lines_in_two_encodings_are_decoded_each_in_its_own(label, codec, name):
    head = f"Character set encoding: {label}\n" if label else ""
    lines = [f"{CAFE}\n".encode(encoding) for encoding in ("utf-8", codec, codec, "utf-8")] * 20
    assert decode(head.encode() + b"".join(lines)) == (head + f"{CAFE}\n" * 80, f"utf-8+{name}")


@pytest.mark.parametrize(
    ("label", "codec", "text", "beside", "name"),
    [
        ("ISO-8859-2", "iso8859-2", HUNGARIAN.replace("–", "-") * 9, HUNGARIAN * 9, "utf-8+iso8859-2"),
        ("ISO-8859-1", "latin-1", "»Schön«, rief er.\n" * 99 + "Das Schloß»\n", "", "cp1252"),
        ("GBK", "gbk", "“很好，”她说。\n" * 50, "", "gbk"),
    ],
)
def test_lines_that_are_not_utf_8_are_in_the_declared_encoding(label, codec, text, beside, name):
    # In the second one `ß»` is a letter in UTF-8, which does not make the file a mixed one.
    decoded, found = decode(declared(label, text, codec) + beside.encode())
    assert (decoded.endswith(text + beside), found) == (True, name)


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("cut", [0, 1])
def test_utf_16_without_byte_order_mark(codec, cut):
    data = (HUNGARIAN * 5).encode(codec)
    text, name = decode(data[: len(data) - cut])
    assert name == codec
    assert text.startswith(HUNGARIAN * 4)


@pytest.mark.parametrize("name", ["utf-16", "utf-32"])
def test_a_marked_text_cut_inside_its_last_character_loses_that_character_alone(name):
    data = (HUNGARIAN * 5).encode(name)
    assert decode(data[:-1]) == ((HUNGARIAN * 5)[:-1] + "\ufffd", name)


@pytest.mark.parametrize("name", ["UTF-16", "utf-32"])
def test_a_readable_header_does_not_declare_utf_16(name):
    assert "Le café est fermé" in decode(declared(name, f"{CAFE}\n" * 99, "cp1252"))[0]


@pytest.mark.parametrize("control", ["\x01", "\x08", "\x1b", "\x7f", "\x80", "\x9f"])
@pytest.mark.parametrize("codec", ["utf-8", "utf-16"])
def test_a_text_has_few_control_characters(control, codec):
    few = "Is it far? " * 100 + control * 10
    assert decode(few.encode(codec))[0] == few
    with pytest.raises(UndecodableError, match=r"binary: \d+% of it are control characters"):
        decode((few + control * 100).encode(codec))


def test_a_large_file_is_detected_by_a_sample():
    text = "Az öreg révész a túlparton várta a fiút, és nem szólt semmit. " * 40_000
    decoded, name = decode(text.encode("cp1250"))
    assert len(decoded) == len(text)
    assert name != "utf-8"
    assert decoded.count("révész") == 40_000


@pytest.mark.parametrize(
    "data",
    [
        b"a" * 20_000_000,
        b" " * 20_000_000 + b"a",
        b"\n" * 20_000_000 + b"a",
        "é".encode() * 10_000_000,
        b"caf\xe9 " * 4_000_000,
        ("é".encode() + b"\n\xe9\n") * 100_000,
        bytes(range(128, 256)) * 100_000,
        b"\xc2\x80a" * 5_000_000,
        b"<!--" * 5_000_000,
        b"Character set encoding: " * 800_000 + b"\xe9",
    ],
    ids=lambda data: repr(data[:6]),
)
@ends_soon
def test_time_is_linear_in_size(data):
    with contextlib.suppress(UndecodableError):
        decode(data)
