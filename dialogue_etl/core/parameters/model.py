"""The parameters: default, range, unit, source and meaning of each; the sections are those of params.yaml."""

from string import Formatter
from typing import Annotated, Literal, Self, TypeVar, cast

from pydantic import AfterValidator, Field, model_validator

from dialogue_etl.core.parameters import OURS, PAPER, Section, parameter, unique
from dialogue_etl.core.parameters.gates import Gates
from dialogue_etl.languages import LANGUAGES
from dialogue_etl.languages.names import is_supported, unsupported

S = TypeVar("S", bound=Section)
Format = Literal[
    "parquet",
    "jsonl",
    "messages",
    "sharegpt",
    "prompts",
    "parlai",
    "text",
    "lccc",
    "rows",
    "tsv",
    "characters",
    "pairs",
    "json",
    "xml",
    "legacy",
    "parallel",
    "convokit",
    "croissant",
]
NormaliseProfile = Literal["none", "clean", "training", "reference"]
Roles = Literal["speaker", "participants", "alternate"]
ApostropheChoice = Literal["keep", "straight"]
SplitMethod = Literal["auto", "hash", "size"]
FACTS = ("title", "authors", "corpus", "language", "source_id", "speakers")
"""What `package.system` may name."""
REFERENCE_LANGUAGES = ("de", "en", "es", "hu", "it", "nl", "pt")
"""Languages that gutenberg-dialog supports, which are built by default."""


def _known_languages(tags: list[str]) -> list[str]:
    for tag in tags:
        if not is_supported(tag):
            raise ValueError(unsupported(tag))
    return tags


