"""All metrics of a test set: what dialog-eval gives on the same files, and what hands work out."""

from math import exp, log, log2, sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from dialogue_etl.errors import DialogueEtlError
from dialogue_etl.metrics.definition import DEFINITIONS, METRICS, NEEDS, RELEASED, Definition
from dialogue_etl.metrics.evaluate import System, evaluate
from dialogue_etl.metrics.inputs import Files
from dialogue_etl.metrics.results import as_json, metrics_file
from tests.metrics.made import RESPONSES, files

# What dialog-eval (commit af95efc, NLTK 3.10.4) prints for these files: mean and standard deviation.
ORIGINAL = {
    "length": (5.5, 2.43241991989),
    "per-unigram-entropy": (3.80133343955, 0.248572603699),
    "per-bigram-entropy": (4.72853214367, 0.211896825126),
    "utterance-unigram-entropy": (19.103094445, 7.7795646072),
    "utterance-bigram-entropy": (16.9181142172, 5.43750639783),
    "unigram-kl-div": (0.179743761923, 0.512374044301),
    "bigram-kl-div": (-0.00454676629031, 0.119703110668),
    "embedding-average": (0.865583020509, 0.158936364144),
    "embedding-extrema": (0.903681366307, 0.133231932829),
    "embedding-greedy": (0.899887551132, 0.114442927675),
    "coherence": (0.551784898696, 0.543646165589),
    "distinct-1": (0.515151515152, 0),
    "distinct-2": (0.888888888889, 0),
    "bleu-1": (0.385170145619, 0.317650292746),
    "bleu-2": (0.322722108669, 0.280338392163),
    "bleu-3": (0.257920191783, 0.257545201186),
    "bleu-4": (0.198642307172, 0.240892969141),
}


def measured(
    folder: Path,
    texts: dict[str, str],
    definition: Definition = DEFINITIONS["released"],
    how: dict[str, Any] | None = None,
    **more: Any,
) -> list[System]:
    """Systems of some texts: those of `responses…`, and of other files by their names."""
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    sets = ("responses", "targets", "probabilities")
    several = {key: tuple(folder / name for name in texts if name.startswith(key)) for key in sets}
    others = {name: folder / name for name in texts if not name.startswith(sets)}
    return evaluate(Files(**several, **others, **(how or {})), definition, **more)


def test_the_17_metrics_are_those_of_the_original(tmp_path: Path) -> None:
    (system,) = evaluate(files(tmp_path), DEFINITIONS["released"], resamples=0)
    assert tuple(ORIGINAL) == RELEASED
    for name, (mean, deviation) in ORIGINAL.items():
        score = system.scores[name]
        assert (score.value, score.deviation) == pytest.approx((mean, deviation), rel=1e-10, abs=1e-12), name
        assert score.half_interval == pytest.approx(1.97 * deviation / sqrt(score.number), abs=1e-9)
    header, row = metrics_file([system]).splitlines()
    assert header.split() == ["filename", *RELEASED]
    assert [float(cell.split(",")[0]) for cell in row.split()[1:]] == pytest.approx(
        [mean for mean, _ in ORIGINAL.values()]
    )


A, B, C = 4 / 8, 3 / 8, 1 / 8  # shares of the words in "a b a b a b a c"


