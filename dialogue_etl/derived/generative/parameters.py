"""The parameters of `generative`: the model, its training, and its evaluation.

The defaults take minutes on one core of a CPU. The values of the papers are presets; what a paper does not
state has the default of the library there.
"""

from typing import Literal, Self

from pydantic import model_validator

from dialogue_etl.core.parameters import Section, parameter
from dialogue_etl.core.parameters.origins import Dataset
from dialogue_etl.core.parameters.tags import Tags

CDIAL, HUGGING_FACE = "Wang et al. 2020 (LCCC), section 4", "Hugging Face Trainer"
Form = Literal["lstm", "transformer", "gpt"]
Optimiser = Literal["adamw_torch", "adagrad"]
Schedule = Literal["linear", "constant_with_warmup", "inverse_sqrt"]
Device = Literal["auto", "cpu", "cuda"]
NEEDED = ("generative", "testset")
"""Sections of the parameters that are read."""
DECODING = ("beam", "length_penalty", "top_p", "temperature", "candidates", "seed", "device")
"""Parameters that an answer depends on, besides the trained model."""


class Generative(Section):
    """A model that writes its answers, trained on a dataset; it needs the extra `transformers`."""

    languages: Tags = parameter(list, "tags")
    """Languages of the dataset to train a model of; none, the default, turns the stages off."""
    dataset: Dataset = parameter("books", "choice")
    """Source of the dataset it is trained on, which is built first."""
    target: Dataset = parameter("books", "choice")
    """Source of the test split on which it is evaluated. If that is another dataset, the model is evaluated
    as it is (zero-shot) and fine-tuned on it.
    """
    start: str = parameter("", "model", form="an id of the Hugging Face hub, a folder of a model, or nothing")
    """A model to start from, with its tokenizer and its sizes instead of those below; nothing: random
    weights. A folder is absolute or relative to the workspace; DVC does not track its content.
    """
    form: Form = parameter("gpt", "choice")
    """LSTM with attention, Transformer (Vaswani et al. 2017), or GPT-2 with speakers as token types."""
    hidden: int = parameter(128, "numbers", ge=16, le=8192)
    """Width of the layers."""
    layers: int = parameter(3, "layers", ge=1, le=100)
    """Number of layers, of encoder and decoder each."""
    heads: int = parameter(4, "heads", ge=1, le=16)
    """Attention heads; the width must be a multiple of them."""
    filter: int = parameter(512, "numbers", ge=16, le=65536)
    """Width of the feed-forward layers."""
    embedding: int = parameter(128, "numbers", ge=16, le=8192)
    """Width of the LSTM's word vectors; the other forms use the width of the layers."""
    dropout: float = parameter(0.1, "share", source="Vaswani et al. 2017", ge=0, le=0.9)
    """Dropout of the layers; for the LSTM, between them."""
    vocabulary: int = parameter(3_000, "tokens", ge=262, le=1_000_000)
    """Size of the byte-level BPE vocabulary, learnt on the training split."""
    history: int = parameter(3, "turns", source="Csáky & Recski 2021, table 8", ge=1, le=100)
    """Number of turns before the answer that the model reads."""
    normalised: bool = parameter(False)
    """Read texts in lower case with words apart, as the rules of the language normalise them."""
    context: int = parameter(64, "tokens", ge=4, le=100_000)
    """Number of tokens of the history that the model reads, the last ones."""
    answer: int = parameter(64, "tokens", ge=1, le=10_000)
    """Most tokens of an answer that is written. A longer one is learnt in pieces of as many tokens, each
    after what was said before it, with the end mark after the last one: no token is lost.
    """
    without_overlap: bool = parameter(False, source="Csáky & Recski 2021, section 4.2")
    """Learn no pair of a turn and its answer that the validation or test split has too."""
    distractors: int = parameter(0, "answers", source="Wolf et al. 2019 (TransferTransfo)", ge=0, le=100)
    """Random answers beside the true one, from which a GPT-2 also learns to tell it."""
    choice_weight: float = parameter(0.5, "number", source="scripts of Csáky & Recski 2021", ge=0, le=100)
    """Weight of the loss for choosing the true answer, beside that of the answer's tokens."""
    texts: str = parameter("", "folder", form="a folder of text files, or nothing")
    """Novels or other texts (.txt) on which a GPT is trained before the dialogues (Wang et al. 2020). The
    folder is absolute or relative to the workspace; DVC does not track its content.
    """
    text_epochs: int = parameter(1, "epochs", ge=1, le=10_000)
    """Passes over the texts; the paper has 70."""
    label_smoothing: float = parameter(0.0, "share", ge=0, le=0.9)
    """Probability given to other tokens than the true one."""
    batch: int = parameter(32, "answers", ge=1, le=100_000)
    """Answers per device and batch."""
    accumulation: int = parameter(1, "batches", source=HUGGING_FACE, ge=1, le=100_000)
    """Batches per step."""
    optimiser: Optimiser = parameter("adamw_torch", "choice", source=HUGGING_FACE)
    """AdamW, or AdaGrad."""
    learning_rate: float = parameter(2e-3, "rate", ge=1e-9, le=10)
    """The highest learning rate, after the warm-up."""
    schedule: Schedule = parameter("linear", "choice", source=HUGGING_FACE)
    """How the learning rate falls: to 0 at the last step, not at all, or with the square root of steps
    (Noam).
    """
    warm_up: int = parameter(100, "steps", ge=0, le=1_000_000)
    """Steps in which the learning rate rises from 0."""
    clip: float = parameter(1.0, "norm", source=HUGGING_FACE, ge=0.001, le=1000)
    """Largest norm of the gradient."""
    epochs: int = parameter(3, "epochs", source=HUGGING_FACE, ge=1, le=10_000)
    """Passes over the training split."""
    max_steps: int = parameter(1_200, "steps", ge=0, le=1_000_000_000)
    """Ends training, and the schedule of the rate, after this many steps; 0: after the epochs. The default
    takes ten minutes on a CPU.
    """
    tune_schedule: Schedule = parameter("linear", "choice", source="Wang et al. 2020 (LCCC), section 5.1")
    """How the learning rate falls in fine-tuning."""
    tune_epochs: int = parameter(3, "epochs", source=HUGGING_FACE, ge=1, le=10_000)
    """Passes over the target's training split in fine-tuning."""
    checkpoint_steps: int = parameter(250, "steps", ge=1, le=1_000_000)
    """Steps after which the model is validated and the state saved, from which a killed training resumes."""
    validate_on: int = parameter(500, "answers", ge=0, le=1_000_000)
    """Answers of the validation split to validate on: the checkpoint with the lowest loss is kept; 0, or no
    such split: the last one.
    """
    device: Device = parameter("auto", "choice")
    """A GPU if there is one, or the one named; bytes are the same only on machines of the same kind."""
    seed: int = parameter(0, "number", ge=0, le=2**31 - 1)
    """Seed of weights, order and sampling."""
    beam: int = parameter(0, "hypotheses", ge=0, le=100)
    """Width of beam search; 1: greedy; 0: answers are sampled."""
    length_penalty: float = parameter(1.0, "exponent", source="Say Something Deep", ge=0, le=10)
    """Answers are ranked by log-likelihood / length to this power."""
    top_p: float = parameter(0.9, "share", source=f"Csáky & Recski 2021, table 8; {CDIAL}", ge=0.01, le=1)
    """Nucleus sampling: draw from the likeliest tokens that together have this probability (Holtzman et al.
    2020).
    """
    temperature: float = parameter(0.7, "number", source=CDIAL, ge=0.01, le=10)
    """Temperature of sampling: below 1, likely tokens are more likely."""
    candidates: int = parameter(1, "answers", ge=1, le=100)
    """Number of answers sampled, of which the best ranked is given."""
    questions: int = parameter(500, "answers", ge=1, le=1_000_000)
    """Turns of the test split to answer and evaluate, drawn by the seed."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.form != "lstm" and self.hidden % self.heads:
            raise ValueError(f"hidden ({self.hidden}) is not a multiple of heads ({self.heads})")
        if self.form == "lstm" and self.hidden % 2:
            raise ValueError(f"hidden ({self.hidden}) is odd, but half of it reads in each direction")
        if self.form != "gpt" and not self.start and (self.distractors or self.texts):
            raise ValueError("distractors and texts are for the form gpt")
        return self


SECTIONS = {"generative": Generative}
