import gzip
import io
import random
import tarfile
import zipfile

import pytest

from dialogue_etl.core import shards
from dialogue_etl.sources.quarantine import TooManyError
from dialogue_etl.sources.subtitles import archive, read
from tests.conftest import ends_soon, tree
from tests.sources.subtitles.building import add, balanced, made, xml, zipped

META = (
    "<source><year>1999</year><genre>Drama</genre></source><conversion><sentences>2</sentences></conversion>"
)
GOOD = xml(["one two", "three."], META)
SRT = b"1\n00:00:01,000 --> 00:00:02,500\nHello.\n"


def opus(**films):
    """Members of an archive: `tt12_3="text"` is subtitle 3 of film 12."""
    return {
        f"OpenSubtitles/xml/en/1999/{name[2:].replace('_', '/')}.xml": data for name, data in films.items()
    }


def test_films_and_sentences(tmp_path):
    add(
        tmp_path / "library",
        {"en.zip": zipped(opus(tt417_9=GOOD)), "talk.srt": SRT, "zipped.xml.gz": gzip.compress(GOOD)},
    )
    build = made(tmp_path).run("download", "read")
    films = {row["id"]: row for row in build.rows("read", "en", "films")}
    assert sorted(films) == ["talk:talk", "tt0000417:9", "zipped:zipped"]
    film = films["tt0000417:9"]
    assert (film["film_id"], film["year"], film["genres"], film["sentences"]) == (
        "tt0000417",
        1999,
        ["Drama"],
        2,
    )
    assert (film["stated_sentences"], film["blocks"], film["tokens"], film["damaged"]) == (2, 2, 3, False)
    assert (film["url"], film["corpus"], film["rights"]) == (
        "en.zip/OpenSubtitles/xml/en/1999/417/9.xml",
        "library",
        "CC0",
    )
    assert film["sha256"] == films["zipped:zipped"]["sha256"]
    assert films["talk:talk"]["encoding"] == "utf-8"
    rows = [row for row in build.rows("read", "en", "sentences") if row["source_id"] == "tt0000417:9"]
    assert [(row["number"], row["text"], row["block"], row["start_ms"], row["end_ms"]) for row in rows] == [
        (1, "one two", 1, 3_000, 5_000),
        (2, "three.", 2, 6_000, 8_000),
    ]
    assert build.metrics("read", "en") == {
        "files_in": 3,
        "films": 3,
        "damaged": 0,
        "blocks": 5,
        "lines_in": 5,
        "lines": 5,
        "sentences": 5,
        "masked": 0,
        "dropped": {},
    }


def test_lines_that_are_not_read_are_counted_by_reason(tmp_path):
    rolled = b"WEBVTT\n\n00:01.000 --> 00:02.000\none,\n\n00:02.000 --> 00:03.000\none,\ntwo.\n"
    wordless = GOOD.replace(b"<meta>", b'<s id="3"></s><meta>')
    cut = SRT + b"\n2\n00:00:03,000 --> soon\nHo.\n\n" + SRT.replace(b"Hello", b"Bye")
    add(tmp_path / "library", {"rolled.vtt": rolled, "wordless.xml": wordless, "cut.srt": cut})
    figures = made(tmp_path).run("download", "read").metrics("read", "en")
    left_out = {"damaged": 3, "empty": 1, "repeated": 1}
    assert figures["dropped"] == {"lines": left_out}
    assert (figures["lines_in"], figures["lines"]) == (6 + sum(left_out.values()), 6)


def test_rows_lie_in_the_shard_of_their_file(tmp_path):
    add(tmp_path / "library", {"en.zip": zipped(opus(**{f"tt{n}_{n}": GOOD for n in range(1, 40)}))})
    build = made(tmp_path).run("download", "read")
    for table, name in (("films", "id"), ("sentences", "source_id")):
        for index, path in enumerate(shards.shard_paths(build.stages / "read" / "en", table)):
            ids = [row[name] for row in shards.read_shard(path)]
            assert ids == sorted(ids)
            assert {shards.shard_of(id, 3) for id in ids} == {index}


