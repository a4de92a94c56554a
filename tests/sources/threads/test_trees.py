from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads.trees import NO_PARENT, Tree, stable_choice


@st.composite
def forests(draw):
    """Parents of up to 60 comments: each answers an earlier one, or none."""
    count = draw(st.integers(1, 60))
    parents = [NO_PARENT] + [draw(st.integers(NO_PARENT, number - 1)) for number in range(1, count)]
    order = draw(st.permutations(range(count)))
    place = {old: new for new, old in enumerate(order)}
    mixed = [NO_PARENT] * count
    for number, parent in enumerate(parents):
        mixed[place[number]] = NO_PARENT if parent == NO_PARENT else place[parent]
    return mixed


def naive(parents, number=NO_PARENT, path=(), max_depth=0):
    """Every path, by recursion."""
    answers = [child for child, parent in enumerate(parents) if parent == number]
    if path and (not answers or len(path) == max_depth):
        return [list(path)]
    return [found for child in answers for found in naive(parents, child, (*path, child), max_depth)]


@given(forests(), st.integers(0, 8))
def test_paths_are_those_of_a_naive_recursion(parents, max_depth):
    tree = Tree(parents, max_depth)
    paths = list(tree.paths())
    assert paths == naive(parents, max_depth=max_depth)
    assert tree.ends == [path[-1] for path in paths]
    assert tree.lengths == [len(path) for path in paths]
    assert tree.deep == sorted(set(range(len(parents))) - {number for path in paths for number in path})


@given(forests(), st.data())
def test_wanted_ends_give_their_paths_alone(parents, data):
    tree = Tree(parents)
    wanted = frozenset(data.draw(st.sets(st.sampled_from(tree.ends))))
    assert list(tree.paths(wanted)) == [path for path in naive(parents) if path[-1] in wanted]


def test_paths_come_one_by_one():
    """A caterpillar of 100,000 leaves has 5 billion places on its paths."""
    parents = [NO_PARENT]
    for number in range(1, 100_000):
        parents += [2 * number - 2, 2 * number - 2]
    paths = Tree(parents).paths()
    assert len(next(paths)) == 2
    assert len(next(paths)) == 3


def test_a_choice_is_stable():
    names = [f"leaf{number}" for number in range(100)]
    chosen = {names[number] for number in stable_choice(names, 10)}
    assert len(chosen) == 10
    assert {names[::-1][number] for number in stable_choice(names[::-1], 10)} == chosen
    rest = [name for name in names if name in chosen or int(name[4:]) % 2]
    assert {rest[number] for number in stable_choice(rest, 10)} == chosen
