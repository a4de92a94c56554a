"""A training: the form of the model, its sizes, how it learns; presets of the papers and for a CPU."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from dialogue_etl.errors import DialogueEtlError


class TrainConfig(BaseModel):
    """A training; sizes are in numbers, `learning_rate` of `noam` is its factor.

    `form`: LSTM with attention (Say Something Deep), encoder and decoder (Vaswani et al. 2017), or a GPT
    over all turns with the speakers as token types (CDial-GPT).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    form: Literal["lstm", "transformer", "gpt"]
    hidden: int = Field(128, ge=4)
    layers: int = Field(2, ge=1)
    heads: int = Field(4, ge=1)
    filter: int = Field(512, ge=4)
    embedding: int = Field(128, ge=4)
    dropout: float = Field(0.1, ge=0, lt=1)
    label_smoothing: float = Field(0.0, ge=0, lt=1)
    vocabulary: int = Field(4_000, ge=262)
    history: int = Field(1, ge=1)
    context: int = Field(128, ge=8)
    answer: int = Field(30, ge=1)
    batch: int = Field(32, ge=1)
    accumulation: int = Field(1, ge=1)
    learning_rate: float = Field(1e-3, gt=0)
    schedule: Literal["noam", "linear", "constant"] = "linear"
    warm_up: int = Field(50, ge=0)
    clip: float = Field(1.0, gt=0)
    epochs: int = Field(3, ge=1)
    max_steps: int | None = Field(None, ge=1)
    checkpoint_steps: int = Field(200, ge=1)
    seed: int = 0

    @model_validator(mode="after")
    def _fits(self) -> TrainConfig:
        if self.form != "lstm" and self.hidden % self.heads:
            raise ValueError(f"hidden: {self.hidden} is no multiple of heads ({self.heads})")
        if self.answer + 4 > self.context:
            raise ValueError(f"answer: {self.answer} has to be below context ({self.context}) less 3")
        return self


PRESETS = {
    "lstm-cpu": TrainConfig(form="lstm"),
    "transformer-cpu": TrainConfig(form="transformer"),
    "gpt-cpu": TrainConfig(form="gpt", history=3),
    # Say Something Deep: 2 x 512, embedding 256, vocabulary 100,000. Its text names AdaGrad, a footnote Adam.
    "say-something-deep": TrainConfig(
        form="lstm", hidden=512, embedding=256, vocabulary=100_000, dropout=0.3, epochs=15,
        schedule="constant",
    ),
    # The Gutenberg Dialogue Dataset, table 7, and 21 epochs.
    "gutenberg-transformer": TrainConfig(
        form="transformer", hidden=512, embedding=512, layers=6, heads=8, filter=2048, label_smoothing=0.1,
        vocabulary=100_000, learning_rate=0.2, schedule="noam", warm_up=8_000, epochs=21,
    ),
    # Its table 8, without the multiple-choice loss; rate and batch of transfer-learning-conv-ai.
    "gutenberg-gpt2": TrainConfig(
        form="gpt", hidden=768, layers=12, heads=12, vocabulary=50_262, history=3, context=1024, answer=100,
        batch=2, accumulation=8, learning_rate=6.25e-5, warm_up=0, epochs=50,
    ),
    # CDial-GPT, section 4: GPT of 12 layers, Noam with 5,000 steps of warm-up, history of 15.
    "cdial-gpt": TrainConfig(
        form="gpt", hidden=768, layers=12, heads=12, vocabulary=13_088, history=15, context=512,
        batch=8, accumulation=64, learning_rate=6.25e-5, schedule="noam", warm_up=5_000, epochs=30,
    ),
}  # fmt: skip


def preset(name: str, **values: object) -> TrainConfig:
    """A preset, some of its values changed.

    Raises:
        DialogueEtlError: there is no such preset, or a value is not allowed.
    """
    if name not in PRESETS:
        raise DialogueEtlError(f"preset: {name!r} is not one of {', '.join(PRESETS)}")
    try:
        return TrainConfig.model_validate({**PRESETS[name].model_dump(), **values})
    except ValueError as error:
        raise DialogueEtlError(f"preset {name}: {error}") from error
