"""Mix: one dataset of those of the other sources."""

from dialogue_etl.formats import MIXED
from dialogue_etl.sources.base import Source

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
    trade_offs={
        "mix.sources": "more: more dialogues, of more kinds",
        "mix.weights": "the proportions limit the size: what is scarce and has a large weight, most",
        "mix.caps": "lower: fewer dialogues of that source",
    },
)
