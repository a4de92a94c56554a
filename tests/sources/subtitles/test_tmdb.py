import json
import logging
import re

import pytest
from werkzeug import Response

from dialogue_etl.core import shards
from dialogue_etl.sources.subtitles import tmdb
from tests.conftest import quick_runtime, tree
from tests.fake_mirror import Server
from tests.sources.subtitles.building import add, balanced, made, xml, zipped

KEY = "eyJ-the-secret-key"
MOVIE = {
    "title": "Le Voyage dans la Lune",
    "release_date": "1902-04-17",
    "genres": [{"id": 1, "name": "Adventure"}],
    "production_countries": [{"iso_3166_1": "FR", "name": "France"}],
    "original_language": "fr",
    "spoken_languages": [{"iso_639_1": "fr", "english_name": "French"}],
    "runtime": 15,
    "adult": False,
    "vote_average": 7.9,
    "vote_count": 3,
    "release_dates": {
        "results": [
            {"iso_3166_1": "PT", "release_dates": [{"certification": "M/6"}, {"certification": ""}]},
            {"iso_3166_1": "DE", "release_dates": [{"certification": "0"}]},
        ]
    },
}
SERIES = {
    "name": "The Talks",
    "first_air_date": "2001-01-01",
    "genres": [{"name": "Documentary"}],
    "content_ratings": {"results": [{"iso_3166_1": "US", "rating": "TV-14"}]},
}


class FakeTmdb:
    """TMDB on this machine: `answers` by path; those that came are in `requests`."""

    def __init__(self):
        self.requests, self.faults = [], []
        self.answers = {
            "/find/tt0000417": {"movie_results": [{"id": 775}]},
            "/movie/775": MOVIE,
            "/find/tt0000002": {"movie_results": [], "tv_episode_results": [{"id": 5, "show_id": 9}]},
            "/tv/9": SERIES,
            "/find/tt0000003": {"movie_results": []},
        }
        self.server = Server()
        self.server.expect_request(re.compile(".*")).respond_with_handler(self._answer)

    def _answer(self, request):
        self.requests.append(request)
        if self.faults:
            return self.faults.pop(0)
        if request.headers.get("Authorization") != f"Bearer {KEY}":
            return Response(status=401)
        found = self.answers.get(request.path)
        return Response(json.dumps(found), 200) if found is not None else Response(status=404)

    @property
    def url(self):
        return self.server.url_for("").rstrip("/").replace("localhost", "127.0.0.1")


@pytest.fixture
def server(monkeypatch):
    fake = FakeTmdb()
    monkeypatch.setenv(tmdb.KEY, KEY)
    with fake.server:
        yield fake


def runtime(server, **changes):
    return quick_runtime(tmdb=server.url, tmdb_delay=0, first_pause=0.01, attempts=2, timeout=5.0, **changes)


def test_what_is_known_of_a_film(server):
    asked = tmdb.Tmdb(runtime(server))
    assert asked.facts("tt0000417") == {
        "title": "Le Voyage dans la Lune",
        "year": 1902,
        "genres": ["Adventure"],
        "countries": ["France"],
        "original_languages": ["French"],
        "minutes": 15.0,
        "adult": False,
        "certifications": [{"country": "DE", "value": "0"}, {"country": "PT", "value": "M/6"}],
        "film_rating": 7.9,
    }
    episode = asked.facts("tt0000002")
    assert (episode["title"], episode["genres"]) == ("The Talks", ["Documentary"])
    assert episode["certifications"] == [{"country": "US", "value": "TV-14"}]
    assert asked.facts("tt0000003") is None
    assert asked.facts("tt0000404") is None
    assert asked.facts("night-bus") is None  # no IMDb id: nobody is asked
    queries = [(request.path, dict(request.args)) for request in server.requests]
    assert queries[:2] == [
        ("/find/tt0000417", {"external_source": "imdb_id"}),
        ("/movie/775", {"append_to_response": "release_dates"}),
    ]
    assert ("/tv/9", {"append_to_response": "content_ratings"}) in queries


def test_answers_are_kept_and_the_key_is_not(server, monkeypatch, caplog):
    caplog.set_level(logging.DEBUG)
    settings = runtime(server)
    first = tmdb.Tmdb(settings)
    found = [first.facts(id) for id in ("tt0000417", "tt0000003")]
    number = len(server.requests)
    monkeypatch.delenv(tmdb.KEY)  # offline now
    again = tmdb.Tmdb(settings)
    assert [again.facts(id) for id in ("tt0000417", "tt0000003")] == found
    assert len(server.requests) == number
    assert (again.answers.known, again.answers.unknown, again.answers.asked) == (1, 1, 0)
    stored = b"".join(path.read_bytes() for path in settings.store.rglob("*") if path.is_file())
    assert KEY.encode() not in stored
    assert KEY not in caplog.text


def test_a_film_that_fails_is_skipped_and_asked_for_again(server, caplog):
    settings = runtime(server)
    server.faults = [Response(status=500), Response("no json", 200)]
    first = tmdb.Tmdb(settings)
    assert first.facts("tt0000417") is None
    assert first.answers.failed == 1
    assert "tt0000417" in caplog.text
    assert tmdb.Tmdb(settings).facts("tt0000417")["year"] == 1902


