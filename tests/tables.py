"""Every table of the pipeline, those of single sources too."""

from dialogue_etl.core import tables
from dialogue_etl.core.shards import ShardWriter
from dialogue_etl.sources import SOURCES

SCHEMAS = dict(tables.SCHEMAS)
for source in SOURCES.values():
    SCHEMAS |= source.schemas


def writer(folder, index, count, names):
    """A writer of any of them."""
    return ShardWriter(folder, index, count, (), **{name: SCHEMAS[name] for name in names})
