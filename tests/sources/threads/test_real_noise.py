"""The real lists and dialogues, which do not come with the repository."""

import json
import shutil

import pytest

from dialogue_etl.params import Params, Rules
from dialogue_etl.sources.threads.noise_audit import ANY, audit
from dialogue_etl.sources.threads.rules.blacklists import Blacklists
from dialogue_etl.sources.threads.rules.listed import blacklist
from tests.conftest import ends_soon
from tests.test_real_data import SHARED

CHINESE = SHARED / "data" / "chinese"

CLEAN = CHINESE / "lccc" / "LCCC-base_valid.json"
NOISY = [CHINESE / "clean-dialog" / name for name in ("test1_testdata2.jsonl", "weibo_tang_testdata2.jsonl")]

pytestmark = pytest.mark.skipif(
    not CLEAN.is_file(),
    reason=f"{CLEAN} is not there: set DIALOGUE_ETL_SHARED to a folder with data/chinese",
)


@pytest.mark.parametrize("match", ["substring", "word"])
@ends_soon
def test_36_000_terms_over_100_000_utterances_end_soon(tmp_path, match):
    shutil.copyfile(CHINESE / "blacklists" / "clean-dialog_black_str_vocab.txt", tmp_path / "dirty.txt")
    said = [text for dialogue in json.loads(CLEAN.read_bytes()) for text in dialogue]
    said = (said * 2)[:100_000]
    lists = Blacklists.load("zh", tmp_path)
    rule = blacklist("dirty", "zh", Rules(blacklist_dirty_match=match), lists)
    hits = sum(rule(text) is not None for text in said)
    assert len(lists.terms["dirty"]) > 36_000
    assert 0 < hits < 1_000


def shares(paths):
    found = audit(paths, "zh", Params(), Blacklists.load("zh"))
    return {share.rule: share.dialogues / found.dialogues for share in found.shares}


def test_noisy_pairs_are_noisy_and_clean_ones_are_clean():
    noisy, clean = shares(NOISY), shares([CLEAN])
    assert noisy[ANY] > 10 * clean[ANY]
    assert clean[ANY] < 0.03
    for rule in ("square_brackets", "hashtags", "urls", "emoji"):
        assert noisy[rule] > 0
        assert clean[rule] == 0
