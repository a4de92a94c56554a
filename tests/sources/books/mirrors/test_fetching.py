import logging
import random
import time
from itertools import permutations

import pytest

from dialogue_etl.sources.books.catalogues.entries import Entry
from dialogue_etl.sources.books.mirrors import fetching
from dialogue_etl.sources.books.mirrors.fetching import BookFetcher, Failed, MirrorGoneError
from dialogue_etl.web.failures import UnavailableError
from tests.conftest import SAMPLE, quick_runtime
from tests.fake_mirror import answers, hangs_up, slow
from tests.sources.test_tar_archive import tarred
from tests.web.conftest import serve as serve  # noqa: PLC0414 - a fixture

NUMBERS = [str(number) for number in range(1, 13)]
ENTRIES = [Entry(f"pg{number}") for number in NUMBERS]
BOOK = b"*** START OF THE PROJECT GUTENBERG EBOOK ***\n%b\n*** END OF THE PROJECT GUTENBERG EBOOK ***\n"
HURRIED = {"first_pause": 0.01, "timeout": 5.0, "attempts": 3, "connections": 2}


def path(number):
    return f"cache/epub/{number}/pg{number}.txt"


def files(numbers=NUMBERS):
    return {path(number): BOOK % number.encode() for number in numbers}


def source(*places, **changes):
    runtime = quick_runtime(mirror=" ".join(map(str, places)), **{**HURRIED, **changes})
    return BookFetcher("mirror", None, runtime)


def texts(results):
    """The bytes of what was had by number, None for what was not."""
    return {
        id.removeprefix("pg"): None if isinstance(result, Failed) else result.path.read_bytes()
        for id, result in results.items()
    }


ALL = {number: BOOK % number.encode() for number in NUMBERS}