HOSTILE = {
    "../../evil/1999/1/1.xml": "its name leads out",
    "/etc/1999/1/2.xml": "its name leads out",
    "xml\\..\\1999/1/3.xml": "its name leads out",
    "README": "no XML",
    "INFO/about.xml": "not named YEAR/FILM/SUBTITLE.xml",
    "xml/en/1999/5/page.xml": "no document of OPUS",
    "xml/en/1999/6/empty.xml": "the file is empty",
    "xml/en/1999/7/bomb.xml": "unpacks to more than",
    "xml/en/1999/8/bomb.xml.gz": "unpacks to more than",
    "xml/en/1999/9/broken.xml.gz": "cut off or damaged",
}


@ends_soon
def test_hostile_members_are_named_and_the_others_read(tmp_path):
    blanks = b"<document><s>" + b" " * 5_000_000
    bytes_of = {
        "page.xml": b"<html><s>x</s></html>",
        "empty.xml": b"",
        "bomb.xml": blanks,
        "bomb.xml.gz": gzip.compress(blanks),
        "broken.xml.gz": gzip.compress(GOOD)[:12] + b"\xff" * 30,
    }
    files = {name: bytes_of.get(name.rsplit("/", 1)[-1], GOOD) for name in HOSTILE}
    add(tmp_path / "library", {"en.zip": zipped({**files, **opus(tt1_1=GOOD)})})
    build = made(tmp_path).run("download", "read")
    details = {row["detail"] for row in build.rows("read", "en", "drops")}
    assert len(details) == len(HOSTILE)
    for name, says in HOSTILE.items():
        assert any(name in detail and says in detail for detail in details), (name, details)
    assert [row["id"] for row in build.rows("read", "en", "films")] == ["tt0000001:1"]
    assert build.metrics("read", "en")["dropped"]["files"] == {"cut": 1, "other": 1, "unusable": 8}
    assert not list(tmp_path.rglob("evil"))


def broken_zip(kind):
    data = bytearray(zipped(opus(tt1_1=GOOD, tt2_2=xml(["other words"] * 50))))
    if kind == "encrypted":
        place = data.index(b"PK\x01\x02")
        data[place + 8] |= 1
    elif kind == "flipped":
        place = data.index(b"1.xml") + 20
        data[place] ^= 0xFF
    elif kind == "method":
        data[data.index(b"PK\x01\x02") + 10] = 99
    return bytes(data)


@pytest.mark.parametrize(
    ("kind", "reason"), [("encrypted", "unusable"), ("flipped", "cut"), ("method", "cut")]
)
def test_a_member_that_can_not_be_unpacked(tmp_path, kind, reason):
    add(tmp_path / "library", {"en.zip": broken_zip(kind)})
    build = made(tmp_path).run("download", "read")
    (drop,) = build.rows("read", "en", "drops")
    assert (drop["id"], drop["reason"]) == ("tt0000001:1", reason)
    assert [row["id"] for row in build.rows("read", "en", "films")] == ["tt0000002:2"]


def test_archives_that_are_none(tmp_path):
    good = zipped(opus(tt1_1=GOOD))
    add(
        tmp_path / "library",
        {"cut.zip": good[:-30], "text.zip": b"no zip", "good.zip": good, "text.tar.gz": b"no tar"},
    )
    build = made(tmp_path).run("download", "read")
    assert {row["id"]: row["reason"] for row in build.rows("read", "en", "drops")} == {
        "cut.zip": "unusable",
        "text.zip": "unusable",
        "text.tar.gz": "cut",
    }
    assert build.metrics("read", "en")["films"] == 1


def tarred(files, mode="w:gz"):
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode=mode) as made_tar:
        for name, data in files.items():
            header = tarfile.TarInfo(name)
            header.size = len(data)
            made_tar.addfile(header, io.BytesIO(data))
        link = tarfile.TarInfo("xml/en/1999/3/3.xml")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        made_tar.addfile(link)
    return held.getvalue()


@pytest.mark.parametrize(("name", "mode"), [("en.tar", "w"), ("en.tar.gz", "w:gz"), ("en.tar.bz2", "w:bz2")])
def test_a_tar_gives_what_a_zip_gives(tmp_path, name, mode):
    files = opus(tt1_1=GOOD, tt2_2=xml(["other"]))
    packed = {f"{member}.gz": gzip.compress(data, mtime=0) for member, data in opus(tt4_4=GOOD).items()}
    add(tmp_path / "tar" / "library", {name: tarred({**files, **packed}, mode)})
    add(tmp_path / "zip" / "library", {"en.zip": zipped({**files, **packed})})
    one, other = (made(tmp_path / kind).run("download", "read") for kind in ("tar", "zip"))
    for table in ("films", "sentences"):
        rows = [[{**row, "url": ""} for row in build.rows("read", "en", table)] for build in (one, other)]
        assert rows[0] == rows[1]
    assert one.metrics("read", "en")["films"] == 3


