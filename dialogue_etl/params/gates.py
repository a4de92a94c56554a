"""The parameters of what stops a dataset before it is published. They change nothing of it."""

from dialogue_etl.parameter import Section, parameter


class Gates(Section):
    """What a dataset may have wrong with it and still be published; a person may let one pass."""

    max_loss: float = parameter(20.0, "% of the last version's", ge=0, le=100)
    """Stop if more books or threads, dialogues or utterances than this are gone since the last version of the
    variant, of a language that both have or in all: a mirror or a language that fails takes most of them; 100
    turns it off.
    """
    max_split_works: int = parameter(
        0,
        "works",
        source="Csáky & Recski 2021, section 3: all of a book is in one split",
        ge=-1,
        le=10_000_000,
    )
    """Stop if more works than this are in two splits; threads are works, and need Parquet or JSON Lines for
    it, as mixes do; -1 turns it off.
    """
    schema_rows: bool = parameter(True)
    """Stop if a file of the dataset is missing or damaged, or a row is not what the data contract says; of
    threads also if a speaker is named though threads.speakers is not names, or a placeholder as <PHONE> is
    broken.
    """
    equal_forms: bool = parameter(True)
    """Stop if Parquet, JSON Lines, the other forms and the list (books.tsv, corpora.tsv) do not hold the same
    number of dialogues of each split.
    """
    max_offset_errors: int = parameter(0, "utterances", ge=-1, le=1_000_000_000)
    """Stop if the places of more utterances than this do not give their words back from the stored text;
    needs Parquet; threads and mixes have no stored text, and this gate does not stop them; -1 turns it off.
    """
    max_same_ids: int = parameter(0, "dialogues", ge=-1, le=1_000_000_000)
    """Stop if more dialogues than this have the id of another one; -1 turns it off."""
    max_duplicates: float = parameter(0.01, "share of dialogues", ge=0, le=1)
    """Stop if more dialogues than this say word for word what another one of their split says: editions that
    were not found, or texts that are in a file twice. In 130 books of eight languages 4 of 12,527 do; short
    ones coincide more often the more there are. Equal answers in one thread are not counted: of 19,679
    dialogues of LCCC no others are equal. Needs Parquet or JSON Lines; 1 turns it off.
    """
    max_leaked: float = parameter(
        0.01,
        "share of dialogues of validation and test",
        source="Lee et al. 2022, Deduplicating Training Data Makes Language Models Better: what a model "
        "was trained on does not test it",
        ge=0,
        le=1,
    )
    """Stop if more dialogues of validation and test than this are word for word in training too, or in test
    and validation: in the same 130 books none of 1,643, of LCCC none of 7,813; needs Parquet or JSON Lines; 1
    turns it off.
    """