def folder_of(folder, numbers):
    for name, data in files(numbers).items():
        (folder / name).parent.mkdir(parents=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.mark.parametrize("order", list(permutations(["web", "folder", "archive"])))
def test_each_place_gives_what_the_ones_before_do_not_have(serve, tmp_path, order):
    mirror = serve(files(NUMBERS[:6]))
    (tmp_path / "txt-files.tar").write_bytes(tarred(files(NUMBERS[8:])))
    places = {
        "web": mirror.url,
        "folder": folder_of(tmp_path / "copy", NUMBERS[4:9]),
        "archive": tmp_path / "txt-files.tar",
    }
    results = source(*(places[name] for name in order)).books(ENTRIES, "en")
    assert texts(results) == ALL
    assert {result.name for result in results.values()} == set(files())


def test_a_dead_mirror_is_no_trouble_while_another_place_has_the_books(serve, tmp_path):
    dead = serve({"robots.txt": b""}, **dict.fromkeys(files(), hangs_up))
    results = source(dead.url, serve(files()).url).books(ENTRIES, "en")
    assert texts(results) == ALL
    assert len(dead.paths) < 3 * (5 + 2)  # no more once it is known to be down


@pytest.mark.parametrize("connections", [1, 8])
@pytest.mark.parametrize("seed", range(2))
def test_results_do_not_depend_on_who_comes_first(serve, connections, seed):
    chance = random.Random(seed)
    slowly = {name: slow(chance.choice([300, 1000, 100_000]), 50) for name in files(NUMBERS[:-1])}
    mirror = serve(files(NUMBERS[:-1]), **slowly)
    results = source(mirror.url, connections=connections).books(ENTRIES, "en")
    assert texts(results) == {**ALL, NUMBERS[-1]: None}
    assert results[ENTRIES[-1].id] == Failed(missing=True, why="in none of the mirror's folders")
    assert {id: result.name for id, result in results.items() if not isinstance(result, Failed)} == {
        f"pg{number}": path(number) for number in NUMBERS[:-1]
    }


def test_a_mirror_that_dies_ends_the_run_and_the_next_asks_only_for_the_rest(serve, tmp_path):
    mirror = serve({**files(), "robots.txt": b""}, **{path(n): hangs_up for n in NUMBERS[4:]})
    with pytest.raises(MirrorGoneError, match=r"127\.0\.0\.1:\d+ does not answer any more .*is kept"):
        source(mirror.url, store=tmp_path).books(ENTRIES, "en")
    mirror.always.clear()
    mirror.requests.clear()
    assert texts(source(mirror.url, store=tmp_path).books(ENTRIES, "en")) == ALL
    assert sorted(mirror.paths) == sorted(map(path, NUMBERS[4:]))


def test_failures_are_summed_up_by_reason(serve, caplog):
    mirror = serve(files(NUMBERS[:8]), **{path("3"): answers(403), path("2"): answers(403)})
    with caplog.at_level(logging.INFO, "dialogue_etl"):
        results = source(mirror.url).books(ENTRIES, "en")
    assert results["pg3"] == Failed(missing=False, why="the server answers 403")
    warnings = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert warnings[-3:] == [
        "fetch en: 6 of 12 books are not available",
        "fetch en: in none of the mirror's folders: 4, such as pg10",
        "fetch en: the server answers 403: 2, such as pg2",
    ]
    (done,) = [record.getMessage() for record in caplog.records if "12 of 12 books" in record.getMessage()]
    assert done.startswith("fetch en: 12 of 12 books, 0.0 MB, ")


@pytest.mark.parametrize(("contact", "warned"), [("", True), ("me@example.org", False)])
def test_who_does_not_say_who_asks_is_told_to(caplog, contact, warned):
    source("http://a.org", contact=contact)
    assert ("DIALOGUE_ETL_CONTACT is not set" in caplog.text) is warned
    caplog.clear()
    source("/some/folder")
    assert caplog.text == ""


def test_a_full_disk_ends_the_run(serve, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    mirror = serve({**files(), "robots.txt": b""})
    books = source(mirror.url)
    books.books(ENTRIES[:1], "en")
    monkeypatch.setattr("dialogue_etl.web.body.save", full)
    with pytest.raises(OSError, match="No space left"):
        books.books(ENTRIES, "en")
    assert len(mirror.paths) < 1 + len(ENTRIES)


def test_an_interrupted_run_ends_soon(serve, monkeypatch):
    mirror = serve(files())

    def interrupted(*arguments, **rest):
        while not mirror.requests:
            time.sleep(0.01)
        raise KeyboardInterrupt

    monkeypatch.setattr(fetching, "_ALONE", 0)
    monkeypatch.setattr(fetching, "as_completed", interrupted)
    with pytest.raises(KeyboardInterrupt):
        source(mirror.url, delay=600.0).books(ENTRIES, "en")
    assert len(mirror.requests) == 1


@pytest.mark.parametrize("first", [0, 3])
def test_which_copy_is_taken_does_not_depend_on_chance(serve, first):
    held = {f"files/{number}/{number}-0.txt": BOOK % b"posted" for number in NUMBERS}
    mirror = serve({**held, **files(NUMBERS[first : first + 7])})
    names = []
    for connections in (1, 4):
        results = source(mirror.url, connections=connections).books(ENTRIES, "en")
        names.append({id: result.name for id, result in results.items()})
    assert names[0] == names[1]
    assert {name.partition("/")[0] for name in names[0].values()} == {"cache", "files"}


@pytest.fixture
def sample_mirror(serve):
    return serve(
        {
            file.relative_to(SAMPLE).as_posix(): file.read_bytes()
            for file in SAMPLE.rglob("*")
            if file.is_file()
        }
    )


def over_http(build, mirror, tmp_path, name, **changes):
    runtime = quick_runtime(mirror=mirror.url, store=tmp_path / "store", **HURRIED)
    return build({"books.source": "mirror", **changes}, name=name, runtime=runtime)


STAGES = ("catalogue", "download")


def test_a_download_over_http_gives_the_texts_of_the_folder(build, sample_mirror, tmp_path, sample):
    made = over_http(build, sample_mirror, tmp_path, "http").run(*STAGES)
    for language in made.params.languages:
        came = {row["id"]: row for row in made.rows("download", language, "texts")}
        for row in sample.rows("download", language, "texts"):
            assert came[row["id"]] == {**row, "source": "mirror"}


def test_a_missing_book_is_a_drop_row_and_the_next_run_asks_for_nothing_else(build, sample_mirror, tmp_path):
    name = path("900001")
    kept = sample_mirror.files.pop(name)
    sample_mirror.always[name] = answers(403)
    made = over_http(build, sample_mirror, tmp_path, "first", languages=["en"]).run(*STAGES)
    others = {row["id"] for row in made.rows("download", "en", "texts")}
    assert others
    assert "pg900001" not in others
    (drop,) = [row for row in made.rows("download", "en", "drops") if row["id"] == "pg900001"]
    assert drop["reason"] == "unavailable"
    assert "the server answers 403" in drop["detail"]
    sample_mirror.always.clear()
    sample_mirror.files[name] = kept
    sample_mirror.requests.clear()
    made = over_http(build, sample_mirror, tmp_path, "second", languages=["en"]).run(*STAGES)
    assert {row["id"] for row in made.rows("download", "en", "texts")} == {*others, "pg900001"}
    assert set(sample_mirror.paths) == {name}


def test_without_a_catalogue_nothing_is_written(build, serve, tmp_path):
    made = over_http(build, serve({}), tmp_path, "http")
    with pytest.raises(UnavailableError, match="the server answers 404"):
        made.run("catalogue")
    assert not list(made.folder.rglob("*.parquet"))