def test_a_tar_that_is_cut_off_is_read_as_far_as_it_goes(tmp_path):
    files = opus(**{f"tt{n}_{n}": xml([f"{random.Random(n).random()}"] * 3) for n in range(1, 200)})
    add(tmp_path / "library", {"en.tar": tarred(files, "w")[:60_000]})
    build = made(tmp_path).run("download", "read")
    (drop,) = build.rows("read", "en", "drops")
    assert (drop["id"], drop["reason"]) == ("en.tar", "cut")
    assert 10 < build.metrics("read", "en")["films"] < 199


def test_gzip_that_ends_too_early_is_read_as_far_as_it_goes(tmp_path):
    dice = random.Random(0)
    whole = gzip.compress(xml([dice.randbytes(300).hex() for _ in range(200)], META))
    half = whole[: len(whole) // 2]
    add(
        tmp_path / "library",
        {"a.zip": zipped({"xml/en/1999/1/1.xml.gz": half}), "b.xml.gz": half, "c.xml.gz": whole[:30]},
    )
    build = made(tmp_path).run("download", "read")
    films = {row["id"]: row for row in build.rows("read", "en", "films")}
    assert sorted(films) == ["b:b", "tt0000001:1"]
    for film in films.values():
        assert film["damaged"]
        assert 50 < film["sentences"] < 150
    assert {row["id"]: row["reason"] for row in build.rows("read", "en", "drops")} == {"c:c": "cut"}


def test_files_that_are_gone_or_changed(tmp_path):
    add(
        tmp_path / "library",
        {"gone.srt": SRT, "changed.srt": SRT, "good.srt": SRT, "packed.xml.gz": b"\x1f\x8bxx"},
    )
    (tmp_path / "library" / "gone.srt").unlink()
    (tmp_path / "library" / "changed.srt").write_bytes(SRT.replace(b"Hello", b"Bye"))
    build = made(tmp_path).run("download", "read")
    assert {row["id"]: row["reason"] for row in build.rows("read", "en", "drops")} == {
        "gone.srt": "missing",
        "changed:changed": "unusable",
        "packed:packed": "cut",
    }
    (tmp_path / "library" / "changed.srt").write_bytes(SRT)
    assert build.run("read").metrics("read", "en")["films"] == 2


def test_the_same_file_twice_and_banned_ones(tmp_path):
    one, two = (
        zipped(opus(tt1_1=GOOD, tt2_2=GOOD)),
        zipped(opus(tt1_1=xml(["other"]), tt3_3=GOOD, tt3_4=GOOD)),
    )
    add(tmp_path / "library", {"a.zip": one, "b.zip": two})
    build = made(tmp_path, {"subtitles.banned": ["tt0000002", "tt0000003:4"]}).run("download", "read")
    assert sorted((row["id"], row["reason"]) for row in build.rows("read", "en", "drops")) == [
        ("tt0000001:1", "duplicate"),
        ("tt0000002:2", "banned"),
        ("tt0000003:4", "banned"),
    ]
    assert sorted(row["id"] for row in build.rows("read", "en", "films")) == ["tt0000001:1", "tt0000003:3"]


def test_too_much_that_can_not_be_read_stops_the_stage(tmp_path):
    add(tmp_path / "library", {"a.srt": SRT, "b.srt": b"", "c.srt": b"", "d.srt": SRT})
    with pytest.raises(TooManyError, match=r"subtitles\.max_quarantined is 0\.4, but 2 of 4 files \(en\)"):
        made(tmp_path, {"subtitles.max_quarantined": 0.4}).run("download", "read")
    assert not (tmp_path / "data" / "subtitles" / "read").exists()
    build = made(tmp_path, {"subtitles.max_quarantined": 0.5}).run("download", "read")
    assert build.metrics("read", "en")["films"] == 2


def many(count=120):
    dice = random.Random(1)
    said = ["What?", "I never said that.", "- Go on.", "you & me", "It's late, and"]
    return opus(
        **{
            f"tt{n // 2 + 1}_{n + 1}": xml([dice.choice(said) for _ in range(20)], META, raw=n % 3 == 0)[
                : None if n % 10 else -90
            ]
            for n in range(count)
        }
    )


def test_bytes_depend_on_neither_workers_nor_order(tmp_path):
    files = many()
    add(tmp_path / "one" / "library", {"en.zip": zipped(files)})
    add(tmp_path / "two" / "library", {"en.zip": zipped(dict(reversed(files.items())))})
    one = made(tmp_path / "one").run("download", "read", "films")
    two = made(tmp_path / "two", workers=2, alone_below=0).run("download", "read", "films")
    assert tree(one.stages) == tree(two.stages)
    assert tree(one.folder / "metrics") == tree(two.folder / "metrics")
    balanced(one)
    assert one.metrics("read", "en")["damaged"] == 12


def test_a_shard_without_changes_is_not_read_again(tmp_path, monkeypatch):
    files = many()
    add(tmp_path / "library", {"en.zip": zipped(files)})
    build = made(tmp_path).run("download", "read")
    asked = []
    real = read.read_entry
    monkeypatch.setattr(
        read, "read_entry", lambda entry, *args, **kw: asked.append(entry.id) or real(entry, *args, **kw)
    )
    add(tmp_path / "library", {"en.zip": zipped({**files, **opus(tt900_900=GOOD)})})
    build.run("read")
    (mine,) = {shards.shard_of("tt0000900:900", 3)}
    assert asked
    assert {shards.shard_of(id, 3) for id in asked} == {mine}


class KilledError(BaseException):
    """In place of a signal."""


def test_killed_and_resumed_gives_the_same_bytes(tmp_path, monkeypatch):
    files = zipped(many())
    for name in ("whole", "killed"):
        add(tmp_path / name / "library", {"en.zip": files})
    whole = made(tmp_path / "whole").run("download", "read")
    build = made(tmp_path / "killed").run("download")
    asked, real = [], read.read_entry

    def dies(entry, *args, **options):
        asked.append(entry.id)
        if len(asked) == 100:
            raise KilledError
        return real(entry, *args, **options)

    monkeypatch.setattr(read, "read_entry", dies)
    with pytest.raises(KilledError):
        build.run("read")
    assert not (build.stages / "read").exists() or not list((build.stages / "read").iterdir())
    first = len(asked)
    build.run("read")
    assert tree(build.stages) == tree(whole.stages)
    assert len(asked) - first < 120 - 30  # a shard or two were finished


def test_places_in_opus():
    assert archive.place_of("xml/en/1902/417/4625179.xml") == ("tt0000417", "4625179", 1902)
    assert archive.place_of("OpenSubtitles/raw/en/0/12345678/9.xml.gz") == ("tt12345678", "9", None)
    assert archive.place_of("xml/en/2001/0/77.xml") == ("unknown-77", "77", 2001)
    assert archive.place_of("xml/en/README.xml") is None


def test_zip_members_are_read_as_streams(tmp_path):
    """A member is never held as a whole."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made_zip:
        made_zip.writestr("1.xml", bytes(range(256)) * 3_000)
    (member,) = archive.members(path)
    with zipfile.ZipFile(path) as opened:
        assert max(map(len, archive.pieces(opened, member))) <= 1 << 16


def test_frames_and_styles_are_read_as_the_parameters_say(tmp_path):
    add(tmp_path / "library", {"frames.sub": b"{25}{50}Hello.\n{75}{99}Ho.\n"})
    assert made(tmp_path).run("download", "read").metrics("read", "en")["films"] == 0
    build = made(tmp_path, {"subtitles.frame_rate": 25.0}).run("download", "read")
    assert [row["start_ms"] for row in build.rows("read", "en", "sentences")] == [1_000, 3_000]
    styled = made(tmp_path, {"subtitles.frame_rate": 25.0, "subtitles.styles": ["Main"]}).run(
        "download", "read"
    )
    assert styled.rows("read", "en", "drops")[0]["detail"].endswith(
        "no subtitle in it has a text of these styles"
    )
