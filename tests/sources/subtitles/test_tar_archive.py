"""Archives are hostile until read."""

import bz2
import gzip
import io
import tarfile
import tracemalloc
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.subtitles import tar_archive
from dialogue_etl.sources.subtitles.tar_archive import ArchiveError, members
from tests.conftest import ends_soon

FILES = {"1.txt": b"One. " * 400, "2/2-0.txt": b"Two. " * 400, "3/3.txt": b"Three. " * 300}
WHOLE_FILES = list(FILES.items())


def member(name, data=b"", **attributes):
    header = tarfile.TarInfo(name)
    header.size = len(data)
    for attribute, value in attributes.items():
        setattr(header, attribute, value)
    return header, io.BytesIO(data)


def tarred(files, mode="w", **rest):
    """The bytes of a tar file of names and data, or of headers and streams."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode, **rest) as out:
        for one in files.items() if isinstance(files, dict) else files:
            out.addfile(*(member(*one) if isinstance(one[0], str) else one))
    return made.getvalue()


def zipped(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return made.getvalue()


def read(folder, data, max_bytes=10_000):
    """Names and data of what comes before an error, and the error."""
    (folder / "in.tar").write_bytes(data)
    came = []
    try:
        for one in members(folder / "in.tar", max_bytes):
            came.append((one.name, one.data))  # noqa: PERF401 - what comes before an error counts
    except ArchiveError as error:
        return came, str(error)
    return came, ""


WHOLE = tarred(FILES)


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2"])
@pytest.mark.parametrize("layout", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_archives_of_all_kinds(tmp_path, mode, layout):
    files = FILES | {f"{'long/' * 100}1.txt": b"x"}
    assert read(tmp_path, tarred(files, mode, format=layout)) == (list(files.items()), "")


def test_one_packed_in_pieces_and_one_with_a_zip_file_in_it(tmp_path):
    assert read(tmp_path, bz2.compress(WHOLE[:1_000]) + bz2.compress(WHOLE[1_000:])) == (WHOLE_FILES, "")
    files = {**FILES, "last.zip": zipped(FILES)}
    assert read(tmp_path, tarred(files)) == (list(files.items()), "")


def test_a_packed_archive_that_is_cut_is_said_to_be(tmp_path):
    texts = {f"{n}.txt": str(hash(f"{n}")).encode() * 400 for n in range(1, 50)}
    for packed in (tarred(texts, "w:gz"), tarred(texts, "w:bz2")):
        for size in (1, len(packed) // 2, len(packed) - len(packed) // 8):
            assert "broken" in read(tmp_path, packed[:size])[1]


@given(st.dictionaries(st.integers(1, 99999).map(str), st.binary(max_size=2000), max_size=5))
def test_what_was_packed_comes_out(tmp_path_factory, files):
    assert read(tmp_path_factory.mktemp("tar"), tarred(files, "w:gz")) == (list(files.items()), "")


def test_a_member_beyond_the_limit_comes_without_its_data_which_is_not_held(tmp_path):
    packed = bz2.compress(tarred({"large": bytes(50_000_000), "1.txt": b"x"}))
    tracemalloc.start()
    try:
        assert read(tmp_path, packed) == ([("large", None), ("1.txt", b"x")], "")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE],
)
def test_links_devices_and_hostile_paths_lead_nowhere(tmp_path, kind):
    (tmp_path / "in").mkdir()
    (tmp_path / "secret").write_bytes(b"Secret.")
    hostile = member("1.txt", type=kind, linkname=str(tmp_path / "secret"))
    came, error = read(tmp_path / "in", tarred([hostile, ("../../2.txt", b"x"), ("/etc/3.txt", b"y")]))
    assert (came, error) == ([("../../2.txt", b"x"), ("/etc/3.txt", b"y")], "")
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["in.tar", "secret"]


@given(st.integers(1, len(WHOLE) - 1))
def test_of_a_truncated_archive_what_came_before_is_good_and_it_is_said(tmp_path_factory, size):
    came, error = read(tmp_path_factory.mktemp("tar"), WHOLE[:size])
    assert came == WHOLE_FILES[: len(came)]
    assert len(came) >= min(3, size // 3072)
    assert bool(error) or len(came) == 3
    if error:
        assert error.startswith("in.tar: broken")


@given(st.integers(0, 511), st.integers(1, 255))
def test_a_damaged_header_is_not_taken_for_the_end(tmp_path_factory, place, change):
    second = 512 + 2048  # where the second header begins
    damaged = bytearray(WHOLE)
    damaged[second + place] ^= change
    came, error = read(tmp_path_factory.mktemp("tar"), bytes(damaged))
    assert came[:1] == WHOLE_FILES[:1]
    assert error or len(came) == 3


@pytest.mark.parametrize("damage", [b"\xff" * 512, b"\0" * 512])
def test_a_header_that_is_overwritten_is_not_taken_for_the_end(tmp_path, damage):
    data = WHOLE[:2560] + damage + WHOLE[3072:]
    came, error = read(tmp_path, data)
    assert came == WHOLE_FILES[:1]
    assert "broken" in error


@pytest.mark.parametrize("data", [b"", b"x" * 5000, b"\x1f\x8b" + b"x" * 5000, zipped(FILES)])
def test_what_is_no_archive_is_said_to_be_none(tmp_path, data):
    came, error = read(tmp_path, data)
    assert came == []
    assert error.startswith("in.tar: broken")


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_what_unpacks_to_far_more_than_it_should_is_left(tmp_path, monkeypatch, pack):
    monkeypatch.setattr(tar_archive, "_MIN_LIMIT", 1_000_000)
    bomb = tarred({"1.txt": b"x", "junk": bytes(20_000_000), "2.txt": b"x"})
    came, error = read(tmp_path, pack(bomb))
    assert came == [("1.txt", b"x"), ("junk", None)]
    assert "unpacks to far more than it should" in error


@pytest.mark.parametrize(
    "kind",
    [
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.SOLARIS_XHDTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
    ],
)
def test_a_huge_extended_header_is_not_read(tmp_path, kind):
    huge = member("x", bytes(1_000_001), type=kind)
    came, error = read(tmp_path, tarred([("1.txt", b"x"), huge, ("2.txt", b"x")]))
    assert [name for name, _ in came] == ["1.txt"]
    assert "holds a header of 1,000,001 bytes" in error


@pytest.mark.parametrize("size", [b"-1", b"-512", b"-1024", b"999999999999", b"9" * 40, b"x"])
@ends_soon
def test_sizes_that_cannot_be_are_no_trouble_of_ours(tmp_path, size):
    pax = b"%d size=%b\n" % (len(size) + 9, size)
    data = tarred([member("pax", pax, type=tarfile.XHDTYPE), ("1.txt", b"x" * 600), ("2.txt", b"x")])
    came, error = read(tmp_path, data)
    assert error or len(came) == 2
