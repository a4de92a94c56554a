"""Tasks are written, three people do them in a browser or in Label Studio, and what they say is counted."""

import json
import math
from xml.etree import ElementTree as ET

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from lxml import html as parser
from typer.testing import CliRunner

from dialogue_etl.cli.source_commands.emotions import app
from dialogue_etl.derived.emotions.labelling.labels import load
from dialogue_etl.errors import DialogueEtlError
from tests.browser import browser  # noqa: F401 - a fixture

LABELS = load("edos").labels
TOP = ["sad", "angry", "wishing"]


def run(*words):
    done = CliRunner().invoke(app, list(map(str, words)))
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def folder(tmp_path):
    """Two tasks: three dialogues and one, with a quiz of two each."""
    rows = [
        {"id": f"d{n}", "language": "en", "turns": ["How are you?", f"<b>Bad {n}"],
         "labels": [["neutral", "angry", "annoyed"], TOP], "chances": [[0.2, 0.1, 0.1], [0.95, 0.03, 0.02]]}
        for n in range(4)
    ]  # fmt: skip
    path = tmp_path / "data/emotions/initial/candidates/00000-of-00001.parquet"
    path.parent.mkdir(parents=True)
    pq.write_table(pa.Table.from_pylist(rows), path)
    weak = tmp_path / "data/emotions/weak"
    weak.mkdir()
    (weak / "thresholds.json").write_text('{"0.9": 0.9}', "utf-8")
    (tmp_path / "quiz").mkdir()
    quiz = "".join(f"{label} <SEP> sentence {label}\n" for label in range(6))
    (tmp_path / "quiz/known-train.txt").write_text(quiz, "utf-8")
    words = ["--data", tmp_path / "data", "--dialogues", 3, "--quiz-items", 2, "--per-label", 4]
    told = run("tasks", "--quiz", tmp_path / "quiz", "--output", tmp_path / "tasks", *words)
    assert "sad:" not in told
    assert "angry: 0 of 4" in told
    return tmp_path / "tasks"


def test_random_turns_offer_no_label_and_their_quiz_neither(folder):
    words = ["--data", folder.parent / "data", "--dialogues", 3, "--quiz-items", 1, "--random", 4]
    drawn = []
    for seed in (0, 0, 1):
        run("tasks", "--quiz", folder.parent / "quiz", "--output", folder, "--seed", seed, *words)
        rows = list(map(json.loads, (folder / "tasks.jsonl").read_text("utf-8").splitlines()))
        assert [row["offered"] for row in rows] == [[]] * 6
        drawn.append({row["dialogue"] for row in rows if not row["known"]})
    assert len(drawn[0]) == 4
    assert drawn[0] == drawn[1] != drawn[2]


def items(folder, task):
    rows = map(json.loads, (folder / "tasks.jsonl").read_text("utf-8").splitlines())
    return [row for row in rows if row["task"] == task]


def label_of(worker, row, place):
    """Ann and Bob know the quiz, Cyd does not; of dialogues they agree but on the last, where two differ."""
    if row["known"]:
        return row["known"] if worker != "Cyd" else next(one for one in LABELS if one not in row["offered"])
    return {"Ann": "sad", "Bob": "sad" if place < 2 else "caring", "Cyd": "caring"}[worker]


def said(folder, worker):
    """Item → label, of the first task."""
    rows = items(folder, "task-1")
    places = {row["id"]: place for place, row in enumerate(row for row in rows if not row["known"])}
    return {row["id"]: label_of(worker, row, places.get(row["id"], 0)) for row in rows}


def check(folder, files, workers):
    """What is counted, by hand: of three dialogues Ann and Bob agree on two; what Cyd says does not count."""
    out = folder / "labelled.jsonl"
    words = ["--key", folder / "tasks.jsonl", "--min-right", 2, "--output", out]
    told = json.loads(run("tally", *files, *words))
    ann, bob, cyd = workers
    assert [(one["worker"], one["right"], one["answered"], one["passed"]) for one in told["workers"]] == [
        (ann, 2, 5, True),
        (bob, 2, 5, True),
        (cyd, 0, 5, False),
    ]
    assert told["bonus"] == [[ann, "task-1"], [bob, "task-1"]]
    assert (told["items"], told["answered"], told["agreed"]) == (4, 3, 2)
    # Sad five times of six, so chance is 26/36; two of three pairs agree.
    assert told["kappa"] == pytest.approx((2 / 3 - 26 / 36) / (1 - 26 / 36))
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [(row["label"], row["votes"], len(row["turns"])) for row in rows] == [("sad", 2, 2)] * 2


def test_items_are_in_one_task_and_pages_do_not_tell_the_quiz(folder):
    both = [items(folder, name) for name in ("task-1", "task-2")]
    assert [(len(rows), sum(bool(row["known"]) for row in rows)) for rows in both] == [(5, 2), (3, 2)]
    shown = [tuple(row["turns"]) for rows in both for row in rows]
    assert len(set(shown)) == len(shown) == 8
    page = parser.fromstring((folder / "task-1.html").read_text("utf-8"))
    units = json.loads(page.find(".//script").text)["units"]
    assert [unit["id"] for unit in units] == [row["id"] for row in both[0]]
    assert {len(unit["offered"]) for unit in units} == {3}
    assert "known" not in units[0]
    assert all(row["known"] in row["offered"] for row in both[0] if row["known"])


