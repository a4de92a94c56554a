"""Every knob does something, and re-runs the stages that read it and no other."""

import shutil

import pytest
import yaml

from dialogue_etl import params
from dialogue_etl.params import Section
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.boundaries.model import SIGNS, BoundaryModel
from dialogue_etl.sources.books.boundaries.stage import UNREAD
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.quarantine import TooManyError
from tests import own_books
from tests.conftest import ROOT, SAMPLE, STAGES, Build, declared_knobs, quick_runtime, sample_params, tree

# The sample has no two editions, no scare quotes, no table of contents: the small library does.
IN_LIBRARY = {"books.source": "library", "prefilter.max_kl_divergence": 0}
# Another value, and what has to go with it.
CHANGED = {
    "languages": ({"languages": ["en"]}, {}),
    "books.source": ({"books.source": "library"}, {}),
    "books.catalogue": ({"books.catalogue": "rdf"}, {"books.source": "mirror"}),
    "books.types": ({"books.types": ["Sound"]}, {}),
    "books.authors": ({"books.authors": ["fuzes", "Marchgrove"]}, {}),
    "books.subjects": ({"books.subjects": ["ferries"]}, {}),
    "books.bookshelves": ({"books.bookshelves": ["Humor"]}, {}),
    "books.title_pattern": ({"books.title_pattern": "^(the|a) "}, {}),
    "books.issued_from": ({"books.issued_from": "2026-11-02"}, {}),
    "books.issued_to": ({"books.issued_to": "2026-10-31"}, {}),
    "books.min_downloads": ({"books.min_downloads": 1}, {}),
    "books.ids": ({"books.ids": ["pg900001", "pg900101"]}, {}),
    "books.banned": ({"books.banned": ["pg900001"]}, {}),
    "books.max_books": ({"books.max_books": 2}, {}),
    "books.max_quarantined": ({"books.max_quarantined": 0.0}, {}),
    "works.similarity": ({"works.similarity": 0.0}, IN_LIBRARY),
    "works.min_part": ({"works.min_part": 0.5}, IN_LIBRARY),
    "works.same_title": ({"works.same_title": False}, IN_LIBRARY),
    "works.editions": ({"works.editions": "all"}, IN_LIBRARY),
    "prefilter.rights": ({"prefilter.rights": "any"}, {}),
    "prefilter.min_words": ({"prefilter.min_words": 1_500}, {}),
    "prefilter.min_distinct_words": ({"prefilter.min_distinct_words": 450}, {}),
    "prefilter.max_distinct_words": ({"prefilter.max_distinct_words": 450}, {}),
    "prefilter.max_kl_divergence": ({"prefilter.max_kl_divergence": 0.9}, {}),
    "prefilter.min_words_for_kl": ({"prefilter.min_words_for_kl": 20_000}, {}),
    "extract.min_delimiters": ({"extract.min_delimiters": 1_000}, {}),
    "extract.dialogue_gap": ({"extract.dialogue_gap": 10}, {}),
    "extract.max_words": ({"extract.max_words": 0}, {}),
    "extract.min_turns": ({"extract.min_turns": 5}, {}),
    "extract.join_paragraphs": ({"extract.join_paragraphs": False}, {}),
    "extract.drop_scare_quotes": ({"extract.drop_scare_quotes": False}, IN_LIBRARY),
    "extract.skip_apparatus": ({"extract.skip_apparatus": False}, IN_LIBRARY),
    "extract.any_dash": ({"extract.any_dash": False}, IN_LIBRARY),
    "extract.any_guillemets": ({"extract.any_guillemets": False}, IN_LIBRARY),
    "extract.single_quotes": ({"extract.single_quotes": False}, IN_LIBRARY),
    "extract.backticks": ({"extract.backticks": False}, IN_LIBRARY),
    "extract.nested_quotes": ({"extract.nested_quotes": False}, IN_LIBRARY),
    "extract.mend_quotes": ({"extract.mend_quotes": False}, IN_LIBRARY),
    "extract.skip_dash_lists": ({"extract.skip_dash_lists": False}, IN_LIBRARY),
    "extract.mixed_marks": ({"extract.mixed_marks": False}, IN_LIBRARY),
    "extract.inserted_tags": ({"extract.inserted_tags": False}, IN_LIBRARY),
    "extract.inserted_remarks": ({"extract.inserted_remarks": False}, IN_LIBRARY),
    "extract.chapter_breaks": ({"extract.chapter_breaks": False}, IN_LIBRARY),
    "extract.scene_breaks": ({"extract.scene_breaks": False}, IN_LIBRARY),
    "extract.skip_letters": ({"extract.skip_letters": False}, IN_LIBRARY),
    "extract.skip_verse": ({"extract.skip_verse": False}, IN_LIBRARY),
    "extract.skip_plays": ({"extract.skip_plays": False}, IN_LIBRARY),
    "extract.skip_epigraphs": ({"extract.skip_epigraphs": False}, IN_LIBRARY),
    "extract.skip_titles": ({"extract.skip_titles": False}, IN_LIBRARY),
    "extract.skip_tales": ({"extract.skip_tales": False}, IN_LIBRARY),
    "extract.skip_other_languages": ({"extract.skip_other_languages": False}, IN_LIBRARY),
    "extract.find_speakers": ({"extract.find_speakers": False}, IN_LIBRARY),
    "extract.split_speakers": ({"extract.split_speakers": False}, IN_LIBRARY),
    "extract.join_speakers": ({"extract.join_speakers": False}, IN_LIBRARY),
    "extract.alternate_speakers": ({"extract.alternate_speakers": False}, IN_LIBRARY),
    "extract.gap_both_sides": ({"extract.gap_both_sides": False}, {"extract.dialogue_gap": 60}),
    "extract.boundaries": ({"extract.boundaries": "off"}, {"extract.dialogue_gap": 60}),
    "extract.boundary_threshold": ({"extract.boundary_threshold": 0.9}, {"extract.boundaries": "model"}),
    "extract.profile": ({"extract.profile": "reference"}, {}),
    "postfilter.vocabulary_size": ({"postfilter.vocabulary_size": 100}, {}),
    # The sample has few words: with the paper's vocabulary none of them is rare.
    "postfilter.max_rare_share": ({"postfilter.max_rare_share": 0.4}, {"postfilter.vocabulary_size": 100}),
    # Shares add up to 1, so none changes alone.
    "split.train": ({"split.train": 0.2, "split.validation": 0.6}, {}),
    "split.validation": ({"split.validation": 0.0, "split.train": 0.8}, {}),
    "split.test": ({"split.test": 0.8, "split.train": 0.0}, {}),
    "split.seed": ({"split.seed": 1}, {}),
    "normalise.profile": ({"normalise.profile": "training"}, {}),
    "normalise.lower_case": ({"normalise.lower_case": False}, {"normalise.profile": "training"}),
    "normalise.tokenise": ({"normalise.tokenise": False}, {"normalise.profile": "training"}),
    "normalise.apostrophes": ({"normalise.apostrophes": "keep"}, {"normalise.profile": "training"}),
    "package.formats": ({"package.formats": ["parquet"]}, {}),
    "evaluation.gold": ({"evaluation.gold": str(ROOT / "tests/evaluation/annotated")}, {}),
    "report.examples": ({"report.examples": 1}, {}),
    "gates.max_loss": ({"gates.max_loss": 5.0}, {}),
    "gates.max_split_works": ({"gates.max_split_works": 1}, {}),
    "gates.schema_rows": ({"gates.schema_rows": False}, {}),
    "gates.equal_forms": ({"gates.equal_forms": False}, {}),
    "gates.max_offset_errors": ({"gates.max_offset_errors": 1}, {}),
    "gates.max_same_ids": ({"gates.max_same_ids": 1}, {}),
    "gates.max_duplicates": ({"gates.max_duplicates": 0.5}, {}),
    "gates.max_leaked": ({"gates.max_leaked": 0.5}, {}),
    "storage.shards": ({"storage.shards": 3}, {}),
}

