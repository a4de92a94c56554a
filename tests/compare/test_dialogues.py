from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.compare.dialogues import KINDS, compare
from tests.compare.made import grid, table

MIRRORED = {"split": "joined", "joined": "split", "removed": "added", "added": "removed"}
LETTERS = "abcdefghijkl"
# For each place whether a turn is there, which of two texts it has, and whether a dialogue begins with it.
versions = st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=12, max_size=12)


def version(drawn):
    """Dialogues over twelve places."""
    dialogues = []
    for letter, (there, other, begins) in zip(LETTERS, drawn, strict=True):
        if there:
            start = 10 * (ord(letter) - 96)
            said = (letter.upper() if other else letter, start, start + 8)
            if begins or not dialogues:
                dialogues.append([])
            dialogues[-1].append(said)
    return dialogues


def kinds(before, after, rewritten=()):
    """Ids and kinds of both sides."""
    sides = compare(table(before), table(after), rewritten)
    return tuple(
        dict(zip(side.table["id"].to_pylist(), (KINDS[kind] for kind in side.kind), strict=True))
        for side in sides
    )


def groups(before, after):
    """The ids that belong together, of both sides."""
    sides = compare(table(before), table(after))
    found = {}
    for at, side in enumerate(sides):
        for id, group in zip(side.table["id"].to_pylist(), side.group.tolist(), strict=True):
            found.setdefault(group, (set(), set()))[at].add(id)
    return sorted((sorted(one), sorted(other)) for one, other in found.values())


def expected(before, after):
    """Kinds by their definition: what overlaps, directly or through others, belongs together."""
    sides = [{f"b:{said[0][1]}": said for said in dialogues} for dialogues in (before, after)]
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


@given(versions)
def test_a_version_is_the_same_as_itself(drawn):
    books = {"b": version(drawn), "c": version(drawn)}
    assert set().union(*(side.values() for side in kinds(books, books))) <= {"same"}


@given(versions, versions)
def test_kinds_are_what_they_are_defined_to_be(one, other):
    before, after = version(one), version(other)
    assert kinds({"b": before}, {"b": after}) == expected(before, after)


@given(versions, versions)
def test_the_other_way_round_is_the_mirror_image(one, other):
    before, after = {"b": version(one)}, {"b": version(other)}
    forth, back = kinds(before, after), kinds(after, before)
    for at in (0, 1):
        assert forth[at] == {id: MIRRORED.get(kind, kind) for id, kind in back[1 - at].items()}
    assert groups(before, after) == sorted((one, other) for other, one in groups(after, before))


@given(versions, versions, versions, versions)
def test_counts_add_up_and_books_do_not_mix(a, b, c, d):
    before, after = {"b": version(a), "c": version(b)}, {"b": version(c), "c": version(d)}
    together = kinds(before, after)
    for book in "bc":
        alone = kinds({book: before[book]}, {book: after[book]})
        for at in (0, 1):
            assert alone[at] == {id: kind for id, kind in together[at].items() if id.startswith(book)}
    counted = [Counter(side.values()) for side in together]
    assert counted[0]["same"] == counted[1]["same"]
    assert counted[0]["changed"] == counted[1]["changed"]
    net = {kind: counted[1][kind] - counted[0][kind] for kind in KINDS}
    assert counted[0].total() + sum(net.values()) == counted[1].total()
    assert (
        counted[0].total()
        - counted[0]["removed"]
        + counted[1]["added"]
        + sum(net[kind] for kind in ("split", "joined", "recut"))
        == counted[1].total()
    )


def test_each_kind():
    before = {"b": grid("abc", "de", "fg", "hi", "jkl", "n")}
    after = {"b": grid("abc", "efg", "h", "i", "jkl", "q")}
    one, other = kinds(before, after)
    assert list(one.values()) == ["same", "joined", "joined", "split", "same", "removed"]
    assert list(other.values()) == ["same", "joined", "split", "split", "same", "added"]


def test_another_first_turn_is_a_change_not_another_dialogue():
    assert kinds({"b": grid("abc")}, {"b": grid("bc")}) == ({"b:10": "changed"}, {"b:20": "changed"})


def test_other_speakers_are_a_kind_of_their_own():
    said = [("x", 10, 18, "Anna"), ("y", 20, 28, None)]
    other = [("x", 10, 18, "Otto"), ("y", 20, 28, None)]
    assert kinds({"b": [said]}, {"b": [other]}) == ({"b:10": "relabelled"}, {"b:10": "relabelled"})


def test_the_same_words_from_other_places_are_shifted():
    assert kinds({"b": [[("x", 10, 18)]]}, {"b": [[("x", 10, 19)]]}) == (
        {"b:10": "shifted"},
        {"b:10": "shifted"},
    )


def test_tables_without_speakers_are_compared_by_what_they_have():
    new = table({"b": grid("ab")})
    rows = [
        {**row, "turns": [{"text": turn["text"], "spans": turn["spans"]} for turn in row["turns"]]}
        for row in new.to_pylist()
    ]
    old = new.schema.empty_table().from_pylist(rows)
    sides = compare(old, new)
    assert [side.kind.tolist() for side in sides] == [[0], [0]]


def test_in_a_rewritten_book_what_lies_behind_an_insertion_has_only_shifted():
    before = {"b": grid("ab", "cd", "ef", "gh")}
    after = {
        "b": [
            *grid("ab"),
            *([(text, start + 7, end + 7) for text, start, end in said] for said in grid("cd", "ef", "gh")),
        ]
    }
    one, other = kinds(before, after, ["b"])
    assert list(one.values()) == list(other.values()) == ["same", "shifted", "shifted", "shifted"]


def test_in_a_rewritten_book_places_are_counted_from_the_dialogue_before():
    before = {"b": grid("ab", "cdef", "gh", "ij")}
    moved = [(text, start + 1000, end + 1000) for text, start, end in grid("gh")[0]]
    near = {"b": [*grid("ab"), moved]}
    assert list(kinds(before, near, ["b"])[0].values()) == ["same", "removed", "shifted", "removed"]
    sides = compare(table(before), table(near), ["b"])
    # Behind the shifted one, by as much as it has shifted.
    assert (sides[0].starts[3], sides[0].ends[3]) == (
        before["b"][3][0][1] + 1000,
        before["b"][3][-1][2] + 1000,
    )


def test_an_empty_side():
    one, other = kinds({"b": grid("ab", "cd")}, {})
    assert (set(one.values()), other) == ({"removed"}, {})
    assert kinds({}, {}) == ({}, {})