@pytest.mark.parametrize(
    ("texts", "definition", "expected"),
    [
        # Bigrams of the training text: a b 3, b a 3, a c 1.
        (
            {"train": "a b a b a b a c\n", "responses": "a b zz\na c\n"},
            {},
            {
                "length": 5 / 2,
                "per-unigram-entropy": ((-log2(A * B) / 2) + (-log2(A * C) / 2)) / 2,
                "utterance-unigram-entropy": (-log2(A * B) - log2(A * C)) / 2,
                "per-bigram-entropy": (-log2(3 / 7) - log2(1 / 7)) / 2,
                "distinct-1": 4 / 5,
                "distinct-2": 3 / 3,
                "ead-1": 4 / (4 * (1 - (3 / 4) ** 5)),
            },
        ),
        (
            {"train": "a b a b a b a c\n", "responses": "a b\na c\n"},
            {"bigrams": "conditional"},
            {"per-bigram-entropy": (-log2(3 / 4) - log2(1 / 4)) / 2},
        ),
        # Outside of the vocabulary words are one, or each its own.
        ({"vocabulary": "a\n", "responses": "x y a\nz a\n"}, {}, {"distinct-1": 2 / 5, "distinct-2": 2 / 3}),
        ({"vocabulary": "a\n", "responses": "x y a\nz a\n"}, {"unknown": "each"}, {"distinct-1": 4 / 5}),
        # Shared are a and b: of the target 2/3 and 1/3, of the responses a half each.
        (
            {"targets": "a a c\nb d\n", "responses": "a b x\nx x\n"},
            {},
            {"unigram-kl-div": (log2(4 / 3) + log2(2 / 3)) / 2},
        ),
        # a is (1, 0), b (0, 1), c (-1, 0); d has no vector.
        (
            {"vectors": "a 1 0\nb 0 1\nc -1 0\n", "targets": "a b\na\nd\n", "responses": "a d\nc\na\n"},
            {"average": "plain", "negative": True},
            {"embedding-average": (sqrt(0.5) - 1) / 2, "embedding-greedy": ((0.5 + 1) / 2 - 1) / 2},
        ),
        (
            {"vectors": "3 2\na 1 0\nb 0 1\nc -1 0\n", "targets": "a b\na\n", "responses": "a\nc\n"},
            {},
            {"embedding-greedy": 0.75, "embedding-extrema": (sqrt(0.5) - 1) / 2},
        ),
        # a counts a half (a / (a + p)) with p a thousandth, b nothing but its vector.
        (
            {
                "train": "a\n" + "x\n" * 999,
                "vectors": "a 1 0\nb 0 1\n",
                "source": "a b\n",
                "responses": "a\n",
            },
            {},
            {"coherence": 0.5 / sqrt(0.25 + 1)},
        ),
        ({"targets": "a b c\n", "responses": "a b\n"}, {"smoothing": 0}, {"bleu-2": exp(-0.5)}),
        # Before NLTK 3.5 an order without a match had 1 / (n - 1 + 5 / ln 3) here, and one word counted as 0.
        (
            {"targets": "a b d\na\n", "responses": "a b c\na\n"},
            {},
            {
                "bleu-1": (2 / 3 + 1) / 2,
                "nltk-3.4-bleu-1": 2 / 3 / 2,
                "nltk-3.4-bleu-2": sqrt(2 / 3 * 1 / 2) / 2,
                "nltk-3.4-bleu-4": (2 / 3 / 2 / (2 + 5 / log(3)) / (3 + 5 / log(3))) ** 0.25 / 2,
                "rouge-l": (2 / 3 + 1) / 2,
            },
        ),
        # The best of two references; the second response has one.
        (
            {"targets": "b c d\nx y\n", "targets2": "a x x b\n\n", "responses": "a b\ny z\n"},
            {},
            {"bleu-1": (exp(1 - 3 / 2) + 1 / 2) / 2, "rouge-l": (2 / 3 + 1 / 2) / 2},
        ),
        # Corpus BLEU: 3 of 4 words, 1 of 2 bigrams, as long as the references.
        ({"targets": "a b\nc d\n", "responses": "a b\nc x\n"}, {}, {"corpus-bleu-2": sqrt(3 / 4 * 1 / 2)}),
        # The perplexity of three tokens of a half and one of an eighth.
        (
            {"responses": "a b\nc d\n", "probabilities": f"{-log(2)} {-log(2)}\n{-log(2)} {-log(8)}\n"},
            {},
            {"perplexity": 2**1.5},
        ),
    ],
)
def test_values_worked_out_by_hand(
    tmp_path: Path, texts: dict[str, str], definition: dict[str, Any], expected: dict[str, float]
) -> None:
    (system,) = measured(tmp_path, texts, Definition(**definition), resamples=10)
    found = {name: system.scores[name].value for name in expected}
    assert found == pytest.approx(expected, abs=1e-12)


def test_metrics_are_those_whose_files_there_are(tmp_path: Path) -> None:
    texts = {"responses": "a b\nb c\n", "targets": "a b\nx y\n"}
    (system,) = measured(tmp_path, texts, resamples=0)
    assert system.scores["bleu-1"].value == 0.5
    assert {*METRICS} - system.scores.keys() == {name for name, needs in NEEDS.items() if needs != "--target"}


def test_words_may_be_separated_first(tmp_path: Path) -> None:
    texts = {"responses": "Well,yes it is\n", "targets": "well , yes it is\n"}
    how = {"spell": lambda line: line.lower().replace(",", " , "), "lower_case": True, "language": "en"}
    (system,) = measured(tmp_path, texts, how=how)
    assert (system.scores["length"].value, system.scores["bleu-2"].value) == (5, 1)
    assert system.scores["sacrebleu"].value == pytest.approx(100)
    assert system.scores["sacrebleu"].signature.startswith(
        "nrefs:1|case:lc|eff:no|tok:13a|smooth:exp|version:"
    )