CATALOGUE, DOWNLOAD, WORKS = "books-catalogue", "books-download", "books-works"
PREFILTER, BOUNDARIES = "books-prefilter", "books-boundaries"
EXTRACT, EVALUATE, CHECK = "books-extract", "books-evaluate", "books-check"
POSTFILTER, SPLIT, PACKAGE, REPORT = "books-postfilter", "books-split", "books-package", "books-report"
# The card and the report state every knob of the stages before them, so they are made anew with each.
RERUNS = {
    "languages": {PACKAGE, CHECK, REPORT},
    "books.source": {CATALOGUE, DOWNLOAD, PACKAGE, REPORT},
    "books.catalogue": {CATALOGUE, DOWNLOAD, PACKAGE, REPORT},
    "books.types": {DOWNLOAD, PACKAGE, REPORT},
    "books.authors": {DOWNLOAD, PACKAGE, REPORT},
    "books.subjects": {DOWNLOAD, PACKAGE, REPORT},
    "books.bookshelves": {DOWNLOAD, PACKAGE, REPORT},
    "books.title_pattern": {DOWNLOAD, PACKAGE, REPORT},
    "books.issued_from": {DOWNLOAD, PACKAGE, REPORT},
    "books.issued_to": {DOWNLOAD, PACKAGE, REPORT},
    "books.min_downloads": {DOWNLOAD, PACKAGE, REPORT},
    "books.ids": {DOWNLOAD, PACKAGE, REPORT},
    "books.banned": {DOWNLOAD, PREFILTER, BOUNDARIES, EXTRACT, POSTFILTER, SPLIT, PACKAGE, REPORT},
    "books.max_books": {DOWNLOAD, PACKAGE, REPORT},
    "books.max_quarantined": {DOWNLOAD, PACKAGE, REPORT},
    "works.similarity": {WORKS, PACKAGE, REPORT},
    "works.min_part": {WORKS, PACKAGE, REPORT},
    "works.same_title": {WORKS, PACKAGE, REPORT},
    "works.editions": {PREFILTER, PACKAGE, REPORT},
    "prefilter.rights": {DOWNLOAD, PREFILTER, PACKAGE, REPORT},
    "prefilter.min_words": {PREFILTER, PACKAGE, REPORT},
    "prefilter.min_distinct_words": {PREFILTER, PACKAGE, REPORT},
    "prefilter.max_distinct_words": {PREFILTER, PACKAGE, REPORT},
    "prefilter.max_kl_divergence": {PREFILTER, PACKAGE, REPORT},
    "prefilter.min_words_for_kl": {PREFILTER, PACKAGE, REPORT},
    "extract.min_delimiters": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.dialogue_gap": {EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.max_words": {EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.min_turns": {EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.join_paragraphs": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.drop_scare_quotes": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_apparatus": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.any_dash": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.any_guillemets": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.single_quotes": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.backticks": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.nested_quotes": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.mend_quotes": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_dash_lists": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.mixed_marks": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.inserted_tags": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.inserted_remarks": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.chapter_breaks": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.scene_breaks": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_letters": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_verse": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_plays": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_epigraphs": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_titles": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_tales": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.skip_other_languages": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.find_speakers": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.split_speakers": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.join_speakers": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.alternate_speakers": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.gap_both_sides": {EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.boundaries": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.boundary_threshold": {EXTRACT, EVALUATE, PACKAGE, REPORT},
    "extract.profile": {BOUNDARIES, EXTRACT, EVALUATE, PACKAGE, CHECK, REPORT},
    "postfilter.vocabulary_size": {POSTFILTER, PACKAGE, REPORT},
    "postfilter.max_rare_share": {POSTFILTER, PACKAGE, REPORT},
    "split.train": {SPLIT, PACKAGE, REPORT},
    "split.validation": {SPLIT, PACKAGE, REPORT},
    "split.test": {SPLIT, PACKAGE, REPORT},
    "split.seed": {SPLIT, PACKAGE, REPORT},
    "normalise.profile": {PACKAGE, CHECK, REPORT},
    "normalise.lower_case": {PACKAGE, REPORT},
    "normalise.tokenise": {PACKAGE, REPORT},
    "normalise.apostrophes": {PACKAGE, REPORT},
    "package.formats": {PACKAGE, CHECK, REPORT},
    "evaluation.gold": {EVALUATE},
    "report.examples": {REPORT},
    # The gates look at the figures of the check, in Airflow: a version is not made anew for them.
    **{f"gates.{name}": set() for name in params.Gates.model_fields},
    "storage.shards": {DOWNLOAD, REPORT},
}
KEYS = [knob.key for knob in params.knobs("books")]
# What these do shows elsewhere than in the tables.
NOT_IN_TABLES = {"books.max_quarantined", "extract.boundary_threshold", "report.examples"}
NOT_IN_TABLES |= {key for key in KEYS if key.startswith("gates.")}  # tests/test_gates.py


@pytest.fixture(scope="session")
def small_library(tmp_path_factory):
    """Books of one's own: two of the sample's stories, editions of one of them, and `own_books`."""
    folder = tmp_path_factory.mktemp("small") / "library"
    story = gutenberg.strip((SAMPLE / "cache/epub/900002/pg900002.txt").read_text("utf-8"))
    contents = "".join(f"{number}. “Chapter {number}”    {number}0\n" for number in range(1, 9))
    texts = {
        ("own900002", "en"): story,
        ("own900101", "hu"): (SAMPLE / "cache/epub/900101/pg900101.txt").read_text("utf-8"),
        ("beginning", "en"): story[: len(story) * 2 // 5],
        ("revised", "en"): story.replace(" the ", " that "),
        ("scare", "en"): "“Yes.”\n\n“No.”\n\nThe “grand hotel” stood there.\n\n“Well?”\n\n“Yes.”",
        ("short", "en"): "“No.”\n\n“Yes.”",
        ("contents", "en"): f"CONTENTS\n\n{contents}\n\n\nCHAPTER I\n\n“Yes.”\n\n“No.”\n\nHe went.\n",
    }
    texts |= own_books.TEXTS
    titles = {"scare": "Grand Hotels", "short": "Grand Hotels"}
    for (id, language), text in texts.items():
        data = text.encode()
        facts = {"title": titles.get(id, id), "authors": ("Doe, Jane",), "rights": "Public domain"}
        library.add(folder, [(library.entry(id=id, language=language, data=data, **facts), data)])
    return folder


@pytest.fixture(scope="session")
def in_library(small_library, tmp_path_factory):
    """All stages but the report over the small library."""
    folder = tmp_path_factory.mktemp("in_library")
    return Build(folder, sample_params(IN_LIBRARY), quick_runtime(), small_library).run()


@pytest.fixture(scope="session")
def complete(sample, tmp_path_factory):
    """The sample with its report."""
    return sample.copied(tmp_path_factory.mktemp("complete")).run("report")


def facts(build: Build) -> dict[str, str]:
    """Files but for the card and the report, which state every knob whether it does something or not."""
    files = tree(build.folder)
    return {
        name: digest for name, digest in files.items() if "README.md" not in name and "report" not in name
    }


def test_the_tables_here_hold_every_knob():
    assert list(CHANGED) == KEYS
    assert list(RERUNS) == KEYS


@pytest.mark.parametrize("key", [key for key in KEYS if key not in NOT_IN_TABLES])
def test_no_knob_is_dead(build, sample, in_library, small_library, key):
    changes, context = CHANGED[key]
    assert key in changes
    places = {"library": small_library, "runtime": quick_runtime(mirror=str(SAMPLE))}
    base = {(): sample, tuple(IN_LIBRARY): in_library}.get(tuple(context))
    base = base or build(context, name="base", **places).run()
    changed = build({**context, **changes}, name="changed", **places).run()
    assert facts(changed) != facts(base)
    if key == "books.source":
        own = {"own900002", "beginning", "revised", "scare", "short", "contents"}
        own |= {id for id, language in own_books.TEXTS if language == "en"}
        assert {row["id"] for row in changed.rows("download", "en", "texts")} == own


def test_the_share_that_may_be_quarantined_decides_whether_a_run_with_a_bad_file_fails(
    build, small_library, tmp_path
):
    folder = shutil.copytree(small_library, tmp_path / "library")
    (folder / "books/scare.txt").write_bytes(b"")
    changes, _ = CHANGED["books.max_quarantined"]
    context = {"books.source": "library", "languages": ["en"]}
    build(context, name="base", library=folder).run("catalogue", "download")
    with pytest.raises(TooManyError, match=r"books\.max_quarantined is 0, but 1 of 21 "):
        build({**context, **changes}, name="changed", library=folder).run("catalogue", "download")


def test_the_boundary_threshold_decides_how_many_dialogues_there_are(sample, tmp_path):
    # The sample is too small to train on; a model that knows nothing but the gap will do.
    changes, context = CHANGED["extract.boundary_threshold"]
    model = BoundaryModel("en", 0.0, dict.fromkeys(SIGNS, 0.0), {})
    dialogues = []
    for number, more in enumerate(({}, changes)):
        knobs = {"languages": ["en"], "extract.dialogue_gap": 60, **context, **more}
        again = sample.copied(tmp_path / str(number), knobs)
        model.save(again.stages / "boundaries" / "en" / "model.json")
        dialogues.append(again.run("extract").metrics("extract", "en")["dialogues"])
    assert dialogues[0] > dialogues[1] > 0


def test_the_number_of_examples_changes_the_report(complete, tmp_path):
    changed = complete.copied(tmp_path / "changed", CHANGED["report.examples"][0]).run("report")
    before, after = ((made.stages / "report" / "report.html").stat().st_size for made in (complete, changed))
    assert after < before - 500  # not only the knob's own line


@pytest.mark.parametrize("key", KEYS)
def test_a_knob_reruns_the_stages_that_declare_it(key):
    assert {stage for stage, keys in declared_knobs().items() if key in keys} == RERUNS[key]


def test_a_boundary_model_is_trained_anew_with_every_knob_that_decides_what_a_turn_is():
    extract = {key for key in KEYS if key.startswith("extract.")}
    declared = {key for key in declared_knobs()[BOUNDARIES] if key.startswith("extract.")}
    assert declared == extract - {f"extract.{name}" for name in UNREAD}


def test_every_section_declared_is_one_there_is():
    stages = yaml.safe_load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    said = {name for stage in stages.values() for name in stage.get("params", [])}
    keys = {knob.key for knob in params.knobs()}
    assert said <= {*keys, *(key.partition(".")[0] for key in keys)}


class Recorder:
    """Params that note which knobs are looked at."""

    def __init__(self, section: Section, seen: set[str], prefix: str = "") -> None:
        self._section, self._seen, self._prefix = section, seen, prefix

    def __getattr__(self, name):
        value = getattr(self._section, name)
        if isinstance(value, Section):
            return Recorder(value, self._seen, f"{self._prefix}{name}.")
        if name in type(self._section).model_fields:
            self._seen.add(f"{self._prefix}{name}")
        return value  # model_dump gives everything: see the test after this one


@pytest.mark.parametrize("stage", STAGES)
def test_a_stage_reads_no_knob_that_it_does_not_declare(sample, tmp_path, small_library, stage):
    again = sample.copied(tmp_path / "again")
    seen: set[str] = set()
    recorded = Build(again.folder, Recorder(sample.params, seen), quick_runtime(), small_library)
    recorded.run(stage)
    # The command itself checks that its --language is one of the languages.
    assert seen - {"languages"} <= declared_knobs()[f"books-{stage}"]
    assert seen


@pytest.mark.parametrize("stage", STAGES)
def test_knobs_that_a_stage_does_not_declare_change_nothing_of_it(complete, tmp_path, small_library, stage):
    # `languages` decides which stages there are; split.train brings its neighbours along; the two dates
    # exclude each other.
    others = set(KEYS) - declared_knobs()[f"books-{stage}"] - {"languages", "books.issued_to"}
    others -= {"split.validation", "split.test"}
    changes = {name: value for key in sorted(others) for name, value in CHANGED[key][0].items()}
    again = complete.copied(tmp_path / "again", changes).run(stage)
    assert tree(again.folder) == tree(complete.folder)
    if changes:
        assert again.params != complete.params


def test_a_stage_leaves_the_outputs_of_the_others_alone(sample, tmp_path):
    again = sample.copied(tmp_path / "again", {"extract.dialogue_gap": 10}).run("extract")
    before, after = tree(sample.folder), tree(again.folder)
    changed = {name for name in {*before, *after} if before.get(name) != after.get(name)}
    assert changed
    assert all("books/extract/" in name for name in changed)
