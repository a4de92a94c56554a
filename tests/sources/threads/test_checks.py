import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialogue_etl.sources.threads.checks import has_broken_placeholder
from dialogue_etl.text.privacy import KINDS

WHOLE = [*(f"<{kind}>" for kind in KINDS), "<NAME1>", "<NAME24>"]
COMPARED = {"<QQ>", "<IP>", "<CARD>"}


WRITTEN = ["", "EMAIL", "a < b > c", "QQ>微信", "微信<QQ", "安卓<iPHONE>塞班", "<3", ">_<", "<NA", "<b>x</b>"]


@pytest.mark.parametrize("text", ["{}", "call {} now", "{}{}", "<{}>", "哈{}哈"])
def test_whole_placeholders_are_none_and_neither_is_what_people_write(text):
    assert not any(has_broken_placeholder(text.format(whole, whole)) for whole in WHOLE)
    assert not any(map(has_broken_placeholder, WRITTEN))


@given(st.sampled_from([whole for whole in WHOLE if whole not in COMPARED]), st.data())
def test_a_placeholder_that_lost_its_end_or_its_head_is_found(whole, data):
    before, after = (data.draw(st.text(alphabet="哈 ,。")) for _ in range(2))
    assert has_broken_placeholder(before + whole[:-1] + after)
    assert has_broken_placeholder(before + whole[1:] + after)
