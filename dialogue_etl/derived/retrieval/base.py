"""The knowledge base of an agent: pairs, and a full-text index of their triggers.

It is kept in a cache, named by a digest of its inputs, which are versioned instead: tantivy names its files
at random, so two indexes of the same pairs differ in their bytes.

    pairs.arrow     the rows of `PAIRS`, read in place
    index/          tantivy's: row number by terms
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from dialogue_etl.derived.retrieval.pairs import Pair
from dialogue_etl.derived.retrieval.terms import Terms

_FORM = 2  # of the cache; changes with its contents
_ROWS = 10_000
# tantivy's memory before it begins a second segment, whose order is not that of the rows: 20 million pairs.
_MEMORY = 1_000_000_000
_MOST_TERMS = 256  # of a question

PAIRS = pa.schema(
    [
        ("trigger", pa.string()),
        ("answer", pa.string()),
        ("interval_ms", pa.int64()),  # null where it is not known
        ("before", pa.int64()),  # row of the interaction before it in its conversation; null without
        ("source_id", pa.string()),
        ("dialogue_id", pa.string()),
        ("turn", pa.int64()),  # number of the answer in its dialogue, or of the record in its file, from 0
        ("title", pa.string()),
        ("corpus", pa.string()),
        ("url", pa.string()),
    ]
)


def key(inputs: Sequence[str], language: str, normalisers: Sequence[str]) -> str:
    """The name of a base in the cache.

    Args:
        inputs: digests of the files it is made of, in their order.
        language: BCP-47 tag.
        normalisers: that make the terms.
    """
    return hashlib.sha256(repr((_FORM, *inputs, language, sorted(normalisers))).encode()).hexdigest()[:32]


class Base:
    """Pairs that can be looked up."""

    def __init__(self, folder: Path) -> None:
        """Open what `build` wrote."""
        import tantivy  # noqa: PLC0415 - only agents need it

        self._pairs = pa.ipc.open_file(pa.memory_map(str(folder / "pairs.arrow")))
        self._index = tantivy.Index.open(str(folder / "index"))
        self._searcher = self._index.searcher()

    def lookup(self, terms: Sequence[str], most: int) -> dict[int, float]:
        """Rows of the pairs whose triggers hold some of the terms, with their BM25; of equal ones the first.

        Triggers that hold all terms in their order come first. The query is made of the terms, never read
        from a text: no sign in it has a meaning.
        """
        from tantivy import Occur, Query  # noqa: PLC0415

        schema = self._index.schema
        asked = [
            (Occur.Should, Query.term_query(schema, "terms", term, "freq"))
            for term in islice(dict.fromkeys(terms), _MOST_TERMS)
        ]
        if not asked:
            return {}
        found: dict[int, float] = {}
        if 1 < len(terms) <= _MOST_TERMS:
            whole = Query.const_score_query(Query.phrase_query(schema, "terms", list(terms)), 0)
            found |= self._search(Query.boolean_query([(Occur.Must, whole), *asked]), most)
        if len(found) < most:
            found |= self._search(Query.boolean_query(asked), most)
        return dict(islice(found.items(), most))

    def _search(self, query: Any, most: int) -> dict[int, float]:
        hits = self._searcher.search(query, most, count=False).hits
        rows = self._searcher.fast_field_values("row", [place for _, place in hits])
        ranked = sorted((-score, row) for (score, _), row in zip(hits, rows, strict=True))
        return {row: -score for score, row in ranked}

    def rows(self, numbers: Sequence[int]) -> list[dict[str, Any]]:
        """The pairs with these numbers, each read in its batch: `take` would join all batches first."""
        batches = (self._pairs.get_batch(number // _ROWS).slice(number % _ROWS, 1) for number in numbers)
        return [row for batch in batches for row in batch.to_pylist()]

    def __len__(self) -> int:
        """How many pairs there are."""
        whole = self._pairs.num_record_batches - 1
        return whole * _ROWS + self._pairs.get_batch(whole).num_rows if whole >= 0 else 0


def build(folder: Path, pairs: Iterable[Pair], terms: Callable[[str], Terms]) -> int:
    """Write a base of pairs into a new folder; how many there are."""
    import tantivy  # noqa: PLC0415

    builder = tantivy.SchemaBuilder().add_text_field(
        "terms", tokenizer_name="whitespace", index_option="position"
    )
    schema = builder.add_unsigned_field("row", fast=True).build()
    number = 0
    (folder / "index").mkdir(parents=True)
    writer = tantivy.Index(schema, str(folder / "index")).writer(_MEMORY, 1)
    with pa.OSFile(str(folder / "pairs.arrow"), "wb") as file, pa.ipc.new_file(file, PAIRS) as written:
        stream = iter(pairs)
        while rows := list(islice(stream, _ROWS)):
            columns = zip(*rows, strict=True)
            arrays = [pa.array(values, field.type) for values, field in zip(columns, PAIRS, strict=True)]
            written.write_batch(pa.RecordBatch.from_arrays(arrays, schema=PAIRS))
            for row in rows:
                text = " ".join(terms(row.trigger))
                writer.add_document(tantivy.Document.from_dict({"terms": text, "row": number}, schema))
                number += 1
    writer.commit()
    writer.wait_merging_threads()
    return number
