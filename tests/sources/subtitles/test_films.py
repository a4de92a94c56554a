import pytest

from dialogue_etl.sources.subtitles import films
from tests.sources.subtitles.building import add, balanced, made, xml, zipped


def meta(genre="Drama", cds="1/1", rating="", confidence="1.0", machine=0):
    return (
        f"<source><genre>{genre}</genre></source><subtitle><cds>{cds}</cds><rating>{rating}</rating>"
        f"<confidence>{confidence}</confidence><machine_translated>{machine}</machine_translated></subtitle>"
    )


def run(folder, documents, changes=None):
    """Stage `films` over documents by film and subtitle: `1/2`."""
    add(
        folder / "library",
        {"en.zip": zipped({f"xml/en/1999/{name}.xml": data for name, data in documents.items()})},
    )
    build = made(folder, changes).run("download", "read", "films")
    balanced(build)
    return build


def kept(build):
    return sorted(row["id"].removeprefix("tt000000") for row in build.rows("films", "en", "films"))


def drops(build):
    return {row["id"].removeprefix("tt000000"): row["reason"] for row in build.rows("films", "en", "drops")}


TWO = ["one", "two"]


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        (xml([*TWO, "three"], meta())[:-15], xml(["one"], meta())),
        (xml(TWO, meta(cds="1/2", rating="9")), xml(TWO, meta(cds="1/1"))),
        (xml(TWO, meta(machine=1, rating="9")), xml(TWO, meta(rating="-5"))),
        (xml([*TWO, "three"], meta(rating="-5")), xml(TWO, meta())),
        (xml([*TWO, "three"], meta(confidence="0.5")), xml(TWO, meta())),
        (xml(TWO, meta()), xml([*TWO, "three"], meta())),
    ],
    ids=["damaged", "one of two", "machine", "rating", "confidence", "sentences"],
)
def test_the_best_file_of_a_film_is_kept(tmp_path, worse, better):
    assert kept(run(tmp_path / "1", {"1/8": worse, "1/9": better})) == ["1:9"]
    build = run(tmp_path / "2", {"1/9": worse, "1/8": better})
    assert kept(build) == ["1:8"]
    (drop,) = build.rows("films", "en", "drops")
    assert (drop["reason"], drop["detail"]) == ("versions", "tt0000001:8 is kept of this film")


def test_a_file_in_another_language_is_dropped_and_another_of_the_film_kept(tmp_path):
    english = "I do not know where this road leads, and it is getting dark already."
    german = "Ich weiß nicht, wohin dieser Weg führt, und es wird schon dunkel."
    documents = {"1/8": xml([german] * 9, meta(rating="9")), "1/9": xml([english] * 3, meta())}
    build = run(tmp_path / "on", documents)
    assert kept(build) == ["1:9"]
    (drop,) = build.rows("films", "en", "drops")
    assert (drop["reason"], drop["value"]) == ("other_language", 1.0)
    assert drop["detail"] == "they seem to be in German"
    assert kept(run(tmp_path / "off", documents, {"subtitles.other_language": 1.0})) == ["1:8"]


def test_of_equal_ones_the_first_id(tmp_path):
    assert kept(run(tmp_path, {"1/10": xml(TWO, meta()), "1/9": xml(TWO, meta()), "2/1": xml(TWO)})) == [
        "1:9",
        "2:1",
    ]


def test_all_versions_are_one_work(tmp_path):
    documents = {"1/10": xml(TWO, meta()), "1/9": xml(TWO, meta()), "2/1": xml(TWO)}
    build = run(tmp_path, documents, {"subtitles.versions": "all"})
    assert kept(build) == ["1:10", "1:9", "2:1"]
    works = {row["id"]: row for row in build.rows("films", "en", "works")}
    assert {id: row["work_id"] for id, row in works.items()} == {
        "tt0000001:10": "tt0000001",
        "tt0000001:9": "tt0000001",
        "tt0000002:1": "tt0000002",
    }
    assert (works["tt0000001:9"]["like"], works["tt0000001:9"]["reason"]) == ("tt0000001:10", "same film")
    assert works["tt0000002:1"]["like"] is None


def test_rules_for_films(tmp_path):
    documents = {
        "1/1": xml(TWO, meta(genre="Documentary, Drama")),
        "1/2": xml(TWO),  # says nothing, but the other file of the film does
        "2/3": xml(TWO, meta(machine=1)),
        "3/4": xml(TWO, meta(confidence="0.4")),
        "4/5": xml(TWO),
    }
    build = run(tmp_path / "1", documents)
    assert drops(build) == {"1:1": "skip_genres", "1:2": "skip_genres"}
    changes = {
        "subtitles.skip_machine_translated": True,
        "subtitles.min_confidence": 0.5,
        "subtitles.skip_genres": ["drama"],
    }
    build = run(tmp_path / "2", documents, changes)
    assert drops(build) == {
        "1:1": "skip_genres",
        "1:2": "skip_genres",
        "2:3": "skip_genres",
        "3:4": "skip_genres",
    }
    build = run(tmp_path / "3", documents, {**changes, "subtitles.skip_genres": []})
    assert drops(build) == {"1:2": "versions", "2:3": "skip_machine_translated", "3:4": "min_confidence"}


def test_a_version_that_is_left_out_takes_no_place(tmp_path):
    documents = {"1/1": xml([*TWO, "three"], meta(confidence="0.4")), "1/2": xml(TWO)}
    assert kept(run(tmp_path, documents, {"subtitles.min_confidence": 0.5})) == ["1:2"]


def test_ranks_need_no_figures():
    row = {"film_id": "f", "damaged": None, "cds": None, "machine_translated": None, "sentences": 1}
    rows = [{**row, "id": id, "subtitle_rating": None, "confidence": None} for id in ("f:b", "f:a")]
    assert films.best_of(rows) == {"f": "f:a"}
