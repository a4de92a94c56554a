"""Models and tokenizers: new ones of the forms there are, or those of a folder or the Hugging Face hub."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
from torch import Tensor
from torch.nn import functional
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    GPT2Config,
    GPT2DoubleHeadsModel,
    GPT2LMHeadModel,
    MarianConfig,
    MarianMTModel,
    PreTrainedTokenizerFast,
)
from transformers.utils.logging import disable_progress_bar, set_verbosity_error

from dialogue_etl.derived.generative.examples import IGNORED, SPEAKERS
from dialogue_etl.derived.generative.lstm import Lstm, LstmConfig
from dialogue_etl.derived.generative.parameters import Generative
from dialogue_etl.errors import DialogueEtlError

MARKS = {"pad_token": "[PAD]", "cls_token": "[CLS]", "sep_token": "[SEP]", "unk_token": "[UNK]"}


def new_tokenizer(texts: Iterable[str], vocabulary: int) -> Any:
    """A byte-level BPE of the texts: nothing is unknown to it."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=True)
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=[*MARKS.values(), *SPEAKERS],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    made.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(tokenizer_object=made, **MARKS)


def new_model(settings: Generative, tokenizer: Any) -> Any:
    """A model of random weights."""
    marks = {
        "vocab_size": len(tokenizer),
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": tokenizer.cls_token_id,
        "eos_token_id": tokenizer.sep_token_id,
        "decoder_start_token_id": tokenizer.cls_token_id,
    }
    width, layers, heads, drop = settings.hidden, settings.layers, settings.heads, settings.dropout
    places = settings.context + settings.answer + 2
    if settings.form == "lstm":
        return Lstm(
            LstmConfig(width=width, depth=layers, embedding=settings.embedding, dropout=drop, **marks)
        )
    if settings.form == "gpt":
        del marks["decoder_start_token_id"]
        sizes = {"n_embd": width, "n_layer": layers, "n_head": heads, "n_inner": settings.filter}
        drops = dict.fromkeys(("resid_pdrop", "embd_pdrop", "attn_pdrop"), drop)
        kind = GPT2DoubleHeadsModel if settings.distractors else GPT2LMHeadModel
        return kind(GPT2Config(n_positions=places, **sizes, **drops, **marks))
    # Marian is the Transformer of Vaswani et al. 2017: sinusoidal positions, shared embeddings, post-norm.
    sides = {
        f"{side}_{name}": value
        for side in ("encoder", "decoder")
        for name, value in (("layers", layers), ("ffn_dim", settings.filter), ("attention_heads", heads))
    }
    more = {"activation_function": "relu", "scale_embedding": True, "forced_eos_token_id": None}
    config = MarianConfig(
        d_model=width, dropout=drop, max_position_embeddings=places, **sides, **more, **marks
    )
    return MarianMTModel(config)


def open_model(name: str | Path, *, chooses: bool = False) -> tuple[Any, Any]:
    """Model and tokenizer of a folder or the hub, with special tokens; no code of it is run.

    Args:
        name: of the folder or on the hub.
        chooses: whether to load a second head that rates answers; a new one if the model has none.

    Raises:
        DialogueEtlError: the model is missing, does not generate text, or cannot have a second head.
    """
    place, local = os.fspath(name), Path(name).is_dir()
    try:
        config = AutoConfig.from_pretrained(place, local_files_only=local)
        auto = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
        if chooses:
            if config.model_type != "gpt2":
                raise DialogueEtlError(f"{place}: generative.distractors: {config.model_type} is not a GPT-2")
            auto = GPT2DoubleHeadsModel
        model = auto.from_pretrained(place, use_safetensors=True, local_files_only=local)
        tokenizer = AutoTokenizer.from_pretrained(place, local_files_only=local)
    except (OSError, ValueError, KeyError) as error:
        raise DialogueEtlError(f"{place}: not a readable model: {error}") from error
    missing = {name: mark for name, mark in MARKS.items() if getattr(tokenizer, name) is None}
    tokenizer.add_special_tokens({name: mark for name, mark in missing.items() if name != "unk_token"})
    tokenizer.add_tokens(list(SPEAKERS), special_tokens=True)
    if len(tokenizer) > model.get_input_embeddings().num_embeddings:
        model.resize_token_embeddings(len(tokenizer))
    return model, tokenizer


def summed_loss(logits: Tensor, labels: Tensor, *, causal: bool, smoothing: float = 0.0) -> Tensor:
    """The cross-entropy of the answers' tokens, [SEP] included, in nats, summed over all examples."""
    logits, labels = logits.flatten(0, -3), labels.flatten(0, -2)
    if causal:
        logits, labels = logits[:, :-1], labels[:, 1:]
    return functional.cross_entropy(
        logits.flatten(0, 1).float(),
        labels.flatten(),
        ignore_index=IGNORED,
        label_smoothing=smoothing,
        reduction="sum",
    )


disable_progress_bar()  # a bar for each file of a model, a warning for each tied weight: logs are for people
set_verbosity_error()
AutoConfig.register(LstmConfig.model_type, LstmConfig)
AutoModelForSeq2SeqLM.register(LstmConfig, Lstm)
