"""Field maps that people state: templates, namespaces, values of no parent, conversations of a table."""

import pytest

from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters import places_of
from dialogue_etl.sources.threads.adapters.records import Comment
from tests.sources.threads.test_exports_of_today import dumped

TABLE = "talk,turn,who,said\nx,1,ann,Hello\nx,2,bo,Hi\nx,3,bo,there\ny,1,cy,So?\n"
MAP = ["id={talk}.{turn}", "session=talk", "author=who", "text=said"]
PARTS = [
    {
        "meta.id": 1,
        "room": "tea",
        "up": -1,
        "body": ["One ", {"type": "b", "text": "cup"}, "?"],
        "name": "Ann",
    },
    {"meta.id": 2, "room": "tea", "up": 1, "body": "Two", "name": "Bo"},
    {"meta.id": 2, "room": "ale", "up": "none", "body": "No", "name": "Bo"},
]
MIXED = "talk,turn,who,said\nx,10,cy,Why?\ny,1,cy,So?\nx,9,bo,Hi\nx,first,bo,?\nx,8,ann,Hello\n"
ROOMS = ["id=meta.id", "namespace=room", "parent=up", "nobody=-1", "nobody=none", "author=name", "text=body"]


@pytest.mark.parametrize(
    ("data", "given", "expected"),
    [
        (TABLE, MAP, [("x.1", None, "Hello"), ("x.2", "x.1", "Hi\nthere"), ("y.1", None, "So?")]),
        (
            MIXED,
            [*MAP, "order=turn"],
            [("x.10", "x.9", "Why?"), ("x.8", None, "Hello"), ("x.9", "x.8", "Hi"), ("y.1", None, "So?")],
        ),
        (
            dumped(*PARTS),
            ROOMS,
            [("ale/2", None, "No"), ("tea/1", None, "One cup?"), ("tea/2", "tea/1", "Two")],
        ),
        (
            dumped(*PARTS),
            ["id={room}:{meta.id}", "text=[{name}] {body}", "parent=nothing"],
            [
                ("ale/2", None, "[Bo] No"),
                ("tea/1", None, "[Ann] ['One ', {'type': 'b', 'text': 'cup'}, '?']"),
                ("tea/2", None, "[Bo] Two"),
            ],
        ),
        (dumped(PARTS[1]), ["id=meta.id", "namespace=@folder", "text=body"], [("room/2", None, "Two")]),
        (
            dumped(
                {"pages": {"a": {"list": [{"id": 1, "text": "x"}]}, "b": {"list": [{"id": 2, "text": "y"}]}}}
            ),
            ["inside=pages.*", "inside=list"],
            [("1", None, "x"), ("2", None, "y")],
        ),
    ],
)
def test_what_a_stated_map_reads(tmp_path, data, given, expected):
    (tmp_path / "room").mkdir()
    path = tmp_path / "room" / "file"
    path.write_text(data)
    found = corpus_files.records(path, corpus_files.Form("tree", "en", fields=places_of("tree", given)))
    assert sorted((one.id, one.parent, one.text) for one in found if isinstance(one, Comment)) == expected


def test_an_order_without_a_conversation_is_refused():
    with pytest.raises(ValueError, match="session=PLACE"):
        places_of("tree", ["order=turn"])


@pytest.mark.parametrize("bad", ["id=", "id={a", "id=a}", "id={}", "id=a;b", "kind=a", "text=[x"])
def test_other_places_are_refused(bad):
    with pytest.raises(ValueError, match="should be FIELD=PLACE"):
        places_of("tree", [bad])
