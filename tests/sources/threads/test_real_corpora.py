"""Real corpora, which do not come with the repository."""

from collections import Counter

import pytest

from dialogue_etl.sources.threads import corpus_files
from dialogue_etl.sources.threads.adapters.records import Bad, Session
from tests.shared_data import SHARED, needs

FOLDER = SHARED / "data" / "chinese"

pytestmark = needs(FOLDER)


@pytest.mark.parametrize(
    ("pattern", "form", "records", "utterances"),
    [
        ("chatterbot/*.yml", "chatterbot", 467, 1_019),
        ("clean-dialog/*.jsonl", "jsonl", 2_016, 10_512),
        ("cdial-gpt/toy_data.json", "lccc", 1_400, 5_104),
        ("cdial-gpt/toy_train.txt", "tsv", 10_000, 20_000),
        ("lccc/*.json", "lccc", 20_000, 56_917),
        ("dialog_corpus/*.zip", "wenda", 5_816, 5_816),
    ],
)
def test_every_record_is_read_in_its_form(pattern, form, records, utterances):
    found = Counter()
    for path in sorted(FOLDER.glob(pattern)):
        for record in corpus_files.records(path, corpus_files.Form(form, "zh")):
            assert not isinstance(record, Bad)
            found["records"] += 1
            found["utterances"] += len(record.utterances) if isinstance(record, Session) else 1
    assert (found["records"], found["utterances"]) == (records, utterances)
