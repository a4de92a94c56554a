"""Bad input: each bad file is a row with its reason, the good ones give what they gave without it."""

import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

from dialogue_etl.sources import catalogue_file
from dialogue_etl.sources import folder as folders
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.quarantine import TooManyError
from tests.conftest import PER_LANGUAGE, ROOT, SAMPLE, Build, quick_runtime, sample_params, tree
from tests.sources.books import hostile

GOOD = ("900001", "900002", "900003", "900004", "900005")
CHANGES = {
    "languages": ["en"],
    "books.source": "library",
    # A handful of books decides here: what others there are must not.
    "prefilter.max_kl_divergence": 0,
    "works.editions": "all",
    "postfilter.max_rare_share": 1,
    "split.method": "hash",
}


def entry(id, data=b"", *, path=None):
    facts = {"language": "en", "title": id, "authors": ("Doe, Jane",), "rights": "Public domain"}
    made = library.entry(id=id, data=data, **facts)
    return made if path is None else replace(made, file=path)


def fill(folder, bad):
    """A library of the sample's stories and of bad files; what its catalogue says, by id."""
    (folder / "books").mkdir(parents=True)
    listed = {}
    for number in GOOD:
        data = (SAMPLE / f"cache/epub/{number}/pg{number}.txt").read_bytes()
        listed[number] = entry(number, data)
        hostile.place(folder / "books", f"{number}.txt", data)
    for id, made in bad.items():
        data = made() if callable(made) else made
        listed[id] = entry(id, data.encode() if isinstance(data, str) else data)
        hostile.place(folder / "books", f"{id}.txt", data)
    return listed


def write(folder, listed):
    rows = [library._row(listed[id]) for id in sorted(listed)]
    catalogue_file.write(folder / catalogue_file.NAME, library.COLUMNS, rows)


@pytest.fixture(scope="module")
def all_bad(tmp_path_factory):
    """A library with every bad file, and what is expected of those that are quarantined."""
    folder = tmp_path_factory.mktemp("bad") / "library"
    contents = {id: case[0] for id, case in {**hostile.QUARANTINED, **hostile.HANDLED}.items()}
    listed = fill(folder, contents)
    expected = {id: case[1:] for id, case in hostile.QUARANTINED.items()}
    for id, (path, sentence) in hostile.misplace(folder).items():
        listed[id] = entry(id, path=path)
        expected[id] = ("missing" if sentence == hostile.GONE else "unavailable", sentence)
    expected["vanishing"] = ("unavailable", hostile.GONE)  # it was there when it was looked for
    listed["changed"] = entry("changed", b"as it was")
    hostile.place(folder / "books", "changed.txt", b"as it is")
    expected["changed"] = ("unusable", "add it again")
    write(folder, listed)
    return folder, expected


def run(folder, books, changes=None, stages=("catalogue", *PER_LANGUAGE)):
    return Build(folder, sample_params({**CHANGES, **(changes or {})}), quick_runtime(), books).run(*stages)


@pytest.fixture(scope="module")
def made(all_bad, tmp_path_factory):
    """All stages over it, one file vanishing while it is read."""
    look_at = folders._look_at

    def vanish(path, prefix):
        look_at(path, prefix)
        if prefix and path.name == "vanishing.txt":
            path.unlink()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(folders, "_look_at", vanish)
        return run(tmp_path_factory.mktemp("made"), all_bad[0])


@pytest.fixture(scope="module")
def clean(tmp_path_factory):
    """The good books alone."""
    folder = tmp_path_factory.mktemp("clean")
    write(folder / "library", fill(folder / "library", {}))
    return run(folder / "made", folder / "library")


@pytest.mark.parametrize(
    ("stage", "table"), [("download", "texts"), ("postfilter", "dialogues"), ("split", "splits")]
)
def test_the_good_books_give_what_they_give_without_the_bad_ones(made, clean, stage, table):
    def of_good_books(build):
        rows = build.rows(stage, "en", table)
        return sorted((row for row in rows if row.get("source_id", row.get("id")) in GOOD), key=str)

    assert of_good_books(made)
    assert of_good_books(made) == of_good_books(clean)