def test_two_systems_differ_as_scipys_paired_test_says(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    lengths = random.integers(1, 9, (2, 300)) + np.array([[0], [1]])
    one, other = ("".join("a " * number + "\n" for number in row) for row in lengths)
    first, second = measured(tmp_path, {"responses": one, "responses2": other}, resamples=2_000)
    found = second.differences["length"]
    expected = stats.ttest_rel(lengths[1], lengths[0])
    assert (found.t, found.p_t) == pytest.approx((expected.statistic, expected.pvalue))
    assert found.difference == pytest.approx((lengths[1] - lengths[0]).mean())
    assert found.apart
    assert found.p_bootstrap == pytest.approx(2 / 2_001)
    assert first.differences == {}
    low, high = first.scores["length"].bootstrap or (0, 0)
    half = 1.96 * lengths[0].std() / sqrt(300)
    assert (low, high) == pytest.approx((lengths[0].mean() - half, lengths[0].mean() + half), abs=0.1 * half)


def test_a_system_does_not_differ_from_itself(tmp_path: Path) -> None:
    systems = measured(tmp_path, {"responses": RESPONSES, "responses2": RESPONSES}, resamples=50)
    found = systems[1].differences["length"]
    assert (found.difference, found.p_t, found.p_bootstrap, found.apart) == (0, 1, 1, False)
    assert as_json({"a": systems[0], "b": systems[1]})["b"]["differences"]["length"]["p_t"] == 1


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (
            {"responses": "a\n", "vectors": "a 1 2\nb 1 2 3\n", "targets": "b\n"},
            "line 2: 3 numbers, before 2",
        ),
        ({"responses": "a\n", "vectors": "a 1 x\n"}, "line 1: a word and numbers"),
        ({"responses": "a\n", "probabilities": "0.5\n"}, "not above 0"),
        ({"responses": "a\n", "probabilities": "-1\n", "probabilities2": "-1\n"}, "as many"),
        ({"responses": "a\nb\n", "probabilities": "-1\n"}, "probabilities: 1 lines, but there are 2"),
        ({"responses": "a\nb\n", "probabilities": "-1\nx\n"}, "probabilities: line 2: numbers with blanks"),
        ({"responses": "a\n", "vocabulary": ""}, "vocabulary: the file is empty"),
        ({"responses": "a\nb\n", "probabilities": "-1\n\n"}, "probabilities: line 2 is empty"),
        ({"responses": "a\n", "responses2": "a\nb\n"}, "responses2: 2 lines, but .*responses has 1"),
        ({"responses": "a\n", "targets": "a\nb\n"}, "targets: 2 lines, but .*responses has 1"),
        ({"responses": "a\n", "source": "a\nb\n"}, "source: 2 lines, but .*responses has 1"),
        ({"responses": ""}, "responses: the file is empty"),
        ({"responses": "a\n", "train": ""}, "train: the file is empty"),
        ({"responses": "a\n \n"}, "responses: line 2 is empty"),
        ({"responses": "a\n", "vectors": "b 1 2\n"}, "vectors: no word of the responses"),
        ({"responses": "a b\n", "vectors": "b 1 2\na 1 nan\n"}, "vectors: line 2: a number is not finite"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, texts: dict[str, str], message: str) -> None:
    with pytest.raises(DialogueEtlError, match=message):
        measured(tmp_path, texts)


def test_a_file_that_is_not_there_or_not_utf_8_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(b"\xff\n")
    for name, why in (("gone", "No such file"), ("bad", "not UTF-8")):
        with pytest.raises(DialogueEtlError, match=f"{name}: {why}"):
            evaluate(Files((tmp_path / name,)), Definition())


def test_an_encoder_gives_vectors_and_the_similarity_of_whole_responses(tmp_path: Path) -> None:
    class Letters:
        def encode(self, texts: Any) -> Any:
            return np.array([[text.count("a"), text.count("b")] for text in texts], np.float32)

    texts = {"responses": "a b\nb\n", "targets": "a\nb\n"}
    plain = Definition(average="plain")
    (system,) = measured(tmp_path, texts, plain, encoder=Letters(), resamples=0)
    assert system.scores["sentence-similarity"].value == pytest.approx((sqrt(0.5) + 1) / 2)
    assert system.scores["embedding-average"].value == pytest.approx((sqrt(0.5) + 1) / 2)
