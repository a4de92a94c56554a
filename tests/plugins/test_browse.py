"""The pages of a version: dialogues in place, what was left out, files; and what they keep to themselves."""

import html
import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from dialogue_etl.audit import answers, marks
from tests.browse import made
from tests.plugins.published import client as client_of
from tests.plugins.published import other_scripts, refuses_strangers

pytestmark = pytest.mark.slow  # imports Airflow

V, RUN = "/v/default/1", "/run/books/run+1"
HERE = "dialogue?" + urlencode({"dataset": "books en", "split": "train", "id": "b1:1"})
PAGES = [
    "",
    "report",
    "file?source=books&path=README.md",
    "stage?out=a",
    "dialogues",
    HERE,
    "dropped",
    "find?id=b1:1",
    "against?id=b1:1&other=x",
]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    import dialogue_etl_versions  # noqa: PLC0415 - imports Airflow

    # DVC would be asked where its cache is.
    monkeypatch.setattr(dialogue_etl_versions, "cache_of", lambda root: root / ".dvc" / "cache")
    made.make(tmp_path)
    return tmp_path


def app(root: Path) -> Any:
    from dialogue_etl_browse import browse_app  # noqa: PLC0415

    return browse_app(root)


def client(root: Path, **who: Any) -> Any:
    return client_of(app(root), **who)


def told(page: str) -> str:
    """What a page says, without its style and markup."""
    body = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub("<[^>]+>", " ", body)).split())


def test_every_route_asks_for_a_user(root: Path) -> None:
    addresses = [f"{at}/{page}" for at in (V, RUN) for page in PAGES]
    marking = [f"{at}/mark" for at in (V, RUN)]
    refuses_strangers(app(root), {"GET": ["/", "/curve?dag=books", *addresses], "POST": marking})


def test_versions_of_a_dag_that_one_may_not_see_are_not_there(root: Path) -> None:
    user = client(root, hidden={"books"})
    for address in [f"{at}/{page}" for at in (V, RUN) for page in PAGES]:
        answer = user.get(address, follow_redirects=False)
        assert answer.status_code == 404, address
        assert "Gate" not in answer.text
    assert "0 datasets" in user.get("/curve?dag=books").text


def test_every_page_shows_markup_and_runs_none(root: Path) -> None:
    user = client(root)
    extract = urlencode({"out": ["data/books/extract/en", "metrics/books/extract/en.json"]}, doseq=True)
    hostile = urlencode({"text": made.SCRIPT, "document": made.SCRIPT, "reason": made.SCRIPT})
    for page in (
        "",
        "dialogues",
        HERE,
        "dropped",
        f"stage?{extract}",
        f"dialogues?{hostile}",
        f"dropped?{hostile}",
    ):
        answer = user.get(f"{V}/{page}")
        assert answer.status_code == 200, page
        assert other_scripts(answer) == 0
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert made.SCRIPT in html.unescape(answer.text) or page in {"", "dropped?{hostile}"}
    for at in ("/v/<b>/1/", f"/run/<b>/{made.SCRIPT.replace('/', '')}/", f"{V}/dialogues?dataset=<b>"):
        answer = user.get(at)
        assert (answer.status_code, "<b>" in answer.text) == (404, False)


def test_from_the_version_to_a_dialogue_in_its_book(root: Path) -> None:
    user = client(root)
    first = user.get(f"{V}/")
    assert "books, English" in told(first.text)
    assert 'data-label="Train">2</td>' in first.text
    page = user.get(f"{V}/dialogues?text=who+is").text
    (address,) = re.findall(r'<h3><a href="(dialogue\?[^"]*)"', page)
    shown = user.get(f"{V}/{html.unescape(address)}").text
    assert '<mark class="here">Who is there?</mark>' in shown
    assert f"Ann {made.SCRIPT} afraid 0.50 Who is there?" in told(shown)
    assert re.search(r'href="(dialogue[^"]*)" rel="next"', shown)
    assert 'rel="prev"' not in shown
    alone = user.get(f"{V}/{HERE.replace('train', 'test').replace('b1%3A1', 'b2%3A9')}").text
    assert alone.count('<li dir="auto" class="here"') == 3  # its text does not hold it
    behind = user.get(f"{V}/{HERE.replace('%3A1', '%3A2')}").text
    assert '<mark class="gone">so to speak</mark><small> [utterance: drop_scare_quotes]</small>' in behind