class Split(Section):
    """How works (books with their editions, films, threads) are assigned to train, validation and test."""

    method: SplitMethod = parameter("auto", "choice")
    """How works are assigned to splits. hash: each by a hash of its id alone, so that it stays in its split
    whatever is added, and a film is in the same split in every language; shares are met on average, over
    hundreds of works. size: in the order of that hash, by numbers of utterances, until each split has its
    share and one work at least. auto: for each language hash, or size where a split would be further from its
    share than half of it (2.5 to 7.5 % for 5 %).
    """
    train: float = parameter(0.9, "share of utterances", source=PAPER, ge=0, le=1)
    """Share of the training split."""
    validation: float = parameter(0.05, "share of utterances", source=PAPER, ge=0, le=1)
    """Share of the validation split; 0 for none."""
    test: float = parameter(0.05, "share of utterances", source=PAPER, ge=0, le=1)
    """Share of the test split; 0 for none."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of the hash that assigns works to splits."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        total = self.train + self.validation + self.test
        if abs(total - 1) > 1e-9:
            raise ValueError(f"train, validation and test add up to {total:g}, they must add up to 1")
        return self


class Normalise(Section):
    """How utterances are made ready for training, in addition to their raw text."""

    profile: NormaliseProfile = parameter(
        "none", "choice", source="gutenberg-dialog cleans only where asked (-cd)"
    )
    """Add a normalised form of each utterance: none; clean, as in the chat forms, with its case and
    punctuation, for reading; for training (NFC, white space, no emphasis marks or
    footnote numbers, -- as —, three dots as …, and the other parameters here); or exactly as the cleaning
    step of gutenberg-dialog, with its errors, whatever the other parameters here are.
    """
    lower_case: bool = parameter(True, source="gutenberg-dialog, post_filter")
    """Lower-case the text; for the profile training."""
    tokenise: bool = parameter(
        True, source="gutenberg-dialog, post_filter, which has English rules for every language"
    )
    """Spaces between tokens, by spaCy's rules for the language, hyphenated words whole, dashes separate;
    nothing else changes; for the profile training.
    """
    apostrophes: ApostropheChoice = parameter("straight", "choice")
    """Keep apostrophes as printed, or write them all straight, so that don’t and don't are one word;
    quotation marks are not changed; for the profile training.
    """


def _known_facts(template: str) -> str:
    named = {
        f"{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}"
        for _, name, form, conversion in Formatter().parse(template)
        if name is not None
    }
    if unknown := sorted(named - {*FACTS}):
        raise ValueError(f"{{{unknown[0]}}} is not one of {', '.join(FACTS)}")
    return template


class Package(Section):
    """What users take away."""

    formats: Annotated[list[Format], AfterValidator(unique), Field(min_length=1)] = parameter(
        lambda: ["parquet", "jsonl", "text"], "choices"
    )
    """Formats to write: Parquet for datasets.load_dataset, JSON Lines of chat messages, the same as Parquet
    (messages), in the form of ShareGPT, as prompt and completion, or of ParlAI; plain text; the JSON
    of the LCCC release, the same with spaces between characters, rows of texts alone as JSON Lines,
    tab-separated values; pairs of trigger and answer, as places in the dialogues, or as texts in JSON, XML,
    the text format of the Subtle corpus (legacy), or two parallel files; a ConvoKit corpus; Croissant
    metadata of the Parquet files.
    """
    roles: Roles = parameter("speaker", "choice")
    """Roles of chat messages; neighbouring turns of one known speaker are one message. With two parties one
    is the user, the other the assistant. With more: speaker: one is the assistant, and what the others say in
    between is a message of the user, with names; participants: roles alternate, and messages begin with the
    name of who speaks. alternate: roles alternate whoever speaks.
    """
    system: Annotated[str, AfterValidator(_known_facts)] = parameter(
        "", "text", form=f"text with any of {', '.join(f'{{{name}}}' for name in FACTS)}, or nothing"
    )
    """A message of the system before each chat, with facts of the dialogue; dialogues that lack one that is
    named have none. Empty: no such message.
    """
    start_with_user: bool = parameter(True, source="chat templates of Llama, Mistral and Gemma")
    """Every chat starts with a message of the user: one of the assistant before it is left out."""
    end_with_assistant: bool = parameter(False)
    """Every chat ends with a message of the assistant: one of the user after it is left out. Without
    start_with_user, two parties change roles instead.
    """
    tokenizer: str = parameter(
        "", "path or name", form="a tokenizer.json, an encoding of tiktoken, or nothing"
    )
    """Count the tokens of all turns, for card and metrics, by this file of Hugging Face's tokenizers or this
    encoding of tiktoken, such as o200k_base; both libraries are installed apart. Empty: none.
    """
    shard_size: int = parameter(
        0, "MB", source="Dataset.push_to_hub: max_shard_size, 500 MB there", ge=0, le=100_000
    )
    """Cut Parquet files above about so many MB to shards as the Hub names them, such as
    en/train-00000-of-00002.parquet, and name these in the card; all that reads the dataset reads them. 0:
    never; `dialogue-etl upload` cuts what it sends.
    """
    pretty: bool = parameter(False, source="B-Subtle, section 3.1, where it is a switch")
    """Write JSON and XML of pairs with one value per line, instead of one pair per line."""
    validation_pairs: int = parameter(
        2_500, "pairs", source="Say Something Deep, experiments", ge=1, le=10_000_000
    )
    """Number of pairs drawn at random from the validation split for the parallel files; all if it has fewer.
    """


TestSet = Annotated[str, Field(pattern=r"^([a-z]+=)?[^=]+$")]


class Contamination(Section):
    """Test sets that no dialogue of the dataset may be a copy of."""

    tests: Annotated[list[TestSet], AfterValidator(unique)] = parameter(
        list, "folders", form="list of FOLDER or FORMAT=FOLDER"
    )
    """Folders of test sets, absolute or relative to the workspace: datasets of Dialogue ETL, or corpora as
    published, such as dailydialog=tests/dailydialog, with a format of `dialogue-etl corpus`. A dialogue is
    left out if half of the three-word sequences of it, or of one of their test or validation splits, are in
    the other one. None: nothing is compared.
    """


class Evaluation(Section):
    """How good the dialogues are: measured, never trained on. It changes nothing of the dataset."""

    gold: str = parameter("", "path", form="a folder of annotated texts, or nothing")
    """Folder of annotated texts, absolute or relative to the workspace, on which the profile of `extract` is
    evaluated: <corpus>/<text>/ with text.txt, gold.jsonl and meta.json. Empty turns it off.
    """


class Report(Section):
    """What the report shows."""

    examples: int = parameter(3, "examples", ge=0, le=100)
    """Number of dialogues shown per language, and of dropped units shown per reason."""


class Storage(Section):
    """How tables are cut into files."""

    shards: int = parameter(16, "files", ge=1, le=4096)
    """Files per table; a row's file is chosen by a hash of its document (book, film, thread), so a new one
    changes one file.
    """


class Params(Section):
    """The values of params.yaml: what all sources share, as fields; the sections of a source, by their class.

    `params[Extract].dialogue_gap` is the value of `extract.dialogue_gap`. The class of whole files, which has
    the sections of all sources, is made in `dialogue_etl.params`.
    """

    languages: Annotated[
        list[str], AfterValidator(unique), AfterValidator(_known_languages), Field(min_length=1)
    ] = Field(
        default_factory=lambda: list(REFERENCE_LANGUAGES),
        description="Languages to build from books, as BCP-47 tags",
        json_schema_extra={"unit": "tags", "source": OURS, "items": {"enum": list(LANGUAGES)}},
    )
    privacy: Literal["mask", "off"] = Field(
        default="mask",
        description="Put placeholders such as <EMAIL> for e-mail and IP addresses, numbers of telephones, "
        "bank accounts (IBAN), payment cards and Chinese identity cards, QQ numbers and WeChat ids, in texts "
        "and metadata of every source, before anything else is done with them; off leaves them",
        json_schema_extra={"unit": "choice", "source": OURS},
    )
    split: Split = Field(default_factory=Split)
    normalise: Normalise = Field(default_factory=Normalise)
    package: Package = Field(default_factory=Package)
    contamination: Contamination = Field(default_factory=Contamination)
    evaluation: Evaluation = Field(default_factory=Evaluation)
    report: Report = Field(default_factory=Report)
    gates: Gates = Field(default_factory=Gates)
    storage: Storage = Field(default_factory=Storage)

    @classmethod
    def kinds(cls) -> dict[str, type[Section]]:
        """The class of each section, by its name in params.yaml."""
        fields = ((name, field.annotation) for name, field in cls.model_fields.items())
        return {name: kind for name, kind in fields if isinstance(kind, type) and issubclass(kind, Section)}

    def __getitem__(self, kind: type[S]) -> S:
        """The section of a class.

        Raises:
            KeyError: the class has no section.
        """
        for name, its in self.kinds().items():
            if its is kind:
                return cast("S", getattr(self, name))
        raise KeyError(kind.__name__)
