import json
import shutil

import pytest

from dialogue_etl.compare import results, terminal, versions
from dialogue_etl.compare.page import render
from tests.compare.threads_made import build
from tests.compare.versions_made import commit, enter, workspace

ONE = {"x:1": ["abc", "abd"], "x:2": ["abcd"], "y:1": ["ab"], "y:2": ["ab", "ac"]}
TWO = {"x:1": ["aBc"], "x:2": ["ab", "cd"], "y:1": ["ab"], "z:1": ["ab"]}
DROPS = [
    ("rules", "dialogue", "x:1:d", "x:1", "adverts"),
    ("ingest", "thread", "y:2", "y:2", "banned"),
]


@pytest.fixture
def root(tmp_path, monkeypatch):
    made = workspace(tmp_path / "ws")
    enter(made, monkeypatch)
    return made


@pytest.fixture
def tagged(root):
    def tag(name, *arguments, **more):
        shutil.rmtree(root / "made", ignore_errors=True)
        build(root, *arguments, **more)
        commit(root, name)

    return tag


@pytest.fixture
def both(root, tagged):
    tagged("one", ONE)
    tagged("two", TWO, drops=DROPS, splits={"y:1": "test"})
    return versions.compare(root, "one", "two")


def whys(reasons):
    return {(one["stage"], one["unit"], one["reason"]): one["dialogues"] for one in reasons}


def test_threads_are_compared_by_corpus_thread_and_comments(both):
    (found,) = both.languages
    assert (found.source, found.language, both.notes) == ("threads", "zh", [])
    assert found.dialogues == {
        "same": (1, 1),
        "changed": (1, 1),
        "split": (1, 2),
        "removed": (3, 0),
        "added": (0, 1),
    }
    assert found.sizes["all"] == {"documents": (4, 4), "dialogues": (6, 5), "utterances": (16, 11)}
    assert found.corpora["x"] == {
        "threads": (2, 2),
        "dialogues": (3, 3),
        "changed": (1, 1),
        "split": (1, 2),
        "removed": (1, 0),
    }
    listed = {name: [thread["id"] for thread in threads] for name, threads in found.documents.items()}
    assert listed == {"removed": ["y:2"], "added": ["z:1"], "moved": ["y:1"], "changed": ["x:1", "x:2"]}


def test_reasons_come_from_the_drops_of_the_version_without_the_dialogue(both):
    total = both.total
    assert whys(total.removed_by) == {
        ("rules", "dialogue", "adverts"): 1,
        ("ingest", "thread", "banned"): 2,
    }
    assert whys(total.added_by) == {("ingest", "thread", "not_listed"): 1}


GONE = {("classify", "thread", "no_dialogues"): 4, ("ingest", "thread", "not_listed"): 2}
NO_SPLIT = ("split", "thread", "y:2", "y:2", "banned")


@pytest.mark.parametrize(
    ("two", "kinds", "reasons"),
    [
        ({"threads": ONE}, {"same": (6, 6)}, {}),
        ({"threads": {}, "known": ["x:1", "x:2", "y:1"]}, {"removed": (6, 0)}, GONE),
        (
            {"threads": ONE | {"y:2": []}, "drops": [NO_SPLIT]},
            {"same": (4, 4), "removed": (2, 0)},
            {("split", "thread", "banned"): 2},
        ),
    ],
    ids=["the same files", "no dialogue is left", "a thread is in no split"],
)
def test_what_is_gone_has_its_reason(root, tagged, two, kinds, reasons):
    tagged("one", ONE)
    tagged("two", **two)
    found = versions.compare(root, "one", "two")
    assert (found.total.dialogues, whys(found.total.removed_by)) == (kinds, reasons)
    assert found.differs is bool(reasons)


def test_a_language_that_is_not_selected_says_so(root, tagged):
    tagged("one", ONE, languages=["en", "zh"])
    tagged("two", ONE, languages=["en"])
    found = versions.compare(root, "one", "two")
    assert [language.dialogues for language in found.languages] == [{"same": (6, 6)}, {"removed": (6, 0)}]
    assert whys(found.total.removed_by) == {("params", "thread", "languages"): 6}


def test_what_one_version_never_built_is_not_said_to_be_gone(root, tagged):
    tagged("one", ONE)
    tagged("two", ONE, languages=[], mix="two")
    found = versions.compare(root, "one", "two")
    assert found.languages == []
    assert found.notes == [
        "two has no threads: those of the other version are not compared",
        "the datasets of mix differ: they are compared by parameters and metrics alone",
    ]


def test_page_terminal_and_json_speak_of_threads(both):
    page = render(both)
    assert "<dt>threads</dt>" in page
    assert "2 threads with other dialogues" in page
    assert "book" not in page.partition("</style>")[2]
    assert "Chinese" in page
    said = "\n".join(str(line) for line in terminal.renderables(both))
    assert "1 thread removed" in said
    plain = json.loads(json.dumps(results.as_json(both)))
    assert plain["dialogues"]["split"] == [1, 2]
    (language,) = plain["languages"]
    assert language["numbers"] == {"removed": 1, "added": 1, "moved": 1, "changed": 2}
    assert language["documents"]["removed"][0]["reason"]["reason"] == "banned"


def test_another_number_of_shards_changes_nothing(root, tagged, both):
    tagged("three", TWO, drops=DROPS, splits={"y:1": "test"}, shards=3)
    other = versions.compare(root, "one", "three")
    assert results.as_json(other)["languages"] == results.as_json(both)["languages"]