def test_pages_follow_one_another_with_the_same_question(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dialogue_etl.browse import dialogues  # noqa: PLC0415

    monkeypatch.setattr(dialogues, "MOST", 1)
    user, at, seen = client(root), "?document=gate&longest=3&split=", []
    while at:
        page = user.get(f"{V}/dialogues{at}").text
        assert 'name="document" type="search" value="gate"' in page
        seen += re.findall(r"<code>(b\d:\d)</code></a></small></h3>", page)
        at = next((html.unescape(one) for one in re.findall(r'<a href="(\?[^"]*)" rel="next"', page)), "")
    assert seen == ["b2:9", "b1:1", "b1:2"]  # splits by name


def test_a_book_that_was_left_out_is_found_by_its_title_with_the_reason(root: Path) -> None:
    user = client(root)
    page = told(user.get(f"{V}/dropped?text=lost").text)
    assert "book of The Lost <i>Voyage</i> b3 Books of old or unusual language" in page
    assert "1.82 nats; allowed: at most 1.2" in page
    assert "so to speak" not in page
    assert "Books of old or unusual language prefilter max_kl_divergence : 1" in page
    assert "so to speak" in told(user.get(f"{V}/dropped?dataset=books+en&stage=extract&unit=utterance").text)
    nothing = told(user.get(f"{V}/dropped?dataset=books+en&reason=max_words").text)
    assert "0 rows of books en with reason “max_words”." in nothing


@pytest.mark.parametrize(
    ("asked", "said", "ids"),
    [
        ({}, "3 dialogues of books en.", {"b1:1", "b1:2", "b2:9"}),
        ({"text": "who IS"}, "1 dialogue of books en with text “who IS”.", {"b1:1"}),
        ({"speaker": "bob", "split": "train"}, "1 dialogue of books en, train with speaker “bob”.", {"b1:2"}),
        ({"shortest": "2", "longest": "2"}, "2 dialogues of books en with 2 to 2 turns.", {"b1:1", "b1:2"}),
        ({"shortest": "3"}, "1 dialogue of books en with at least 3 turns.", {"b2:9"}),
        ({"longest": "2"}, "2 dialogues of books en with at most 2 turns.", {"b1:1", "b1:2"}),
        (
            {"text": "thank", "speaker": "BOB", "document": "orr", "longest": "5"},
            "1 dialogue of books en with text “thank”, speaker “BOB”, title, author, corpus or id “orr”, "
            "at most 5 turns.",
            {"b1:2"},
        ),
        # Another says it.
        (
            {"text": "come in", "speaker": "bob"},
            "0 dialogues of books en with text “come in”, speaker “bob”.",
            set(),
        ),
        ({"shortest": "9", "longest": "3"}, "No dialogue has from 9 to 3 turns", set()),
    ],
)
def test_a_search_says_how_many_there_are_and_of_what(
    root: Path, asked: dict[str, str], said: str, ids: set[str]
) -> None:
    fields = ("dataset", "split", "text", "document", "speaker", "label", "shortest", "longest")
    answer = client(root).get(f"{V}/dialogues?{urlencode({**dict.fromkeys(fields, ''), **asked})}")
    assert answer.status_code == 200
    assert said in told(answer.text)
    assert set(re.findall(r"<code>(b\d:\d)</code>", answer.text)) == ids


def test_all_languages_of_a_source_are_searched_together_by_default(root: Path) -> None:
    made.make(root, 2, languages=("de", "en"))
    user = client(root)
    page = user.get("/v/default/2/dialogues?text=ahoy").text
    assert "2 dialogues of books with text “ahoy”." in told(page)
    addresses = re.findall(r'<h3><a href="(dialogue\?[^"]*)"', page)
    assert [user.get(f"/v/default/2/{html.unescape(one)}").status_code for one in addresses] == [200, 200]
    assert len({re.findall(r"dataset=([^&]*)", one)[0] for one in addresses}) == 2
    alone = told(user.get("/v/default/2/dialogues?text=ahoy&dataset=books+en").text)
    assert "1 dialogue of books en with text “ahoy”." in alone


def test_what_is_not_among_the_choices_is_said_with_the_choices(root: Path) -> None:
    user = client(root)
    for asked, said in (
        ("dialogues?split=dev", "books en has no split dev; it has: test, train"),
        ("dialogues?dataset=films+en", "has no dataset films en; it has: books en"),
        ("dropped?stage=read", "the stage read of books drops nothing; there are: "),
        ("dialogues?shortest=few", "shortest: should be a whole number, not “few”"),
        ("dialogues?from=here", "from: should be as the links of this page have it, not “here”"),
        ("dialogues?order=turns", "order: should be one of longest, shortest, wordiest, tersest, doubtful,"),
    ):
        answer = user.get(f"{V}/{asked}")
        assert answer.status_code in {404, 422}
        assert said in told(answer.text)


def test_a_search_shows_the_turn_that_it_found(root: Path) -> None:
    page = told(client(root).get(f"{V}/dialogues?text=well").text)
    assert "Ahoy yourself. Well. from turn 2" in page
    assert "Ahoy!" not in page


def test_a_stage_has_its_rows_and_metrics(root: Path) -> None:
    outs = ["data/books/extract/en", "metrics/books/extract/en.json", "../../secret"]
    page = told(client(root).get(f"{V}/stage?{urlencode({'out': outs}, doseq=True)}").text)
    assert "1 of 1 rows" in page
    assert "b1:3 b1 drop_scare_quotes" in page
    assert "kept.turns 1,234" in page
    assert "secret" not in page


def test_rows_of_a_stage_are_for_those_who_may_run_it(root: Path) -> None:
    viewer = client(root, runs=False)
    answer = viewer.get(f"{V}/stage?out=data/books/split/en")
    assert answer.status_code == 403
    assert "those who may run the DAG books" in told(answer.text)
    assert viewer.get(f"{V}/dialogues").status_code == 200


def test_files_of_the_version_are_had_and_no_others(root: Path) -> None:
    (root / "secret").write_text("secret")
    user = client(root)
    answer = user.get(f"{V}/file?source=books&path=en/train.parquet")
    assert answer.content == (root / "built/data/books/dataset/en/train.parquet").read_bytes()
    assert 'attachment; filename="default-1-books-en-train.parquet"' in answer.headers["content-disposition"]
    for source, path in (
        ("books", "../../secret"),
        ("books", "/etc/passwd"),
        ("..", "secret"),
        ("threads", "en/train.parquet"),
        ("books", ""),
    ):
        answer = user.get(f"{V}/file?{urlencode({'source': source, 'path': path})}")
        assert answer.status_code == (404 if path else 422)
    for at in (
        "/v/..%2f..%2f/1/",
        "/v/default/2/",
        "/v/default/x/",
        "/run/..%2f/run/",
        "/run/books/../",
        "/run/.git/x/",
    ):
        assert user.get(at).status_code == 404, at


def test_what_is_not_in_the_cache_is_told_with_the_command_that_brings_it(root: Path) -> None:
    for file in (root / ".dvc/cache/files").rglob("*"):
        if file.is_file() and b"PAR1" in file.read_bytes()[:4]:
            file.unlink()
    user = client(root)
    for page in ("dialogues", "dropped"):
        answer = user.get(f"{V}/{page}")
        assert answer.status_code == 404
        assert "git checkout dataset/default/1 &amp;&amp; dvc fetch" in answer.text


def test_a_run_has_its_version_also_before_it_is_published(root: Path) -> None:
    from dvc_airflow.project import Project  # noqa: PLC0415

    user = client(root)
    assert "dataset/default/1" in told(user.get(f"{RUN}/").text)
    moved = user.get(f"{RUN}/report", follow_redirects=False)
    assert moved.headers["location"] == "../../../../datasets/default/1/report/"
    assert user.get("/run/threads/run+1/").status_code == 404
    version = made.Version.load(root / "published/default/1")
    worktree = Project(root=root, name="books").worktree("run 2")
    worktree.mkdir(parents=True)
    outs = "".join(f"\n    - {{path: {path}, md5: {md5}}}" for path, md5 in version.outs.items())
    (worktree / "dvc.lock").write_text(f"schema: '2.0'\nstages:\n  books-a:\n    cmd: a\n    outs:{outs}\n")
    listed = ", ".join(version.outs)
    (worktree / "dvc.yaml").write_text(f"stages:\n  books-a:\n    cmd: a\n    outs: [{listed}]\n")
    assert "has not published yet" in told(user.get("/run/books/run 2/").text)
    assert "Lost" in user.get("/run/books/run 2/dropped?text=lost").text
    assert user.get("/run/books/run 2/report", follow_redirects=False).status_code == 404
    assert client(root, hidden={"books"}).get("/run/books/run 2/").status_code == 404


def test_versions_are_points_of_quality_over_size_labelled_by_what_differs(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import dialogue_etl_versions as plugin  # noqa: PLC0415

    one = made.Version.load(root / "published/default/1")
    values: dict[str, Any] = {"c": {"extract": {"dialogue_gap": 525, "min_turns": 2}}}
    for commit, wrong, changed in (
        ("d", 0.05, {"dialogue_gap": 200}),
        ("e", 0.04, {"dialogue_gap": 200, "min_turns": 4}),
    ):
        (root / f"published/{commit}/1").mkdir(parents=True)
        total = {"dialogues": 3, "estimated_wrong_pairs": wrong}
        metrics = {**made.METRICS, "metrics/books/report.json": {"total": total}}
        known = {"variant": commit, "tag": f"dataset/{commit}/1", "commit": commit * 40, "metrics": metrics}
        replace(one, **known).save(root / f"published/{commit}/1")
        values[commit] = {"extract": {"dialogue_gap": 525, "min_turns": 2, **changed}}
    monkeypatch.setattr(plugin, "read_at", lambda _, commit: values[commit[0]])
    page = client(root).get("/curve?dag=books").text
    titles = re.findall("<h3>([^<]*)</h3>", page)
    assert titles[:2] == ["Turns with a speaker against size", "Wrong pairs, estimated ▾ against size"]
    assert "Wrong pairs ▾ against size" not in titles  # all have the same, which the table says
    assert "polyline" not in page
    assert "dialogue_gap 525" in told(page)
    assert "min_turns 4" in told(page)
    assert 'href="v/e/1/"' in page
    (root / "published/e/1/summary.json").unlink()
    titles = re.findall("<h3>([^<]*)</h3>", client(root).get("/curve?dag=books").text)
    assert titles[0] == "Dialogues"  # over the one parameter that differs
    assert "extract.dialogue_gap" in client(root).get("/curve?dag=books").text


def test_shares_of_languages_are_in_per_cent_where_the_table_of_quality_does_not_have_them() -> None:
    from dialogue_etl_versions import figures_of  # noqa: PLC0415 - imports Airflow

    of = {"dialogues": 1_955, "estimated_wrong_pairs": 0.0689, "estimated_wrong_pairs_within": 0.02}
    for languages, shown in ((["en"], {}), (["en", "nl"], {"Wrong pairs, estimated": "6.89%"})):
        metrics = {"metrics/books/report.json": {"languages": dict.fromkeys(languages, of)}}
        assert figures_of(metrics, "books")["en"] == {"Dialogues": "1,955"} | shown


def test_dialogues_are_sorted_and_drawn(root: Path) -> None:
    user = client(root)
    page = user.get(f"{V}/dialogues?order=longest").text
    assert page.index("id=b2%3A9") < page.index("id=b1%3A1")
    assert "Dialogues by turns 2 2 3 1" in told(page)
    assert 'href="?order=longest&amp;shortest=3&amp;longest=3"' in page
    assert user.get(f"{V}/dialogues?order=x").status_code == 422
    md5 = made.Version.load(root / "published/default/1").outs["data/books/extract/en"]
    (root / ".dvc/cache/files/md5" / md5[:2] / md5[2:]).unlink()  # certainties are not needed
    assert user.get(f"{V}/dialogues?order=longest").status_code == 200


def test_a_dialogue_is_shown_beside_that_of_another_version(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        made, "TRAIN", [made.dialogue("b1:1", "b1", [made.FIRST[0], made.turn("Only wind.")])]
    )
    made.make(root, 2)
    user = client(root)
    assert "against?other=dataset/default/2&amp;id=b1%3A1" in user.get(f"{V}/{HERE}").text
    from dialogue_etl_links import of_id  # noqa: PLC0415 - imports Airflow

    one, other = (made.Version.load(root / f"published/default/{number}") for number in (1, 2))
    page = user.get(of_id(other, one).removeprefix("../dialogues").replace("&amp;", "&") + "b1:1").text
    assert "b1:1 in dataset/default/1 and dataset/default/2" in told(page)
    assert "Only <mark>the</mark> <mark>&lt;b&gt;</mark>wind<mark>" in page
    gone = told(user.get("/v/default/2/against?other=dataset/default/1&id=b1:2").text)
    assert "dataset/default/2: no dialogue has these turns" in gone
    assert user.get(f"{V}/against?other=dataset/default/9&id=b1:1").status_code == 404
    assert user.get(f"{V}/against?other=dataset/default/2&id=b3").status_code == 200  # a book: the page of it


def test_a_version_shows_what_is_estimated_beside_what_was_measured(root: Path) -> None:
    page = told(client(root).get(f"{V}/").text)
    assert "Share Estimated Measured" in page
    assert "one holds several speakers 6.67% 7.12%" in page
    assert "Turns with a speaker turns whose speaker is known 28.6% –" in page


def test_buttons_of_a_task_lead_to_pages_there_are(root: Path) -> None:
    from dialogue_etl_links import STAGE_LINKS, of_version  # noqa: PLC0415

    user, outs = client(root), ("data/books/extract/en", "metrics/books/extract/en.json")
    shown = {name: link("books", "run+1", outs) for name, link in STAGE_LINKS.items()}
    assert set(shown) == {"Rows", "Left out", "Metrics", "Report"}
    for name, address in shown.items():
        answer = user.get(address.removeprefix("/dialogues"), follow_redirects=False)
        assert answer.status_code == (307 if name == "Report" else 200)
    assert "so to speak" in user.get(shown["Left out"].removeprefix("/dialogues")).text
    assert STAGE_LINKS["Left out"]("books", "run+1", ("data/books/report", "data/code")) == ""
    for address in of_version(made.Version.load(root / "published/default/1")):
        assert user.get(address.removeprefix("../dialogues")).status_code == 200


@pytest.mark.parametrize(
    ("id", "leads_to"),
    [
        ("b1:1", "dialogue?dataset=books+en&split=train&id=b1%3A1"),
        ("dialogue b1:1", "dialogue?dataset=books+en&split=train&id=b1%3A1"),
        ("b1:1#1", "dialogue?dataset=books+en&split=train&id=b1%3A1#t1"),
        ("b2:9", "dialogue?dataset=books+en&split=test&id=b2%3A9"),
    ],
)
def test_every_id_of_a_page_leads_to_its_dialogue(root: Path, id: str, leads_to: str) -> None:
    answer = client(root).get(f"{V}/find", params={"id": id}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (307, leads_to)


def test_ids_of_documents_and_of_what_was_left_out_have_a_page(root: Path) -> None:
    user = client(root)
    page = told(user.get(f"{V}/find?id=b3").text)
    assert "max_kl_divergence" in page
    left_out = next(row for row in made.DROPPED["extract"] if row["start"] is not None)
    page = user.get(f"{V}/find", params={"id": left_out["id"]})
    assert page.status_code == 200
    assert '<mark class="gone">' in page.text or '<mark class="here">' in page.text
    assert made.SCRIPT not in page.text
    answer = user.get(f"{V}/find?id=b1:7")
    assert answer.status_code == 404
    assert "b1:7: nothing has this id" in told(answer.text)
    for address in ("dialogues", "dropped", HERE):
        text = user.get(f"{V}/{address}").text
        ids = re.findall(r"<code>(b\d[^<]*)</code>", text)
        linked = re.findall(r'<a href="[^"]+">[^<]*<code>(b\d[^<]*)</code></a>', text)
        assert linked == ids != [], address


def test_a_dialogue_is_marked_by_those_who_may_run_the_dag(root: Path) -> None:
    given = {"id": "b1:1", "category": "non_conversational", "note": f"a sign {made.SCRIPT}"}
    user, other = client(root), {"Sec-Fetch-Site": "cross-site"}
    assert user.post(f"{V}/mark", data=given, headers=other).status_code == 403
    for wrong in ({"id": "b1:7"}, {"category": "x"}, {"category": ""}, {"note": "x" * 2_001}):
        assert user.post(f"{V}/mark", data=given | wrong).status_code in {404, 422}
    assert not (root / marks.FILE).exists()
    assert "Mark as a bad example" in told(user.get(f"{V}/{HERE}").text)
    answer = user.post(f"{V}/mark", data=given, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, HERE)
    page = user.get(f"{V}/{HERE}")
    assert "Marked as a bad example" in told(page.text)
    assert f"somebody: Non-conversational text – a sign {made.SCRIPT}" in told(page.text)
    assert made.SCRIPT not in page.text
    viewer = client(root, runs=False)
    assert viewer.post(f"{V}/mark", data=given).status_code == 403
    assert "<form" not in viewer.get(f"{V}/{HERE}").text
    found = answers.read([root / marks.FILE])
    assert [(one.annotator, one.id, one.errors) for one in found.marked] == [
        ("somebody", "dialogue b1:1", {"non_conversational"})
    ]
    assert found.given == []
