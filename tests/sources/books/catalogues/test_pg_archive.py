import bz2
import io
import tarfile
import tracemalloc

import pytest

from dialogue_etl.sources.books.catalogues import pg_archive, pg_records
from dialogue_etl.sources.books.catalogues.entries import CatalogueError, Entry, Unreadable
from tests.conftest import ends_soon
from tests.sources.books.catalogues.test_pg_records import record

NAME = "feeds/rdf-files.tar.bz2"


def path_of(number):
    return pg_records.record_path(str(number))


def tar(*members, **options):
    """An archive of (name or TarInfo, content)."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", **options) as archive:
        for name, data in members:
            header = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            header.size = header.size or len(data)
            archive.addfile(header, io.BytesIO(data))
    return out.getvalue()


def records(*numbers):
    return [(path_of(number), record(f"<dc:title>T{number}</dc:title>", number)) for number in numbers]


@pytest.fixture
def read(tmp_path):
    def from_bytes(data):
        (tmp_path / "archive").write_bytes(data)
        return list(pg_archive.read(tmp_path / "archive", NAME))

    return from_bytes


def test_each_record_is_an_entry_in_the_order_of_the_archive(read):
    found = read(bz2.compress(tar(*records(10, 2, 1342))))
    assert [(entry.id, entry.title) for entry in found] == [
        ("pg10", "T10"),
        ("pg2", "T2"),
        ("pg1342", "T1342"),
    ]


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT, tarfile.USTAR_FORMAT])
def test_every_form_of_tar_is_read(read, form):
    long = [(f"cache/{'x' * 90}/{'y' * 90}", b"other")] if form != tarfile.USTAR_FORMAT else []
    dated = tarfile.TarInfo(path_of(5))
    dated.mtime = 1.5  # has no place in the plain header
    data = tar(*long, *records(1), (dated, record("", 5)), format=form)
    assert [entry.id for entry in read(bz2.compress(data))] == ["pg1", "pg5"]


def test_an_archive_packed_in_pieces_is_read_whole(read):
    data = tar(*records(1, 2, 3))
    assert len(read(bz2.compress(data[:1_000]) + bz2.compress(data[1_000:]))) == 3


@pytest.mark.parametrize(
    "name",
    [
        "/cache/epub/1/pg1.rdf",
        "./cache/epub/1/pg1.rdf",
        "../cache/epub/1/pg1.rdf",
        "cache/epub/../epub/1/pg1.rdf",
        "cache/epub/1/pg2.rdf",
        "cache/epub/01/pg01.rdf",
        "cache/epub/1/pg1.rdf~",
        "cache/epub/DELETE-1/pg1.rdf",
        "pg1.rdf",
        "cache/epub/1/pg1.rdf\n",
    ],
)
def test_other_names_are_passed_over(read, name):
    assert [entry.id for entry in read(bz2.compress(tar((name, record("", 1)), *records(9))))] == ["pg9"]


@pytest.mark.parametrize(
    "kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE, tarfile.CHRTYPE]
)
def test_links_and_the_like_are_passed_over(read, kind):
    link = tarfile.TarInfo(path_of(1))
    link.type, link.linkname = kind, "/etc/passwd"
    assert [entry.id for entry in read(bz2.compress(tar((link, b""), *records(9))))] == ["pg9"]


def test_nothing_is_unpacked(read, tmp_path):
    read(bz2.compress(tar(*records(1))))
    assert [path.name for path in tmp_path.rglob("*")] == ["archive"]


def test_a_bad_record_is_told_of_and_the_rest_arrive(read):
    members = [(path_of(1), b"<broken"), *records(2), (path_of(3), b""), (path_of(4), record("", 5))]
    found = read(bz2.compress(tar(*members)))
    assert [entry.id for entry in found] == ["pg1", "pg2", "pg3", "pg4"]
    assert [type(entry) for entry in found] == [Unreadable, Entry, Unreadable, Unreadable]
    assert found[0].detail.startswith(f"{NAME}: cache/epub/1/pg1.rdf: not an RDF record: ")


def test_a_link_that_states_a_size_is_followed_by_nothing(read):
    link = tarfile.TarInfo(path_of(1))
    link.type, link.linkname, link.size = tarfile.SYMTYPE, "/etc/passwd", 700
    assert [entry.id for entry in read(bz2.compress(link.tobuf() + tar(*records(9))))] == ["pg9"]


def test_a_record_beyond_all_measure_is_told_of_without_being_held(read):
    members = [(path_of(1), b" " * (10 * pg_records.MAX_BYTES)), *records(2)]
    packed = bz2.compress(tar(*members))
    tracemalloc.start()
    try:
        found = read(packed)
        assert tracemalloc.get_traced_memory()[1] < 2 * pg_records.MAX_BYTES
    finally:
        tracemalloc.stop()
    assert found[0] == Unreadable("pg1", f"{NAME}: cache/epub/1/pg1.rdf: longer than 5,000,000 bytes")
    assert found[1].id == "pg2"


@pytest.mark.parametrize("share", [0, 0.01, 0.3, 0.5, 0.9, 0.999])
def test_an_archive_cut_short_is_loud(read, share):
    data = bz2.compress(tar(*records(*range(1, 60))))
    with pytest.raises(CatalogueError, match=f"^{NAME}: cut short after "):
        read(data[: int(len(data) * share)])


@pytest.mark.parametrize("blocks", [2, 3, 5])
def test_an_archive_cut_short_before_it_was_packed_is_loud(read, blocks):
    data = tar(*records(*range(1, 60)))
    with pytest.raises(CatalogueError, match="cut short after"):
        read(bz2.compress(data[: blocks * 512]))


@pytest.mark.parametrize("damage", [b"\xff" * 512, b"\0" * 512])
def test_a_damaged_header_is_loud(read, damage):
    data = bytearray(tar(*records(*range(1, 60))))
    place = data.index(path_of(30).encode())
    data[place : place + 512] = damage
    with pytest.raises(CatalogueError, match="damaged after 29 members"):
        read(bz2.compress(bytes(data)))


@pytest.mark.parametrize("data", [b"<!DOCTYPE html>", b"\x1f\x8b\0\0", b"PK\x03\x04"])
def test_another_file_is_a_sentence(read, data):
    with pytest.raises(CatalogueError, match=f"^{NAME}: not packed by bzip2"):
        read(data * 100)


def test_an_archive_without_records_is_a_sentence(read):
    with pytest.raises(CatalogueError, match="no record among its 1 members"):
        read(bz2.compress(tar(("readme.txt", b"Hello"))))


def test_without_the_file_there_is_a_sentence(tmp_path):
    with pytest.raises(CatalogueError, match=f"^{NAME}: No such file"):
        list(pg_archive.read(tmp_path / "none", NAME))


def test_more_members_or_bytes_than_there_can_be_are_refused(read, monkeypatch):
    packed = bz2.compress(tar(*records(1, 2, 3)))
    monkeypatch.setattr(pg_archive, "_MAX_MEMBERS", 2)
    with pytest.raises(CatalogueError, match="more than 2 members"):
        read(packed)
    monkeypatch.setattr(pg_archive, "_MAX_MEMBERS", 9)
    monkeypatch.setattr(pg_archive, "_MAX_BYTES", 3_000)
    with pytest.raises(CatalogueError, match="more than 3,000 bytes"):
        read(packed)


@pytest.mark.parametrize("kind", [tarfile.XHDTYPE, tarfile.XGLTYPE, tarfile.GNUTYPE_LONGNAME])
@ends_soon
def test_a_header_that_announces_gigabytes_is_not_held(read, kind):
    header = tarfile.TarInfo("bomb")
    header.type, header.size = kind, 200_000_000
    packer = bz2.BZ2Compressor()
    packed = packer.compress(header.tobuf())
    for _ in range(200):
        packed += packer.compress(b"\0" * 1_000_000)
    packed += packer.compress(tar(*records(1))) + packer.flush()
    assert [entry.id for entry in read(packed)] == ["pg1"]


def test_a_negative_size_is_damage(read):
    header = bytearray(tarfile.TarInfo(path_of(1)).tobuf(tarfile.GNU_FORMAT))
    header[124:136] = b"\xff" * 12  # -1 in base 256
    header[148:156] = b" " * 8
    header[148:156] = b"%06o\0 " % sum(header)
    with pytest.raises(CatalogueError, match="damaged after 0 members: negative size"):
        read(bz2.compress(bytes(header) + b"\0" * 1024))
