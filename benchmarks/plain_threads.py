"""`python -m benchmarks.plain_threads IN.jsonl OUT`: dialogues in few lines, as a measure of speed.

The least that somebody would write in place of `ingest`, `extract`, `rules`, `split` and `package`: trees, 13
rules in one pass over distinct texts, adverts, split, Parquet; in one process, in memory. It masks no private
data, says of nothing why it was dropped, knows one form, no orphans, cycles, bots, blacklists, names and
languages, applies no rule again to what another left, and has no shards to continue from.
"""

import re
import sys
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

_CUTS = [
    (re.compile(pattern), put)
    for pattern, put in (
        (r"回[复覆復] ?@[\w\-·]{1,30}[:：]? ?", ""),
        (r"<[^<>]{0,500}>", ""),
        (r"https?://[A-Za-z0-9\-._~:/?#&=%]+", " "),
        (r"【[^【】]{0,60}】", ""),
        (r"\[[^\[\]\n]{0,20}\]", ""),
        (r"#[^#\n]{1,60}#", ""),
        (r":[A-Za-z][A-Za-z0-9_+-]{1,30}:", ""),
        (r"//@.*", ""),
        (r"@[\w\-·]{1,30} ?", ""),
        (r"[….]{1,6} ?(?:显示全部|全文)\Z", ""),
        (r"[\U0001f000-\U0001faff\u2600-\u27bf\u200b-\u200f]", ""),
        (r"(.{1,8}?)\1{5,}", r"\1\1\1"),
        (r"\s+", " "),
    )
]
_LEAST, _MOST, _ADVERT, _POSTS = 2, 200, 20, 2
_COMMENTS = """
WITH links AS (
    SELECT id, parent, text FROM read_json_auto($path) WHERE text NOT IN ('[deleted]', '此评论已删除')
)
SELECT *, id NOT IN (SELECT parent FROM links WHERE parent IS NOT NULL) AS leaf FROM links
"""
_SPLIT = """
SELECT *, CASE WHEN place < 90 THEN 'train' WHEN place < 95 THEN 'validation' ELSE 'test' END AS split
FROM (SELECT *, hash(thread) % 100 AS place FROM found)
"""


def main(source: str, output: str) -> None:
    """Read comments, write a dataset."""
    rows = duckdb.sql(_COMMENTS, params={"path": source}).to_arrow_table()
    ids, parents, texts, leaves = (rows[name].to_pylist() for name in ("id", "parent", "text", "leaf"))
    place = {id: number for number, id in enumerate(ids)}
    clean = {text: _cleaned(text) for text in set(texts)}
    said = [clean[text] for text in texts]
    above = [place.get(parent, -1) for parent in parents]
    posts: dict[str, set[str]] = {}
    for number, up in enumerate(above):
        if up >= 0 and (answer := said[number]) and len(answer) > _ADVERT:
            posts.setdefault(answer, set()).add(texts[up])
    adverts = {answer for answer, under in posts.items() if len(under) > _POSTS}
    dialogues: list[tuple[str, str, list[int]]] = []
    for number, leaf in enumerate(leaves):
        if not leaf:
            continue
        path = [number]
        while above[path[-1]] >= 0:
            path.append(above[path[-1]])
        root, piece = ids[path[-1]], list[int]()
        for turn in (*reversed(path), -1):
            if turn >= 0 and said[turn] and said[turn] not in adverts:
                piece.append(turn)
                continue
            if len(piece) >= _LEAST:
                dialogues.append((f"{root}:{ids[piece[-1]]}", root, piece))
            piece = []
    found = pa.table(
        {
            "id": [id for id, _, _ in dialogues],
            "thread": [root for _, root, _ in dialogues],
            "turns": [[said[turn] for turn in piece] for _, _, piece in dialogues],
        }
    )
    base = duckdb.connect()
    base.register("found", found)
    table = base.sql(_SPLIT).to_arrow_table()
    Path(output).mkdir(parents=True)
    for name in ("train", "validation", "test"):
        part = table.filter(pc.equal(table["split"], name))
        pq.write_table(part, f"{output}/{name}.parquet", compression="zstd")


def _cleaned(text: str) -> str:
    for pattern, put in _CUTS:
        text = pattern.sub(put, text)
    text = text.strip()
    return text if _LEAST <= len(text) <= _MOST and re.search(r"[\u3400-\u9fff]", text) else ""


if __name__ == "__main__":
    main(*sys.argv[1:])
