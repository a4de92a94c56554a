"""Lines for property tests: any characters, and often those that matter here."""

from hypothesis import strategies as st

MARKS = st.sampled_from(
    [*"'’‘ʼ´`\"“”„»«.,:;?!…-–—_()[]¿¡/\\*", " ", "''", "--", ". . .", "...", "' ", " '", "n't"]
)
_EACH = "l d 's ’t don Ärger água Straße Mr S z.B 1914 ΟΔΟΣ e\u0301 'k h\u0331"
WORDS = st.sampled_from(_EACH.split())
LINES = st.lists(st.one_of(MARKS, WORDS, st.text(max_size=4)), max_size=12).map("".join)