def test_too_many_requests_are_waited_for(server):
    server.faults = [Response(status=429, headers={"Retry-After": "0"})]
    assert tmdb.Tmdb(runtime(server)).facts("tt0000417")["year"] == 1902


def test_nobody_answers_any_more(monkeypatch):
    monkeypatch.setenv(tmdb.KEY, KEY)
    asked = tmdb.Tmdb(quick_runtime(tmdb="http://127.0.0.1:9", tmdb_delay=0, first_pause=0, attempts=1))
    assert [asked.facts(f"tt{number:07d}") for number in range(1, 20)] == [None] * 19
    assert (asked.answers.failed, asked.answers.asked) == (19, 5)


def test_no_key_and_a_wrong_one(server, monkeypatch):
    monkeypatch.setenv(tmdb.KEY, "wrong")
    with pytest.raises(tmdb.TmdbError, match=r"refuses the key in DIALOGUE_ETL_TMDB_KEY \(401\)"):
        tmdb.Tmdb(runtime(server)).facts("tt0000417")
    monkeypatch.delenv(tmdb.KEY)
    with pytest.raises(tmdb.TmdbError, match="DIALOGUE_ETL_TMDB_KEY is not set"):
        tmdb.Tmdb(runtime(server)).facts("tt0000417")


def test_a_redirect_does_not_get_the_key(server):
    server.faults = [Response(status=302, headers={"Location": f"{server.url}/elsewhere"})] * 2
    assert tmdb.Tmdb(runtime(server)).facts("tt0000417") is None
    assert {request.path for request in server.requests} == {"/find/tt0000417"}


def test_the_stage_fills_in_what_files_do_not_say(server, tmp_path, monkeypatch):
    stated = "<source><genre>Fantasy</genre><duration>13</duration></source>"
    documents = {"1902/417/1": xml(["a"], stated), "2001/2/2": xml(["b"]), "2001/3/3": xml(["c"])}
    add(
        tmp_path / "library",
        {"en.zip": zipped({f"xml/en/{name}.xml": data for name, data in documents.items()})},
    )
    build = made(tmp_path, {"subtitles.tmdb": True}, tmdb=server.url, tmdb_delay=0, first_pause=0.01)
    build.run("download", "read", "films")
    balanced(build)
    films = {row["film_id"]: row for row in build.rows("films", "en", "films")}
    assert sorted(films) == ["tt0000003", "tt0000417"]  # the series is a documentary, says TMDB
    film = films["tt0000417"]
    assert (film["title"], film["genres"], film["minutes"]) == ("Le Voyage dans la Lune", ["Fantasy"], 13.0)
    assert (film["film_rating"], film["certifications"][1]["value"]) == (7.9, "M/6")
    assert build.metrics("films", "en")["tmdb"] == {"known": 2, "unknown": 1, "failed": 0}
    before = tree(build.folder)
    monkeypatch.delenv(tmdb.KEY)
    server.answers.clear()
    build.run("films")
    assert {name: digest for name, digest in tree(build.folder).items() if "store" not in name} == before


def test_a_corpus_of_pairs_asks_once_and_chooses_by_what_it_is_told(server, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWN_KEY", KEY)
    monkeypatch.setenv("DIALOGUE_ETL_TMDB", server.url)
    monkeypatch.setenv("DIALOGUE_ETL_ATTEMPTS", "1")
    documents = {f"xml/en/{name}.xml": xml(["Who?", "Me."]) for name in ("1902/417/1", "2001/3/3")}
    (tmp_path / "en.zip").write_bytes(zipped(documents))
    collector = "{type: tmdb, api_key_env: OWN_KEY, rate: 900/s, cache: answers, on_error: fail}"
    wanted = "{type: audience, adult: false, certification: {country: PT, values: [M/6]}}"
    (tmp_path / "c.yaml").write_text(
        f"input: {{path: en.zip, language: en}}\ncollectors: [{collector}]\nmetadata_filters: [{wanted}]\n"
    )
    told = command("subtitles", "run", "c.yaml")
    assert told.out == "c: 1 of 1 pairs kept, of 1 films in 2 files; left out: audience 1\n"
    (kept,) = shards.read(tmp_path / "c", "interactions")
    assert (kept["source_id"], kept["trigger"], kept["answer"]) == ("tt0000417:1", "Who?", "Me.")
    film = next(row for row in shards.read(tmp_path / "c", "pair_documents") if not row["dropped_by"])
    assert (film["title"], film["imdb_id"], film["bytes"]) == (
        MOVIE["title"],
        "tt0000417",
        len(xml(["Who?", "Me."])),
    )
    monkeypatch.delenv("OWN_KEY")
    assert command("subtitles", "run", "c.yaml").out == told.out
    (tmp_path / "c.yaml").write_text((tmp_path / "c.yaml").read_text().replace("answers", "others"))
    assert "OWN_KEY is not set" in command("subtitles", "run", "c.yaml").err
    monkeypatch.setenv("OWN_KEY", KEY)
    server.faults = [Response(status=500)] * 9
    assert "TMDB gives no answer for tt0000417" in command("subtitles", "run", "c.yaml").err
