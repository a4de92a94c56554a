"""Mix: one dataset of those of the other sources."""

from dialogue_etl.formats import MIXED
from dialogue_etl.sources.base import Source
from dialogue_etl.sources.figures import LEAKED_PAIRS, OF_EVERY_SOURCE

SOURCE = Source(
    name="mix",
    unit="dialogue",
    about="one dataset made of those of other sources, by weights and caps",
    reads=("mix.sources",),
    language_list=(MIXED,),
    sections=("mix", "contamination", "gates", "package"),
    documents=("dataset", ""),
    last_stage="dataset",
    package_stage="dataset",
    figures=(*OF_EVERY_SOURCE, LEAKED_PAIRS),
)
