"""The page that asks two agents: what it shows, and what it keeps to itself."""

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.plugins.published import client as client_of
from tests.plugins.published import make, other_scripts, refuses_strangers

pytestmark = pytest.mark.slow  # imports Airflow

SOURCE = {
    "document": "b1",
    "dialogue": "b1:7",
    "turn": 3,
    "trigger": "Where is <it>?",
    "title": "A <b>Book</b>",
    "corpus": "",
    "url": "https://books.test/1?a=1&b=2",
}


class Fake:
    """Agents that answer with what they were asked; of one version there is none."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def names(self, version: str) -> list[str]:
        from dvc_airflow.programs import ProgramError  # noqa: PLC0415

        if version == "dataset/default/2":
            raise ProgramError("it is <gone>: dvc fetch")
        return ["books en", "threads zh"]

    def answers(self, version: str, name: str, history: Any, n: int) -> list[dict[str, Any]]:
        self.asked.append((version, name, tuple(history)))
        if history[-1] == "nothing":
            return []
        texts = (f"{version} {name} says <script>alert({number})</script>" for number in range(n))
        return [
            {"text": text, "score": 0.5, "source": SOURCE if name == "books en" else None} for text in texts
        ]


@pytest.fixture
def fake() -> Fake:
    return Fake()


def client(published: Path, agents: Any, **who: Any) -> Any:
    from dialogue_etl_chat import chat_app  # noqa: PLC0415

    return client_of(chat_app(published, agents), **who)


def past(page: str) -> str:
    (value,) = re.findall('name="past" value="([^"]*)"', page)
    return html.unescape(value)


def test_every_route_asks_for_a_user_before_anybody_is_asked(tmp_path: Path, fake: Fake) -> None:
    from dialogue_etl_chat import chat_app  # noqa: PLC0415

    refuses_strangers(chat_app(tmp_path, fake), {"GET": ["/"], "POST": ["/"]})
    assert fake.asked == []


def test_both_answer_with_their_sources_and_texts_are_escaped(tmp_path: Path, fake: Fake) -> None:
    make(tmp_path, "default", 1)
    user = client(tmp_path, fake)
    first = user.get("/")
    assert '<option value="dataset/default/1" selected>' in first.text
    assert fake.asked == []
    form = {"version0": "dataset/default/1", "agent0": "books en", "version1": ".", "agent1": "threads zh"}
    answer = user.post("/", data={**form, "question": " Where <i>are</i> you? "})
    page = answer.text
    question = "Where <i>are</i> you?"
    assert fake.asked == [("dataset/default/1", "books en", (question,)), (".", "threads zh", (question,))]
    assert "Where &lt;i&gt;are&lt;/i&gt; you?" in page
    assert "dataset/default/1 books en says &lt;script&gt;alert(0)" in page
    assert '<a href="https://books.test/1?a=1&amp;b=2" rel="noreferrer">A &lt;b&gt;Book&lt;/b&gt;</a>' in page
    link = '<a href="../dialogues/v/default/1/find?id=b1%3A7"><code>b1:7</code></a>'
    assert f"{link}, turn 3 · score 0.500" in page
    assert "answers: Where is &lt;it&gt;?" in page
    assert page.count("<summary>3 more</summary>") == 2
    assert other_scripts(answer) == other_scripts(first) == 0
    assert "<i>" not in page
    assert first.headers["content-security-policy"].startswith("default-src 'none'")
    # The conversation goes on, on each side with its own answers; and ends when one starts again.
    then = user.post("/", data={**form, "question": "And then?", "past": past(page)}).text
    assert fake.asked[-1][2] == (question, ". threads zh says <script>alert(0)</script>", "And then?")
    assert len(json.loads(past(then))) == 2
    assert then.count(link) == 1 + 4  # of the best answer before, and of all now
    assert past(user.post("/", data={**form, "past": past(then), "again": "1"}).text) == "[]"


@pytest.mark.parametrize(
    "said",
    [
        "",
        "[",
        "{}",
        "7",
        '[{"question": 1}]',
        '[{"question": 1, "said": []}]',
        '[{"question": "a", "said": [{"answers": [7], "problem": ""}]}]',
    ],
)
def test_a_conversation_that_is_none_is_forgotten(tmp_path: Path, fake: Fake, said: str) -> None:
    answer = client(tmp_path, fake).post("/", data={"question": "Hm?", "past": said})
    assert answer.status_code == 200
    assert [history for *_, history in fake.asked] == [("Hm?",)] * 2


def test_only_web_addresses_are_links_and_what_is_missing_is_told(tmp_path: Path, fake: Fake) -> None:
    make(tmp_path, "default", 2)
    said = {
        "answers": [{"text": "x", "score": 1, "source": {**SOURCE, "url": "javascript:alert(1)"}}],
        "problem": "",
    }
    before = json.dumps([{"question": "a", "said": [said, said]}])
    form = {"version0": "dataset/default/2", "version1": "dataset/<other>", "question": "Hm?", "past": before}
    page = client(tmp_path, fake).post("/", data=form).text
    assert "javascript" not in page.replace(html.escape(past(page)), "")
    assert page.count("it is &lt;gone&gt;: dvc fetch") >= 2
    assert page.count("there is no version dataset/&lt;other&gt;") >= 2
    assert fake.asked == []
    nothing = client(tmp_path, fake).post("/", data={"question": "nothing"}).text
    assert nothing.count("No answer") == 2
    assert client(tmp_path, fake).post("/", data={"question": "a" * 300_000}).status_code == 413


def test_of_a_dag_that_one_may_not_see_nobody_answers(tmp_path: Path, fake: Fake) -> None:
    make(tmp_path, "default", 1)
    user = client(tmp_path, fake, hidden={"books"})
    page = user.post("/", data={"version0": "dataset/default/1", "version1": ".", "question": "Hm?"}).text
    assert page.count("there is no version dataset/default/1") >= 2
    assert page.count("there is no version .<") >= 2
    assert fake.asked == []
    assert "<option" not in re.sub('<option value="">none</option>', "", page)
