"""The parameters of what stops a dataset before it is published. They change nothing of it."""

from dialogue_etl.core.parameters import Section, parameter


class Gates(Section):
    """What a dataset may have wrong with it and still be published; a person may let one pass."""

    not_empty: bool = parameter(True)
    """Stop if the dataset has no dialogue: nothing was added yet, or the parameters leave everything out."""
    max_loss: float = parameter(20.0, "% of the last version's", ge=0, le=100)
    """Stop if more than this share of documents (books, films, threads), dialogues or utterances is gone
    since the last version of the variant, in a language that both have or in all: if a mirror or language
    failed, most of them are; 100 turns it off.
    """
    max_split_works: int = parameter(
        0,
        "works",
        source="Csáky & Recski 2021, section 3: all of a book is in one split",
        ge=-1,
        le=10_000_000,
    )
    """Stop if more works than this (books with their editions, films, threads) are in two splits; needs
    Parquet or JSON Lines, except for books; -1 turns it off.
    """
    max_empty_splits: int = parameter(-1, "splits", ge=-1, le=10_000)
    """Stop if more splits than this, of all languages together, have no dialogue although split.train,
    split.validation or split.test gives them a share, since a language has fewer works than splits, or
    split.method is hash. Languages without any dialogue are not counted. -1, the default, turns it off: the
    dataset can be used for training; set 0 if models are evaluated on it.
    """
    schema_rows: bool = parameter(True)
    """Stop if a file of the dataset is missing or damaged, or a row breaks the data contract; for threads
    also if a speaker is named although threads.speakers is not names, or a placeholder such as <PHONE> is
    broken.
    """
    equal_forms: bool = parameter(True)
    """Stop if Parquet, JSON Lines, the other formats and the list of documents (books.tsv, films.tsv,
    corpora.tsv) do not have the same number of dialogues in each split.
    """
    max_offset_errors: int = parameter(0, "utterances", ge=-1, le=1_000_000_000)
    """Stop if the spans of more utterances than this do not give their words in the stored text; only for
    books, which have one; needs Parquet; -1 turns it off.
    """
    max_private: int = parameter(0, "places", ge=-1, le=1_000_000_000)
    """Stop if texts and metadata of the dataset hold more addresses and numbers that lead to people than
    this, of the kinds that `privacy` masks: with `privacy: off`, or where pieces of a text were joined; needs
    Parquet or JSON Lines; -1 turns it off.
    """
    max_same_ids: int = parameter(0, "dialogues", ge=-1, le=1_000_000_000)
    """Stop if more dialogues than this have the id of another one; -1 turns it off."""
    max_duplicates: float = parameter(0.01, "share of dialogues", ge=0, le=1)
    """Stop if a greater share of dialogues is equal, word for word, to another one of its split: undetected
    editions, or texts that are in a file twice. In 130 books of eight languages 4 of 12,527 are; short ones
    coincide more often the more there are. Equal answers in one thread are not counted: no others of 19,679
    dialogues of LCCC are equal. Needs Parquet or JSON Lines; 1 turns it off.
    """
    max_leaked: float = parameter(
        0.01,
        "share of dialogues of validation and test",
        source="Lee et al. 2022, Deduplicating Training Data Makes Language Models Better: what a model "
        "was trained on does not test it",
        ge=0,
        le=1,
    )
    """Stop if a greater share of dialogues of validation and test is, word for word, also in training, or in
    both of them: in the same 130 books none of 1,643, in LCCC none of 7,813; also if so many have an opening,
    or a pair of neighbouring turns, of 40 characters or more in common with another split (of threads and
    mixes 12), not counting blanks and punctuation; needs Parquet or JSON Lines; 1 turns it off.
    """
    max_one_label: float = parameter(0.4, "share of utterances", ge=0, le=1)
    """Stop if, in any language, a greater share of utterances has one and the same label, other than neutral;
    only for emotions: 58 % were apprehensive of a classifier that had learnt from too little, and no label of
    EDOS has more than a fifth. Needs Parquet or JSON Lines; 1 turns it off.
    """
    max_other_language: float = parameter(0.05, "share of dialogues", ge=0, le=1)
    """Stop if, in any language, a greater share of dialogues is in another language, by language
    identification of their utterances joined. In 167 books of twelve languages it is 0.3 %, 2.2 % at most in
    a language: foreigners in novels; in LCCC none of 1,000. Needs Parquet or JSON Lines; 1 turns it off.
    """
