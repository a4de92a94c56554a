import numpy as np

from dialogue_etl import word_counts
from dialogue_etl.word_counts import CountsWriter, parts_for, read_part


def words(*numbers):
    return np.array(numbers, np.uint64)


def counts(*numbers):
    return np.array(numbers, np.int64)


LOW, MIDDLE, HIGH = 5, (1 << 63) + 7, (1 << 64) - 1


def rows(part):
    columns = (part.words, part.shards, part.owners, part.counts)
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


def test_parts_are_ranges_of_words_over_all_shards(tmp_path):
    paths = [tmp_path / "a", tmp_path / "b"]
    with CountsWriter(paths[0], 2) as writer:
        writer.add(0, words(LOW, MIDDLE), counts(1, 2))
        writer.add(1, words(LOW, HIGH), counts(3, 4))
    with CountsWriter(paths[1], 2) as writer:
        writer.add(0, words(HIGH), counts(5))
    assert rows(read_part(paths, 0, 2)) == [(LOW, 0, 0, 1), (LOW, 0, 1, 3)]
    assert rows(read_part(paths, 1, 2)) == [(MIDDLE, 0, 0, 2), (HIGH, 0, 1, 4), (HIGH, 1, 0, 5)]


def test_counts_written_in_several_goes_are_all_there(tmp_path, monkeypatch):
    monkeypatch.setattr(word_counts, "_HELD_ROWS", 2)
    with CountsWriter(tmp_path / "a", 3) as writer:
        for owner in range(5):
            writer.add(owner, words(LOW, MIDDLE, HIGH), counts(owner + 1, 1, 1))
    read = [rows(read_part([tmp_path / "a"], part, 3)) for part in range(3)]
    assert [[row[2] for row in part] for part in read] == [[0, 1, 2, 3, 4]] * 3
    assert [row[3] for row in read[0]] == [1, 2, 3, 4, 5]


def test_nothing_counted_is_nothing_read(tmp_path):
    with CountsWriter(tmp_path / "a", 2):
        pass
    assert rows(read_part([tmp_path / "a"], 1, 2)) == []


def test_more_text_is_counted_in_more_parts(tmp_path, monkeypatch):
    path = tmp_path / "shard"
    path.write_bytes(b"x" * 100)
    assert parts_for([path]) == 1
    monkeypatch.setattr(word_counts, "_BYTES_PER_PART", 40)
    assert parts_for([path, path]) == 6
