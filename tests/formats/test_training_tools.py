"""Tools that train models on chats read what is written: in `FORMAT_TOOLS`, an environment with them."""

import os
import subprocess
from pathlib import Path

import pytest

from tests.formats.test_catalogued_forms import TOOLS
from tests.formats.test_chat import FORMS, written

TRL = """
import sys
from datasets import load_dataset
from tokenizers import Tokenizer, models, pre_tokenizers
from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast
from trl import SFTConfig, SFTTrainer

words = Tokenizer(models.WordLevel({"<unk>": 0, "<end>": 1, "Yes": 2, "No": 3}, unk_token="<unk>"))
words.pre_tokenizer = pre_tokenizers.Whitespace()
special = {"unk_token": "<unk>", "pad_token": "<end>", "eos_token": "<end>"}
tokenizer = PreTrainedTokenizerFast(tokenizer_object=words, **special)
tokenizer.chat_template = (
    "{% for one in messages %}"
    "{{ raise_exception('roles') if (one.role == 'user') != (loop.index0 % 2 == 0) }}"
    "{{ one.role }} {% if one.role == 'assistant' %}"
    "{% generation %}{{ one.content }} <end>{% endgeneration %}"
    "{% else %}{{ one.content }}{% endif %} {% endfor %}{{ 'assistant ' if add_generation_prompt }}"
)
FILES = [("jsonl", "json", "jsonl"), ("messages", "parquet", "parquet"), ("prompts", "json", "jsonl")]
for form, builder, ending in FILES:
    data = load_dataset(builder, data_files=f"{form}/en/train.{ending}", split="train", cache_dir="cache")
    sizes = {"hidden_size": 8, "intermediate_size": 8, "num_hidden_layers": 1, "num_attention_heads": 1}
    asked = {"max_steps": 2, "report_to": [], "use_cpu": True, "bf16": False, "save_strategy": "no"}
    trainer = SFTTrainer(
        model=LlamaForCausalLM(LlamaConfig(vocab_size=len(tokenizer), **sizes)),
        args=SFTConfig(output_dir="out", assistant_only_loss=form != "prompts", **asked),
        train_dataset=data,
        processing_class=tokenizer,
    )
    print(form, trainer.train().global_step)
"""
AXOLOTL = """
import json
from axolotl.utils.schemas.datasets import SFTDataset

for form, field, names in [
    ("jsonl", "messages", {"role": "role", "content": "content"}),
    ("sharegpt", "conversations", {"role": "from", "content": "value"}),
]:
    path = f"{form}/en/train.jsonl"
    asked = SFTDataset(
        path=path, ds_type="json", type="chat_template", field_messages=field, message_property_mappings=names
    )
    said = json.loads(open(path).readline())[asked.field_messages]
    print(form, {key for one in said for key in one} == set(asked.message_property_mappings.values()))
"""


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "program", "expected"),
    [
        ("trl", TRL, ["jsonl 2", "messages 2", "prompts 2"]),
        ("axolotl", AXOLOTL, ["jsonl True", "sharegpt True"]),
    ],
)
def test_they_read_every_chat_form(tmp_path: Path, module: str, program: str, expected: list[str]) -> None:
    if not (tools := os.environ.get(TOOLS)):
        pytest.skip(f"{TOOLS} names no virtual environment with {module}")
    python = Path(tools) / "bin/python"
    if subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode:
        pytest.skip(f"{TOOLS} has no {module}")
    written(tmp_path, FORMS)
    run = subprocess.run(
        [python, "-c", program],
        cwd=tmp_path,
        env=os.environ | {"HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert [line for line in run.stdout.splitlines() if line in expected] == expected
