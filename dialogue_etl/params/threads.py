"""The parameters of threads: which corpora, how trees become dialogues, what cleans them, classifiers."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from dialogue_etl.filters import corpus, dialogue, rule, utterance
from dialogue_etl.filters.rule import CLEAN_DIALOG, parameters
from dialogue_etl.parameter import DeclaredSection, Section, parameter, unique
from dialogue_etl.params.tags import Tags

LCCC = "Wang et al. 2020 (LCCC), section 3.1"
CLASSIFIERS = "Wang et al. 2020 (LCCC), section 3.2"

SourceChoice = Literal["sample", "corpora"]
Speakers = Literal["numbers", "names", "none"]
Orphans = Literal["root", "drop"]
Backend = Literal["off", "embedded", "transformers"]

CORPUS_NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
CorpusName = Annotated[str, Field(pattern=CORPUS_NAME, max_length=80)]
Name = Annotated[str, Field(min_length=1)]


class Threads(Section):
    """Which comment trees are read, and how their paths become dialogues."""

    languages: Tags = parameter(lambda: ["en", "zh"], "tags")
    """Languages to build from threads, as BCP-47 tags; none turns this source off."""
    source: SourceChoice = parameter("sample", "choice")
    """Where threads come from: the embedded sample, or the workspace's folder threads/corpora (`dialogue-etl
    threads add`).
    """
    corpora: Annotated[list[CorpusName], AfterValidator(unique)] = parameter(list, "names")
    """Read only the corpora of these names; empty reads all of the language. The first has precedence where
    several have the same dialogue, see `duplicates`.
    """
    duplicates: Literal["drop", "keep"] = parameter("drop", "choice")
    """What becomes of dialogues that say, blanks aside, what one of another corpus says: `drop` keeps that of
    the corpus that `corpora` names first, or, where it names none, of the first by name; `keep` keeps all.
    """
    banned: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "ids and names")
    """Leave these out: ids of threads such as weibo:4401, or names of corpora."""
    deleted: Annotated[list[Name], AfterValidator(unique)] = parameter(
        lambda: ["[deleted]", "[removed]", "[ Removed by Reddit ]", "此评论已删除", "该评论已被删除"],
        "texts",
        source="Pushshift, Weibo",
    )
    """Texts that stand for a comment that was deleted: it is left out, and what answers it begins a dialogue
    of its own; as a name of an author they stand for nobody.
    """
    bots: Annotated[list[Name], AfterValidator(unique)] = parameter(
        lambda: ["AutoModerator", "RemindMeBot", "WikiTextBot", "sneakpeekbot", "autotldr"],
        "accounts",
        source="Reddit",
    )
    """Accounts of programs: their comments are left out as deleted ones are; `rules.bots` finds programs by
    what they say.
    """
    orphans: Orphans = parameter("root", "choice")
    """What becomes of a comment whose parent the corpus does not hold: `root` makes it the root of a thread
    of its own, which keeps the talk below it; `drop` leaves it out with all below it.
    """
    max_quarantined: float = parameter(1.0, "share of records and files", ge=0, le=1)
    """Fail if a greater share of the records and files of a language's corpora can't be read (broken lines,
    web pages, cut archives); 1, the default, turns it off.
    """
    seed_accounts: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "accounts", source=LCCC)
    """Accounts of news media: whoever comments under a post of theirs is a seed user, and only threads that
    seed users began are kept, as robots seldom care for the news; empty keeps all. Corpora without authors
    are not judged; an account that began no thread is refused.
    """
    max_depth: int = parameter(1_000, "turns", ge=0, le=1_000_000)
    """Turns of a dialogue at most: comments that lie deeper in their tree are left out, while walking; 0
    turns it off.
    """
    max_paths: int = parameter(100_000, "paths", ge=0, le=1_000_000_000)
    """Dialogues of a tree at most: those whose last comments have the least hashes, a stable choice; 0 turns
    it off.
    """
    min_turns: int = parameter(2, "turns", source=LCCC, ge=1, le=1_000)
    """Drop dialogues of fewer turns."""
    speakers: Speakers = parameter("numbers", "choice")
    """Who speaks: `numbers` by first appearance in the dialogue, so that no account is published; the `names`
    of accounts; or `none`.
    """


ALL = (*utterance.RULES, *dialogue.BEFORE, *dialogue.AFTER, *corpus.RULES)
"""Every rule, in the order of params.yaml."""


def _order(entries: list[str]) -> list[str]:
    utterance.ordered(entries)
    return entries


class Rules(DeclaredSection, declared=parameters(ALL)):
    """Which rules clean the dialogues of threads.

    Each rule is a parameter of its own: `off`; `cut` takes the noise out; `split` parts the dialogue at the
    utterance, which is left out; `drop` leaves the dialogue out.
    """

    order: Annotated[list[str], AfterValidator(_order)] = parameter(
        list,
        "rules",
        source="clean-dialog, README; broken characters and markup first: Dialogue ETL",
        form="list of rules and of moves",
    )
    """What is other than in the default order of the rules of an utterance (docs/threads.md), which matters
    where one rule's noise holds another's: `emoji before mentions` or `urls after polls` moves one rule;
    rules that are only named take, in the order given, the places these have by default.
    """
    on_bad: Literal["split", "drop"] = parameter("split", "choice", source=f"{CLEAN_DIALOG}; {rule.LCCC}")
    """What becomes of the dialogue where cutting leaves nothing of an utterance: it is parted there, as in
    clean-dialog, or left out, as in the paper.
    """


class Classify(Section):
    """Which dialogues the classifiers leave out: noisy pairs, first utterances that need a context."""

    noise: Backend = parameter("embedded", "choice", source=CLASSIFIERS)
    """Classifier of noisy pairs: off; embedded, trained on two cores in a minute; or transformers, the model
    named by model_id, fine-tuned (install the extra `transformers`).
    """
    context: Backend = parameter("embedded", "choice", source=CLASSIFIERS)
    """Classifier of first utterances that nobody understands without what they refer to."""
    noise_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Drop dialogues with a pair of turns that is noisy with a greater chance, where threshold_rule is fixed:
    scores are calibrated, so of the pairs that score 0.8 eight of ten are noisy; lower is stricter
    (LCCC-base), higher keeps more (LCCC-large); 1 turns it off.
    """
    context_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Drop dialogues whose first utterance needs a context with a greater chance, where threshold_rule is
    fixed; 1 turns it off.
    """
    threshold_rule: Literal["fixed", "max_f", "precision"] = parameter("fixed", "choice", source=CLASSIFIERS)
    """Where the thresholds come from: the two parameters; or, on labels held out from training, the
    confidence of the greatest F-score, or the lowest one that reaches target_precision. Where weak labels
    took the place of annotations, `max_f` leaves nothing out, for they do not know how much noise there is.
    """
    target_precision: float = parameter(0.9, "share of labels", ge=0, le=1)
    """Share of what is dropped that has to be labelled noisy, where threshold_rule is precision."""
    encoder: Literal["none", "e5-small", "minilm"] = parameter(
        "none", "choice", source="Wang et al. 2024 (E5)"
    )
    """A sentence encoder that says how well an answer fits, beside the statistics of words, for the backend
    embedded, of the extra `encoder`: e5-small (about a hundred languages, some 15 ms of a core for a text),
    minilm (English, some 3 ms), or none.
    """
    labels: Literal["annotations", "weak", "both"] = parameter("annotations", "choice", source=CLASSIFIERS)
    """What to learn from: annotations in threads/annotations, and where there are none weak labels
    (mismatched and damaged pairs, rule hits); weak labels alone; or both.
    """
    weak_share: float = parameter(0.2, "share of texts", source="Dialogue ETL", ge=0.001, le=0.999)
    """Share of pairs, and of first utterances, that are taken to be bad where all labels are weak: their
    scores, and the precision of a threshold, go by it.
    """
    corpora: Annotated[list[CorpusName], AfterValidator(unique)] = parameter(list, "names")
    """Learn from the dialogues of these corpora only, and count adverts and tri-grams in them apart from the
    others; empty: in all. Of datasets that name the same ones, that of laxer thresholds holds the others,
    whatever corpora it adds.
    """
    min_labels: int = parameter(200, "labels", ge=10, le=1_000_000)
    """With fewer labels of one kind nothing is trained, and every dialogue passes."""
    max_pairs: int = parameter(60_000, "pairs", ge=100, le=10_000_000)
    """Adjacent pairs of the data to learn from at most, a stable choice by a hash."""
    model_id: str = parameter(
        "bert-base-chinese", "name", source=CLASSIFIERS, form="name of a model, or a folder", min_length=1
    )
    """Model to fine-tune: its name on the Hugging Face hub, or a folder; only for transformers."""
    epochs: int = parameter(3, "passes", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1, le=100)
    """Passes over the labels; only for transformers."""
    learning_rate: float = parameter(
        2e-5, "learning rate", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1e-9, le=1
    )
    """How far a step goes, after warm-up; only for transformers."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Another seed mismatches other pairs and holds out other threads."""
