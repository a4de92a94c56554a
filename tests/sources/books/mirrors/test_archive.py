"""Archives are hostile until read; nothing is written but to the store."""

import gzip
import io
import tarfile
import zipfile
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.books.mirrors import archive
from dialogue_etl.sources.books.mirrors.archive import ArchiveError, texts
from tests.conftest import ends_soon

BOOKS = {"cache/epub/1/pg1.txt": b"One. " * 400, "2/2-0.txt": b"Two. " * 400, "3/3.txt": b"Three. " * 400}

FOUND = [
    ("1", 0, "cache/epub/1/pg1.txt", BOOKS["cache/epub/1/pg1.txt"]),
    ("2", 1, "files/2/2-0.txt", BOOKS["2/2-0.txt"]),
    ("3", 3, "files/3/3.txt", BOOKS["3/3.txt"]),
]


def member(name, data=b"", **attributes):
    header = tarfile.TarInfo(name)
    header.size = len(data)
    for attribute, value in attributes.items():
        setattr(header, attribute, value)
    return header, io.BytesIO(data)


def tarred(members, mode="w", **rest):
    """The bytes of a tar file of names and data, or of headers and streams."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode=mode, **rest) as out:
        for one in members.items() if isinstance(members, dict) else members:
            out.addfile(*(member(*one) if isinstance(one[0], str) else one))
    return made.getvalue()


def zipped(files, **rest):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
    return made.getvalue()


def put(folder, data, name="txt-files.tar"):
    (folder / name).write_bytes(data)
    return folder / name


def read(folder, data, wanted=None):
    """What comes before an error, and the error."""
    came = []
    try:
        for one in texts(put(folder, data), wanted):
            came.append(one)  # noqa: PERF402 - what comes before an error counts
    except ArchiveError as error:
        return came, str(error)
    return came, ""


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2"])
@pytest.mark.parametrize("layout", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT])
def test_archives_of_all_kinds(tmp_path, mode, layout):
    assert read(tmp_path, tarred(BOOKS, mode, format=layout)) == (FOUND, "")


@pytest.mark.parametrize("extra", [{}, {"readme.txt": b"x"}])
def test_a_tar_file_in_a_zip_file(tmp_path, extra):
    assert read(tmp_path, zipped({"txt-files.tar": tarred(BOOKS), **extra})) == (FOUND, "")


def test_of_books_nobody_wants_only_the_name_comes(tmp_path):
    assert [(number, bool(data)) for number, _, _, data in read(tmp_path, tarred(BOOKS), {"2"})[0]] == [
        ("1", False),
        ("2", True),
        ("3", False),
    ]


@given(st.dictionaries(st.integers(1, 99999).map(str), st.binary(min_size=1, max_size=2000), max_size=5))
def test_what_was_packed_comes_out(tmp_path_factory, books):
    packed = tarred({f"{number}/{number}-8.txt": data for number, data in books.items()}, "w:gz")
    came, error = read(tmp_path_factory.mktemp("tar"), packed)
    assert ({number: data for number, _, _, data in came}, error) == (books, "")


@pytest.mark.parametrize("name", ["../../1.txt", "/etc/1.txt", "a/../../../1.txt", "1.txt", "\u202e/1.txt"])
def test_a_hostile_path_is_but_a_number(tmp_path, name):
    (tmp_path / "in").mkdir()
    assert read(tmp_path / "in", tarred({name: b"x"})) == ([("1", 3, "files/1/1.txt", b"x")], "")
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["txt-files.tar"]


@pytest.mark.parametrize(
    "kind",
    [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE],
)
def test_what_is_no_plain_file_is_no_book(tmp_path, kind):
    (tmp_path / "secret").write_bytes(b"Secret.")
    hostile = member("1.txt", type=kind, linkname=str(tmp_path / "secret"))
    assert read(tmp_path, tarred([hostile, ("2/2-0.txt", BOOKS["2/2-0.txt"])])) == ([FOUND[1]], "")


@pytest.mark.parametrize(("size", "taken"), [(1000, True), (1001, False)])
def test_a_text_has_a_largest_size(tmp_path, monkeypatch, size, taken):
    monkeypatch.setattr(archive, "MAX_BYTES", 1000)
    came, error = read(tmp_path, tarred({"1.txt": bytes(size), "2.txt": b"x"}))
    assert [(number, len(data)) for number, _, _, data in came] == [("1", size if taken else 0), ("2", 1)]
    assert error == ""


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_several_files_of_a_book_keep_their_ranks(tmp_path, order):
    names = ["cache/epub/7/pg7.txt", "7/7-0.txt", "7/7-8.txt"]
    came, _ = read(tmp_path, tarred({names[place]: b"%d" % place for place in order}))
    assert [(rank, data) for _, rank, _, data in came] == [(place, b"%d" % place) for place in order]


WHOLE = tarred(BOOKS)


@given(st.integers(1, len(WHOLE) - 1))
def test_of_a_truncated_archive_what_came_before_is_had_and_it_is_said(tmp_path_factory, size):
    came, error = read(tmp_path_factory.mktemp("tar"), WHOLE[:size])
    assert came == FOUND[: len(came)]
    end = 3 * (512 + 2048 + 512 - 512)
    assert len(came) >= min(3, size // 3072)
    # From the first block of zeros on nothing is missing.
    assert bool(error) == (size < end + 3 * 512 + 512) or len(came) == 3
    if error:
        assert error.startswith("txt-files.tar: broken")


@pytest.mark.parametrize("mode", ["w:gz", "w:bz2"])
def test_a_truncated_packed_archive_is_said_to_be_broken(tmp_path, mode):
    packed = tarred({f"{n}.txt": bytes(str(hash(f"{n}")), "ascii") * 500 for n in range(1, 50)}, mode)
    for size in (1, len(packed) // 2, len(packed) - len(packed) // 8):
        assert "broken" in read(tmp_path, packed[:size])[1]


@given(st.integers(0, 511), st.integers(1, 255))
def test_a_damaged_header_is_not_taken_for_the_end(tmp_path_factory, place, change):
    second = 512 + 2048  # where the second header begins
    damaged = bytearray(WHOLE)
    damaged[second + place] ^= change
    came, error = read(tmp_path_factory.mktemp("tar"), bytes(damaged))
    assert came[:1] == FOUND[:1]
    assert error or [one[0] for one in came] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "broken"),
        (b"x" * 5000, "broken"),
        (b"\x1f\x8b" + b"x" * 5000, "broken"),
        (zipped({}), "holds 0 tar files, not one"),
        (zipped({"a.tar": WHOLE, "b.tar": WHOLE}), "holds 2 tar files, not one"),
        (zipped({"a.tar": b""}), "broken"),
        (zipped({"a.tar": WHOLE})[:-300], "broken"),
    ],
)
def test_what_is_no_archive_is_said_to_be_none(tmp_path, data, said):
    came, error = read(tmp_path, data)
    assert came == []
    assert error.startswith("txt-files.tar: ")
    assert said in error


def test_an_encrypted_archive_is_a_reason(tmp_path):
    data = bytearray(zipped({"a.tar": WHOLE}))
    data[6] |= 1  # the flag of encryption (APPNOTE 4.4.4), in the file's header
    data[data.rindex(b"PK\x01\x02") + 8] |= 1  # and in the directory
    assert "encrypted" in read(tmp_path, bytes(data))[1]


def test_a_damaged_zip_file_is_a_reason(tmp_path):
    data = bytearray(zipped({"a.tar": WHOLE}))
    data[60] ^= 255
    assert "broken" in read(tmp_path, bytes(data))[1]


@pytest.mark.parametrize("pack", [gzip.compress, lambda data: zipped({"a.tar": data})])
def test_what_unpacks_to_far_more_than_it_should_is_left(tmp_path, monkeypatch, pack):
    monkeypatch.setattr(archive, "_MIN_LIMIT", 1_000_000)
    bomb = tarred({"1.txt": b"x", "junk": bytes(20_000_000), "2.txt": b"x"})
    came, error = read(tmp_path, pack(bomb))
    assert [one[0] for one in came] == ["1"]
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
    assert [one[0] for one in came] == ["1"]
    assert "holds a header of 1,000,001 bytes" in error


def test_long_names_are_no_trouble(tmp_path):
    for layout in (tarfile.PAX_FORMAT, tarfile.GNU_FORMAT):
        came, error = read(tmp_path, tarred({f"{'long/' * 100}1.txt": b"x"}, format=layout))
        assert (came, error) == ([("1", 3, "files/1/1.txt", b"x")], "")


@pytest.mark.parametrize("size", [b"-1", b"-512", b"-1024", b"999999999999", b"9" * 40, b"x"])
@ends_soon
def test_sizes_that_cannot_be_are_no_trouble_of_ours(tmp_path, size):
    pax = b"%d size=%b\n" % (len(size) + 9, size)
    data = tarred([member("pax", pax, type=tarfile.XHDTYPE), ("1.txt", b"x" * 600), ("2.txt", b"x")])
    came, error = read(tmp_path, data)
    assert error or len(came) == 2