def test_label_studio_gives_the_same(folder):
    given = json.loads((folder / "label-studio.json").read_text("utf-8"))
    choices = ET.parse(folder / "label-studio.xml").iter("Choice")
    assert [choice.get("value") for choice in choices] == list(LABELS)
    for row in given:
        id = row["data"]["item"]
        row["annotations"] = [
            {
                "completed_by": {"email": worker},
                "result": [{"from_name": "label", "value": {"choices": [said(folder, worker)[id]]}}],
            }
            for worker in ("Ann", "Bob", "Cyd")
            if row["data"]["task"] == "task-1"
        ]  # fmt: skip
    path = folder / "export.json"
    path.write_text(json.dumps(given), "utf-8")
    check(folder, [path], ("Ann", "Bob", "Cyd"))


def test_statistics_of_a_labelled_dataset(tmp_path):
    turns = [{"text": "Oh", "labels": [{"scheme": "edos", "label": one}]} for one in ("sad", "wishing")]
    pq.write_table(pa.Table.from_pylist([{"turns": turns}, {"turns": turns[:1]}]), tmp_path / "train.parquet")
    told = json.loads(run("statistics", tmp_path, "--output", tmp_path / "flow"))
    assert (told["dialogues"], told["turns"], told["by_label"]["sad"]) == (2, 3, [2, 2])
    drawn = json.loads((tmp_path / "flow/flow.json").read_text("utf-8"))
    assert drawn["links"] == [{"turn": 1, "source": "sad", "target": "wishing", "dialogues": 1}]
    page = parser.fromstring((tmp_path / "flow/flow.html").read_text("utf-8"))
    assert len(page.findall(".//rect")) == 2
    assert not page.findall(".//script")


def test_labels_of_two_files_are_compared(tmp_path):
    (tmp_path / "counts.json").write_text('{"sad": 1, "joyful": 1}', "utf-8")
    (tmp_path / "ours").mkdir()
    (tmp_path / "ours/one.csv").write_text("label,text\nsad,a\nsad,b\nsad,c\njoy,d\n", "utf-8")
    told = json.loads(run("labels", "compare", tmp_path / "counts.json", tmp_path / "ours"))
    assert told["labels"] == [2, 4]
    assert told["from_second"] == pytest.approx(0.5 * math.log(2 / 3) + 0.5 * math.log(2))
    assert told["from_first"] == pytest.approx(0.75 * math.log(1.5) + 0.25 * math.log(0.5))


def test_published_labels_are_added_as_they_are(tmp_path):
    (tmp_path / "dialogues_text.txt").write_text("It is late . __eou__ Hooray ! __eou__\n", "utf-8")
    (tmp_path / "dialogues_emotion.txt").write_text("0 4\n", "utf-8")
    (tmp_path / "dev.tsv").write_text("Thank you\t15\ta\n", "utf-8")
    for name in ("sentences", "dialogues", "elsewhere"):
        (tmp_path / "emotions" / name).mkdir(parents=True)
    told = run(
        "labels", "add", tmp_path / "dialogues_text.txt", "--scheme", "dailydialog", "--workspace", tmp_path
    )
    assert "none 1, happiness 1" in told
    rows = [
        json.loads(line) for line in (tmp_path / "emotions/dialogues/dailydialog-dialogues_text.jsonl").open()
    ]
    assert rows[1] == {
        "turns": ["It is late .", "Hooray !"], "label": "happiness", "id": "1.2", "scheme": "dailydialog"
    }  # fmt: skip
    run(
        "labels",
        "add",
        tmp_path / "dev.tsv",
        "--scheme",
        "goemotions",
        "--workspace",
        tmp_path,
        "--to",
        "elsewhere",
    )
    (row,) = (tmp_path / "emotions/elsewhere/goemotions-dev.jsonl").read_text("utf-8").splitlines()
    assert json.loads(row)["label"] == "gratitude"
    (tmp_path / "own.csv").write_text("label,text\nhappy,x\n", "utf-8")
    with pytest.raises(DialogueEtlError, match="'happy': not a label of meld"):
        run("labels", "add", tmp_path / "own.csv", "--scheme", "meld", "--workspace", tmp_path)


@pytest.mark.slow
@pytest.mark.long
def test_three_people_in_a_browser(folder, browser):  # noqa: F811 - the fixture
    files = []
    for worker in ("Ann", "Bob", "Cyd"):
        context = browser.new_context(offline=True)
        page = context.new_page()
        page.goto((folder / "task-1.html").as_uri())
        page.fill("#annotator", worker)
        page.press("#annotator", "Enter")
        for place, (id, label) in enumerate(said(folder, worker).items()):
            if place == 3:  # answers are there again after the page was closed
                page.reload()
                assert page.inner_text("#done") == "3 of 5 labelled"
            offered = next(row["offered"] for row in items(folder, "task-1") if row["id"] == id)
            if label in offered:
                page.keyboard.press(str(offered.index(label) + 1))
            else:
                page.keyboard.press("o")
                page.select_option("#other", label)
                page.keyboard.press("Escape")
            assert page.locator("#categories :checked").count() == (label in offered)
            page.keyboard.press("ArrowRight")
        with page.expect_download() as waited:
            page.keyboard.press("s")
        files.append(folder / waited.value.suggested_filename)
        waited.value.save_as(files[-1])
        # What was downloaded is loaded again.
        page.evaluate("localStorage.clear()")
        page.reload()
        page.set_input_files("#file", files[-1])
        page.wait_for_function("document.getElementById('done').textContent === '5 of 5 labelled'")
        context.close()
    assert files[0].name == "task-1-Ann.jsonl"
    check(folder, files, ("Ann", "Bob", "Cyd"))
