import bz2
import gzip
import lzma

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads import decoding
from dialogue_etl.sources.threads.adapters.json_values import ALL, json_rows
from dialogue_etl.sources.threads.adapters.records import Line

ZH = "今天天气很好，我们去公园吧。\n" * 20
MUCH = "".join(f"{n * n}，今天天气很好。\n" for n in range(40_000))  # of which a bzip2 block is a part


def zstd(data):
    """Two frames, the second with the window of Reddit's dumps."""
    far = zstandard.ZstdCompressionParameters(window_log=31, hash_log=6, chain_log=6, strategy=1)
    half, packer = len(data) // 2, zstandard.ZstdCompressor(compression_params=far).compressobj()
    packed = zstandard.compress(data[:half]) + packer.compress(data[half:]) + packer.flush()
    assert (
        zstandard.get_frame_parameters(packed[packed.rindex(zstandard.FRAME_HEADER) :]).window_size == 1 << 31
    )
    return packed


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress, lzma.compress, zstd])
def test_files_are_unpacked_and_a_cut_archive_says_so(tmp_path, pack):
    path = tmp_path / "x"
    path.write_bytes(pack(ZH.encode()))
    assert b"".join(decoding.chunks(path)).decode() == ZH
    if pack is not bytes:
        path.write_bytes(pack(MUCH.encode())[:-5])
        found = b""
        with pytest.raises(decoding.CutError, match="cut off or damaged"):
            for piece in decoding.chunks(path):
                found += piece
        # bzip2 and zstd unpack a block at a time; the others lose no more than the last few bytes
        assert MUCH.encode().startswith(found)
        assert len(found) > len(MUCH.encode()) / 3


@pytest.mark.parametrize(
    ("data", "language", "codec"),
    [
        (ZH.encode(), "zh", "utf-8"),
        (ZH.encode()[:100], "zh", "utf-8"),  # cut in a character
        (ZH.encode("gb18030"), "zh", "gb18030"),
        (ZH.encode("gb18030"), "zh-Hant", "gb18030"),
        ("今天天氣很好，我們去公園吧。\n".encode("big5"), "zh", "big5hkscs"),
        ("你不是說要來嗎？\n".encode("big5") * 9, "zh-Hant", "big5hkscs"),
        (ZH.encode("big5", "ignore"), "zh-Hans", "big5hkscs"),
        (ZH.encode("utf-16"), "zh", "utf-16"),
        (b"plain ascii\n", "en", "utf-8"),
        (ZH.encode() + b"\xff\n", "zh", "utf-8"),
    ],
)
def test_codec(data, language, codec):
    assert decoding.codec_of(data, language) == codec


def test_a_stated_encoding_is_not_doubted():
    assert decoding.codec_of(ZH.encode(), "zh", "Big5") == "big5"
    assert decoding.codec_of(ZH.encode("utf-16"), "zh", "UTF16") == "utf-16"
    with pytest.raises(decoding.UnusableError, match="the file is empty: leave it out, or get it again"):
        decoding.codec_of(b" ", "zh", "big5")


def test_a_text_in_one_byte_characters_is_no_gb_18030():
    text = "Grüße aus Köln, schöne Tage\n" * 9
    assert text.encode("latin-1").decode(decoding.codec_of(text.encode("latin-1"), "de")) == text


@given(
    st.text(st.characters(codec="utf-8"), max_size=60),
    st.integers(1, 9),
    st.sampled_from(["utf-8", "utf-16"]),
)
def test_lines_of_any_pieces(text, size, codec):
    data = text.encode(codec)
    pieces = (data[start : start + size] for start in range(0, len(data), size))
    found = list(decoding.lines(pieces, codec))
    expected = text.removeprefix("\ufeff").split("\n")
    expected = [line.removesuffix("\r") for line in (expected[:-1] if not expected[-1] else expected)]
    assert [line.text for line in found] == expected
    assert [line.number for line in found] == list(range(1, len(found) + 1))
    assert not any(line.problem for line in found)


JSON_LINES = (
    b'{"a": "\xe5\xa5\xbd"}',
    b"[1, 2]\r",
    b"\xef\xbb\xbf{}",
    b"",
    b" \t",
    b"\xe3\x80\x80",
    b'{"a": ',
    b"\xff1",
    b"1\x00",
)


@given(st.lists(st.sampled_from(JSON_LINES) | st.binary(max_size=9)), st.sampled_from(["utf-8", "gb18030"]))
def test_json_is_the_same_whether_its_lines_are_decoded_or_not(lines, codec):
    data = b"\n".join(lines)
    assert list(decoding.json_rows(iter([data]), codec, ALL)) == list(
        json_rows(decoding.lines(iter([data]), codec), ALL)
    )


@pytest.mark.parametrize("size", [1, 7, 100])
def test_long_lines_and_foreign_ones(monkeypatch, size):
    monkeypatch.setattr(decoding, "LONGEST_LINE", 20)
    data = b"short\n" + b" " * 50 + b"\nb\xff\nend" + b"x" * 30
    pieces = (data[start : start + size] for start in range(0, len(data), size))
    assert list(decoding.lines(pieces, "utf-8")) == [
        Line(1, "short"),
        Line(2, "", "longer than 20 bytes"),
        Line(3, "", "not utf-8: invalid start byte at byte 2"),
        Line(4, "", "longer than 20 bytes"),
    ]


def test_a_line_of_fifty_megabytes_of_blanks_is_not_held():
    pieces = iter([b" " * (1 << 20)] * 50 + [b"\nnext\n"])
    first, second = decoding.lines(pieces, "utf-8")
    assert (first.text, first.problem, second.text) == ("", "longer than 10,000,000 bytes", "next")
