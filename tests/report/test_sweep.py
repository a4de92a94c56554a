import re
from typing import Any

from dialogue_etl.report.sweep import Variant, figures_of, named_figures, render

GAP = "extract.dialogue_gap"


def variant(value: Any, dialogues: int = 10, **other: Any) -> Variant:
    name = f"v-{value}"
    figures = {"dialogues": dialogues, "turns_per_dialogue": 4.0, "utterances": 4 * dialogues}
    default = {"state": "success", "run": "http://airflow/run", "tag": f"dataset/{name}/1", "report": "../r/"}
    return Variant(name, value, **{**default, "figures": figures, **other})


def page(*variants: Variant, parameter: str = GAP, title: str = "gap") -> str:
    return render(title, parameter, variants, "http://airflow/sweep")


def titles(html: str) -> list[str]:
    return re.findall(r"<h3>([^<]*)</h3>", html)


def dots(html: str) -> list[str]:
    """What the marks of the first chart say."""
    return re.findall(r"<circle[^>]*><title>([^<]*)</title>", html.partition("</svg>")[0])


def test_the_curve_is_over_the_values_in_order() -> None:
    html = page(variant(900, dialogues=5), variant(100, dialogues=20))
    assert titles(html)[:2] == ["Dialogues", "Turns per dialogue"]
    assert dots(html) == ["100: 20 dialogues", "900: 5 dialogues"]


def test_scores_are_drawn_over_the_values_and_against_the_size() -> None:
    figures = {"dialogues": 5, "boundaries_f1": 0.5, "dialogues_split": 0.25}
    found = titles(page(variant(1, figures=figures), variant(2, figures=figures)))
    assert found[-4:] == ["Boundaries", "Split ▾", "Boundaries against size", "Split ▾ against size"]


def test_values_that_are_no_numbers_stand_in_their_order() -> None:
    html = page(variant(True), variant(False, dialogues=7), parameter="extract.mixed_marks")
    assert dots(html) == ["true: 10 dialogues", "false: 7 dialogues"]


def test_a_variant_that_failed_is_named_and_not_drawn() -> None:
    html = page(variant(1), variant(3, tag="", figures={}, state="failed"), variant(2))
    assert '<code>v-3</code>: failed, <a href="http://airflow/run">' in html
    assert len(dots(html)) == 2
    assert "<svg" not in page(variant(1, tag="", figures={}, state="failed"))


def test_the_page_runs_no_script_fetches_nothing_and_escapes() -> None:
    html = page(variant("<img src=x>"), title="<script>", parameter="<b>")
    for piece in ("<script", "<img", "<b>", "http-equiv", "url("):
        assert piece not in html


def test_what_filters_removed_is_drawn_where_it_differs() -> None:
    def of(share: float, **more: float) -> dict[str, float]:
        reasons = {"min_turns": share, "plays": 0.5, **more}
        removed = {"extract": {"dialogues": {name: {"number": 1, "share": n} for name, n in reasons.items()}}}
        total = {"dialogues": 5, "removed": removed}
        return dict(figures_of({"metrics/books/report.json": {"total": total}}, "books"))

    found = titles(page(variant(1, figures=of(0.1)), variant(2, figures=of(0.2, max_words=0.9))))
    assert found[-2:] == [
        "Dialogues removed by max_words (extract)",
        "Dialogues removed by min_turns (extract)",
    ]


def test_a_filter_that_removes_nothing_is_drawn_at_zero() -> None:
    key = "extract: dialogues removed by max_words"
    html = page(variant(1, figures={"dialogues": 5, key: 0.25}), variant(2, figures={"dialogues": 9}))
    assert "1: 0.25; 2: 0<" in html.partition("removed by max_words")[2]


def test_shares_have_their_unit_in_their_name() -> None:
    of = {"dialogues": 5, "estimated_wrong_pairs": 0.0689, "turns_per_dialogue": 4.5}
    assert named_figures({"metrics/books/report.json": {"total": of}}, "books") == {
        "Dialogues": 5,
        "Turns per dialogue": 4.5,
        "Wrong pairs, estimated ▾ (%)": 6.89,
    }


def test_an_empty_dataset_has_no_means_and_is_drawn_with_others() -> None:
    of = {"dialogues": 0, "turns_per_dialogue": None, "words_per_utterance": None}
    figures = figures_of({"metrics/books/report.json": {"total": of}}, "books")
    assert figures == {"dialogues": 0}
    other = {"dialogues": 5, "turns_per_dialogue": 4.0, "words_per_utterance": 9.0}
    assert page(variant(1, figures=figures), variant(2, figures=other))