def test_each_quarantined_file_is_one_row_with_file_and_reason(made, all_bad):
    rows = [row for row in made.rows("download", "en", "drops") if row["unit"] == "file"]
    files = {entry.id: entry.file for entry in library.read(all_bad[0])}
    assert Counter(row["id"] for row in rows) == Counter(dict.fromkeys(all_bad[1], 1))
    for row in rows:
        reason, sentence = all_bad[1][row["id"]]
        assert (row["id"], row["reason"]) == (row["id"], reason)
        assert sentence in row["detail"], row["id"]
        assert row["detail"].startswith(f"{files[row['id']] or row['id']}: ")
        assert "\n" not in row["detail"]


def test_the_metrics_count_the_rows(made, all_bad):
    metrics = made.metrics("download", "en")
    assert metrics["quarantined"] == len(all_bad[1])
    assert metrics["books"] == len(GOOD) + len(hostile.HANDLED)
    assert metrics["listed"] == metrics["books"] + metrics["quarantined"]
    assert metrics["dropped"] == {"files": dict(Counter(reason for reason, _ in all_bad[1].values()))}


@pytest.mark.parametrize("id", hostile.HANDLED)
def test_an_odd_text_is_decoded_and_accounted_for(made, id):
    (row,) = [row for row in made.rows("download", "en", "texts") if row["id"] == id]
    assert hostile.HANDLED[id][1].strip() in row["text"]
    assert "\r" not in row["text"]
    left_out = [
        drop["reason"]
        for stage in ("prefilter", "extract")
        for drop in made.rows(stage, "en", "drops")
        if (drop["unit"], drop["id"]) == ("book", id)
    ]
    in_dataset = [split["source_id"] for split in made.rows("split", "en", "splits")]
    assert len(left_out) + in_dataset.count(id) == 1, left_out


def test_odd_texts_that_hold_a_dialogue_give_it(made):
    ids = {row["source_id"] for row in made.rows("postfilter", "en", "dialogues")}
    assert ids >= {"cut-character", "utf-16-unmarked", "two-marks", "no-markers", "million-paragraphs"}
    assert ids >= {"carriage-returns", "form-feeds", "right-to-left", "stars"}


@pytest.fixture
def half_bad(tmp_path):
    """Five good books and five bad ones."""
    bad = {f"bad{number}": b"" for number in range(5)}
    write(tmp_path / "library", fill(tmp_path / "library", bad))
    return tmp_path / "library"


def download(folder, books, **changes):
    changes = {f"books.{key}": value for key, value in changes.items()}
    return run(folder / "made", books, changes, ["catalogue", "download"])


@pytest.mark.parametrize("limit", [0.0, 0.49])
def test_a_greater_share_than_the_parameter_fails_the_stage_and_a_greater_parameter_lets_it_go_on(
    half_bad, tmp_path, limit
):
    with pytest.raises(TooManyError) as failed:
        download(tmp_path, half_bad, max_quarantined=limit)
    assert str(failed.value) == (
        f"books.max_quarantined is {limit:g}, but 5 of 10 selected books (en) are quarantined: "
        "books/bad0.txt: the file is empty; books/bad1.txt: the file is empty; "
        "books/bad2.txt: the file is empty; and 2 more"
    )
    assert [name for name in tree(tmp_path / "made") if "catalogue" not in name] == []
    made = download(tmp_path, half_bad, max_quarantined=0.5)
    assert made.metrics("download", "en")["quarantined"] == 5
    assert len(made.rows("download", "en", "texts")) == 5


def test_files_that_were_not_selected_are_not_counted(half_bad, tmp_path):
    made = download(tmp_path, half_bad, max_quarantined=0.5, ids=["900001", "bad0"])
    assert made.metrics("download", "en")["quarantined"] == 1


HUGE = {
    "line": lambda: hostile.TALK.replace("\n\n", " ").encode() * 300_000,
    "blanks": lambda: b" " * 25_000_000 + b"x",
    "paragraphs": lambda: hostile.TALK.encode() * 125_000,
    "latin": lambda: "Le café de la gare était fermé à cinq heures du matin.\n".encode("cp1252") * 450_000,
}
LIMITED = """
import resource, sys
from pathlib import Path
from tests.sources.books import test_hostile
limit = int(sys.argv[2])
resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
test_hostile.run(Path(sys.argv[1], "made"), Path(sys.argv[1], "library"))
"""


@pytest.mark.slow
def test_huge_files_take_neither_minutes_nor_gigabytes(tmp_path):
    write(tmp_path / "library", fill(tmp_path / "library", HUGE))
    command = [sys.executable, "-c", LIMITED, str(tmp_path), str(2_500_000_000)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
