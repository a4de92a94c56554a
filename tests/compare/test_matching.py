"""What became of dialogues and why, held against a plain search over all pairs."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dialogue_etl.compare import language
from dialogue_etl.compare.stored import Tables
from dialogue_etl.sources import SOURCES
from tests.tables import SCHEMAS

MIRRORED = {"split": "joined", "joined": "split", "removed": "added", "added": "removed"}
LETTERS = "abcdefghijkl"
# For each place whether a turn is there, which of two texts it has, and whether a dialogue begins with it.
versions = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=12, max_size=12)
few = settings(max_examples=5)  # of many books each: a comparison takes a quarter of a second


def turn(text, start, end, speaker=None):
    spans = [{"start": start, "end": end}]
    return {"text": text, "spans": spans, "speaker": speaker, "speaker_confidence": speaker and 0.5}


def grid(*dialogues):
    """Dialogues whose turns are letters: a stands at 10, b at 20 and so on, each 8 long."""
    places = {letter: 10 * (ord(letter) - 96) for letter in "abcdefghijklmnopqrstuvwxyz"}
    return [[(letter, places[letter], places[letter] + 8) for letter in said] for said in dialogues]


def version(drawn):
    """Dialogues over twelve places."""
    dialogues = []
    for letter, (there, other, begins) in zip(LETTERS, drawn, strict=True):
        if there:
            start = 10 * (ord(letter) - 96)
            if begins or not dialogues:
                dialogues.append([])
            dialogues[-1].append((letter.upper() if other else letter, start, start + 8))
    return dialogues


def tables(folder, books, text="", drops=(), schema=SCHEMAS["dialogues"]):
    """A version of books: lists of dialogues, these lists of turns (text, start, end, perhaps a speaker)."""
    rows = {
        ("postfilter", "dialogues"): [
            {"id": f"{id}:{said[0][1]}", "source_id": id, "turns": [turn(*one) for one in said]}
            for id in sorted(books)
            for said in books[id]
        ],
        ("split", "splits"): [
            {"source_id": id, "work_id": id, "split": "train", "dialogues": len(said), "utterances": 0}
            for id, said in books.items()
        ],
        ("download", "texts"): [{"id": id, "sha256": text} for id in books],
        ("extract", "drops"): [
            {
                "stage": "extract",
                "unit": "dialogue",
                "source_id": id,
                "start": start,
                "end": end,
                "reason": why,
            }
            for id, start, end, why in drops
        ],
    }
    files = {}
    for (stage, name), some in rows.items():
        path = folder / f"{stage}.parquet"
        pq.write_table(pa.Table.from_pylist(some, schema if name == "dialogues" else SCHEMAS[name]), path)
        files[stage, name] = [path]
    return Tables(None, {"postfilter": "", "split": ""}, files)


def compared(before, after, *, rewritten=False, drops=(), schema=SCHEMAS["dialogues"]):
    """Every dialogue that differs is an example."""
    with TemporaryDirectory() as folder:
        sides = Path(folder, "0"), Path(folder, "1")
        for side in sides:
            side.mkdir()
        one = tables(sides[0], before, "old", schema=schema)
        other = tables(sides[1], after, "new" if rewritten else "old", drops)
        return language.compare(SOURCES["books"], "en", (one, other), (True, True), 1_000)


def kinds(before, after, **more):
    """Ids and kinds of both sides."""
    return kinds_of(before, after, compared(before, after, **more))


def kinds_of(before, after, comparison):
    found = tuple(
        {f"{id}:{said[0][1]}": "same" for id in sorted(books) for said in books[id]}
        for books in (before, after)
    )
    for example in comparison.examples:
        for side, dialogues in zip(found, (example["before"], example["after"]), strict=True):
            side.update({dialogue["id"]: example["kind"] for dialogue in dialogues})
    return found


def expected(before, after, book):
    """Kinds by their definition: what overlaps, directly or through others, belongs together."""
    sides = [{f"{book}:{said[0][1]}": said for said in dialogues} for dialogues in (before, after)]
    nodes = [(at, id) for at, side in enumerate(sides) for id in side]
    group = {node: {node} for node in nodes}
    for one in nodes:
        for other in nodes:
            first, second = sides[one[0]][one[1]], sides[other[0]][other[1]]
            if first[0][1] < second[-1][2] and second[0][1] < first[-1][2]:
                together = group[one] | group[other]
                for node in together:
                    group[node] = together
    found = ({}, {})
    for at, id in nodes:
        members = [[i for side, i in group[at, id] if side == wanted] for wanted in (0, 1)]
        counts = len(members[0]), len(members[1])
        if counts == (1, 1):
            kind = "same" if sides[0][members[0][0]] == sides[1][members[1][0]] else "changed"
        else:
            several = {(True, True): "recut", (True, False): "joined", (False, True): "split"}
            kind = several[counts[0] > 1, counts[1] > 1] if all(counts) else "added" if at else "removed"
        found[at][id] = kind
    return found


@few
@given(st.lists(st.tuples(versions, versions), min_size=20, max_size=20))
def test_kinds_are_what_they_are_defined_to_be(drawn):
    """Books do not mix, counts add up, and the other way round is the mirror image."""
    before, after = ({f"b{n}": version(pair[side]) for n, pair in enumerate(drawn)} for side in (0, 1))
    comparison = compared(before, after)
    found = kinds_of(before, after, comparison)
    for book in before:
        for side, alone in enumerate(expected(before[book], after[book], book)):
            assert {id: kind for id, kind in found[side].items() if id.startswith(f"{book}:")} == alone
    for side in (0, 1):
        counted = {kind: pair[side] for kind, pair in comparison.dialogues.items() if pair[side]}
        assert counted == dict(Counter(found[side].values()))
    back = kinds(after, before)
    for side in (0, 1):
        assert found[side] == {id: MIRRORED.get(kind, kind) for id, kind in back[1 - side].items()}


def test_each_kind():
    before = {"b": grid("abc", "de", "fg", "hi", "jkl", "n")}
    after = {"b": grid("abc", "efg", "h", "i", "jkl", "q")}
    one, other = kinds(before, after)
    assert list(one.values()) == ["same", "joined", "joined", "split", "same", "removed"]
    assert list(other.values()) == ["same", "joined", "split", "split", "same", "added"]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ([("a", 10, 18), ("b", 20, 28)], [("b", 20, 28)], "changed"),  # though its id is another
        ([("x", 10, 18, "Anna"), ("y", 20, 28)], [("x", 10, 18, "Otto"), ("y", 20, 28)], "relabelled"),
        ([("x", 10, 18)], [("x", 10, 19)], "shifted"),
    ],
)
def test_one_dialogue_on_both_sides(before, after, kind):
    one, other = kinds({"b": [before]}, {"b": [after]})
    assert [*one.values(), *other.values()] == [kind, kind]


def test_in_a_rewritten_book_what_lies_behind_an_insertion_has_only_shifted():
    before = {"b": grid("ab", "cd", "ef", "gh")}
    after = {
        "b": [
            *grid("ab"),
            *([(text, start + 7, end + 7) for text, start, end in said] for said in grid("cd", "ef", "gh")),
        ]
    }
    one, other = kinds(before, after, rewritten=True)
    assert list(one.values()) == list(other.values()) == ["same", "shifted", "shifted", "shifted"]


def test_in_a_rewritten_book_places_are_counted_from_the_dialogue_before():
    before = {"b": grid("ab", "cdef", "gh", "ij")}
    moved = [(text, start + 1000, end + 1000) for text, start, end in grid("gh")[0]]
    near = {"b": [*grid("ab"), moved]}
    assert list(kinds(before, near, rewritten=True)[0].values()) == ["same", "removed", "shifted", "removed"]
    start = before["b"][3][0][1] + 1000  # as far as the one before it has moved
    found = compared(before, near, rewritten=True, drops=[("b", start, start + 5, "max_words")])
    reasons = {why["reason"]: why["dialogues"] for why in found.removed_by}
    assert reasons == {"max_words": 1, "not_found": 1}


stretches = st.tuples(st.integers(0, 120), st.integers(1, 50), st.sampled_from(["a", "b", "c"]))
dropped = st.lists(stretches, max_size=8)


@few
@given(st.lists(st.tuples(versions, dropped), min_size=20, max_size=20))
def test_the_rule_that_covers_most_of_a_removed_dialogue_is_its_reason(drawn):
    books = {f"b{n}": version(one) for n, (one, _) in enumerate(drawn)}
    drops = [
        (f"b{n}", start, start + length, why) for n, (_, of) in enumerate(drawn) for start, length, why in of
    ]
    kept = {id: [[("z", 900, 908)]] for id in books}
    for example in compared(books, kept, drops=drops).examples:
        if example["kind"] != "removed":
            continue
        (dialogue,) = example["before"]
        id, _, start = dialogue["id"].partition(":")
        start = int(start)
        end = next(said[-1][2] for said in books[id] if said[0][1] == start)
        covered = Counter()
        for book, first, past, why in drops:
            covered[why] += max(0, min(past, end) - max(first, start)) if book == id else 0
        best = max(covered.values(), default=0)
        reason = min(why for why, number in covered.items() if number == best) if best else "not_found"
        assert example["reason"]["reason"] == reason
