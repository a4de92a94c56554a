import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from dialogue_etl.sources.books.layout.signatures import BODY, SIGNED, may_be_signed
from dialogue_etl.text.points import points_of

ENDINGS = st.text(' ..,?!aAéÉB-—”"»_1', max_size=8)
NAMES = st.sampled_from(["Tom", "TOM", "T. B.", "É. Ä", "Tom Bell", "a", "T.. "])
SIGNATURES = st.builds("{}{}{}".format, st.sampled_from([".--", "! —", "… —", "—"]), NAMES, ENDINGS)


@given(st.one_of(ENDINGS, SIGNATURES))
@example(".--TOM. ”.")
@example(".—É  ”")
@example("…—Tom”")
def test_whatever_is_signed_looks_so(ending):
    said = "a" * BODY + ending
    looks = may_be_signed(points_of(said), np.array([len(said)]))
    assert looks.tolist() == [True] or not SIGNED.search(said)
