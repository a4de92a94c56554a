"""Every parameter does something, and no stage reads one that it does not declare in dvc.yaml."""

import shutil
from functools import cache

import pytest

from dialogue_etl import params
from dialogue_etl.core import yaml_files
from dialogue_etl.core.parameters import Section
from dialogue_etl.sources import SOURCES
from dialogue_etl.sources.books import gutenberg
from dialogue_etl.sources.books.catalogues import library
from dialogue_etl.sources.books.quarantine import TooManyError as TooManyBooksError
from tests import own_books
from tests.conftest import (
    REGISTRY,
    ROOT,
    SAMPLE,
    Build,
    declared_parameters,
    quick_runtime,
    sample_params,
    stage_names,
    tree,
)
from tests.parameter_changes import ELSEWHERE, LIBRARY, change
from tests.sources.threads import corners
from tests.sources.threads.building import values

LANGUAGES = ("en", "hu", "de", "es", "it", "nl", "pt")  # most show what there is to see in the first
NO_ROWS = {"mix", "emotions", "retrieval", "generative", "testset"}  # sources whose stages write no tables
DESCRIBED = {source: {one.key: one for one in params.parameters(source)} for source in ("books", "threads")}
STAGES = [(source, name) for source in DESCRIBED for name in stage_names(source)]
STATING = {"package", "report"}  # their card and page state every parameter, whether it does something or not


class Rebuild:
    """Runs stages of a finished build again, with other parameters, into another folder.

    Args:
        build: the finished one; its outputs are the inputs of the stages, and stay as they are.
        languages: those to run stages for.
    """

    def __init__(self, build, languages):
        self._build, self._languages = build, languages

    def languages(self, stage):
        return self._languages if stage.per_language else ("",)

    def run(self, stage, language, values, folder):
        """Run a stage into a folder; what it finds there of stages before it is its input.

        Returns: the files of its output and metrics, by digest.
        """
        if not (folder / "metrics").exists():  # the report reads those of other stages beside its own
            shutil.copytree(self._build.folder / "metrics", folder / "metrics")
        options = self._options(stage, language, folder)
        arguments = {**options, "language": language} if language else options
        stage.run(arguments, params=values, runtime=self._build.runtime, workspace=self._build.folder)
        return files(options)

    def before(self, stage, language, values, folder):
        """What `run` gives; it is there already with the parameters of the build, if that has the stage."""
        finished = self._build.options(stage, language)
        if values == self._build.params and finished["metrics"].exists():
            return files(finished)
        return self.run(stage, language, values, folder)

    def shows(self, source, key, before, after, folder):
        """Whether a stage that declares a parameter gives other files with another value of it."""
        for number, language in enumerate(self._languages):
            for name in declaring(source, key):
                stage = REGISTRY[f"{source}-{name}"]
                if number and not stage.per_language:
                    continue
                place = language if stage.per_language else ""
                outputs = (
                    self.before(stage, place, before, folder / "before"),
                    self.run(stage, place, after, folder / "after"),
                )
                for output in outputs:
                    for stating in ("README.md", "report.html"):
                        output.pop(stating, None)
                if name != "train" and outputs[0] != outputs[1]:
                    return True
        return False

    def _options(self, stage, language, folder):
        options = {}
        for option, path in self._build.options(stage, language).items():
            inside = path.relative_to(self._build.folder) if path.is_relative_to(self._build.folder) else None
            changed = inside is not None and (folder / inside).exists()
            new = inside is not None and (option in {"output", "metrics"} or changed)
            options[option] = folder / inside if new else path
        return options


def files(options):
    """The files of a stage's output and its metrics, by digest."""
    return {**tree(options["output"]), "metrics": options["metrics"].read_text("utf-8")}


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
        ("short", "en"): "“No.”\n\n“Yes, by ann@example.org.”",
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
def from_sample(sample, small_library, tmp_path_factory):
    """The sample with its report."""
    build = sample.copied(tmp_path_factory.mktemp("complete"))
    runtime = quick_runtime(mirror=str(SAMPLE))
    return Build(build.folder, build.params, runtime, small_library).run("report")


@pytest.fixture(scope="session")
def from_library(small_library, tmp_path_factory):
    """The small library, in all its languages."""
    languages = sorted({"en", "hu", *(language for _, language in own_books.TEXTS)})
    changes = {**LIBRARY, "languages": languages}
    folder = tmp_path_factory.mktemp("in_library")
    return Build(folder, sample_params(changes), quick_runtime(), small_library).run()


@pytest.fixture(scope="session")
def noisy(tmp_path_factory):
    """All stages over a corpus in which every rule finds something, and one to train on."""
    folder = tmp_path_factory.mktemp("noisy")
    places = {
        name: getattr(corners, name)(folder / name) for name in ("corpora", "blacklists", "annotations")
    }
    changes = {"threads.source": "corpora", "classify.min_labels": 20, "storage.shards": 1}
    build = Build(folder / "build", values(changes), quick_runtime(), **places, source="threads")
    return build.run(*stage_names("threads"))


@pytest.fixture(scope="session")
def embedded(noisy, tmp_path_factory):
    """All stages but the report over the embedded sample of threads."""
    folder = tmp_path_factory.mktemp("threads") / "sample"
    sample = values({"threads.source": "sample"})
    return Build(folder, sample, quick_runtime(), corpora=noisy.corpora, source="threads").run()


@pytest.fixture(scope="session")
def build_for(from_sample, from_library, noisy, embedded):
    """The finished build that shows what a parameter does, and languages to run."""

    @cache
    def build(key, in_library):
        if in_library:
            return from_library, tuple(from_library.params.languages)
        if key in DESCRIBED["books"] and not key.startswith("threads."):
            return from_sample, LANGUAGES
        return (noisy, ("zh", "en")) if key.startswith(("rules.", "classify.")) else (embedded, ("en", "zh"))

    return build


def declaring(source, key):
    """The stages that declare a parameter, in order; of those that train, also what applies the model."""
    names = [name for name in stage_names(source) if key in declared_parameters(source)[f"{source}-{name}"]]
    if "train" in names:
        names.insert(names.index("train") + 1, "classify")
    return [name for name in names if name not in STATING or name == names[0]]


SHOWN = [
    (source, key)
    for source, described in DESCRIBED.items()
    for key in described
    if key not in ELSEWHERE and not key.startswith("gates.")  # tests/steps/test_gates.py
    if source == "books" or key not in DESCRIBED["books"]
]


@pytest.mark.parametrize(("source", "key"), SHOWN)
def test_no_parameter_is_dead(build_for, tmp_path, source, key):
    changes, context = change(DESCRIBED[source][key])
    build, languages = build_for(key, context is LIBRARY)
    before = params.parse(params.override(build.params.model_dump(), context))
    after = params.parse(params.override(before.model_dump(), changes))
    assert before != after
    assert Rebuild(build, languages).shows(source, key, before, after, tmp_path)


def test_the_share_that_may_be_quarantined_decides_whether_a_run_with_a_bad_file_fails(
    build, small_library, tmp_path
):
    folder = shutil.copytree(small_library, tmp_path / "library")
    (folder / "books/scare.txt").write_bytes(b"")
    context = {"books.source": "library", "languages": ["en"]}
    build(context, name="base", library=folder).run("catalogue", "download")
    with pytest.raises(TooManyBooksError, match=r"books\.max_quarantined is 0, but 1 of 20 "):
        build({**context, "books.max_quarantined": 0.0}, library=folder).run("catalogue", "download")


@pytest.mark.parametrize("source", DESCRIBED)
def test_the_number_of_examples_changes_the_report(from_sample, noisy, tmp_path, source):
    build = {"books": from_sample, "threads": noisy}[source]
    changed = build.copied(tmp_path / "changed", {"report.examples": 1}).run("report")
    before, after = ((made.stages / "report" / "report.html").stat().st_size for made in (build, changed))
    assert after < before - 500  # not only the parameter's own line


class OfParams(type):
    """Gives what the class of params.yaml has."""

    def __getattr__(cls, name):
        return getattr(params.WholeParams, name)


class Recorder(metaclass=OfParams):
    """Params that note which parameters are looked at."""

    def __init__(self, section: Section, seen: set[str], prefix: str = "") -> None:
        self._section, self._seen, self._prefix = section, seen, prefix

    def __getitem__(self, kind):
        return getattr(self, next(name for name, one in type(self._section).kinds().items() if one is kind))

    def __getattr__(self, name):
        value = getattr(self._section, name)
        if isinstance(value, Section):
            return Recorder(value, self._seen, f"{self._prefix}{name}.")
        if name in type(self._section).model_fields:
            self._seen.add(f"{self._prefix}{name}")
        return value  # model_dump gives everything: its values are compared below


@pytest.mark.parametrize(("source", "name"), STAGES)
def test_parameters_that_a_stage_does_not_declare_are_not_read_and_change_nothing_of_it(
    from_sample, noisy, tmp_path, source, name
):
    build = {"books": from_sample, "threads": noisy}[source]
    stage = REGISTRY[f"{source}-{name}"]
    # `languages` decides which stages there are; the two dates exclude each other.
    keep = {"languages", "threads.languages", "books.issued_to", "split.validation", "split.test", *ELSEWHERE}
    others = DESCRIBED[source].keys() - declared_parameters(source)[stage.name] - keep
    others = {key for key in others if not key.startswith("gates.")}
    changes = {
        key: value for other in sorted(others) for key, value in change(DESCRIBED[source][other])[0].items()
    }
    changed = params.parse(params.override(build.params.model_dump(), changes))
    again, seen = Rebuild(build, ("en",)), set()
    for language in again.languages(stage):
        before = again.before(stage, language, build.params, tmp_path / "before")
        assert again.run(stage, language, Recorder(changed, seen), tmp_path / "after") == before
    languages = {"languages", "threads.languages"}  # which stages there are, or an argument
    assert seen - languages <= declared_parameters(source)[stage.name]
    assert seen


def test_every_source_that_has_stages_is_tested_here_and_every_section_declared_is_one_there_is():
    stages = yaml_files.load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    declared = {name for stage in stages.values() for name in stage.get("params", [])}
    keys = {one.key for one in params.parameters()}
    assert declared <= {*keys, *(key.partition(".")[0] for key in keys)}
    assert (
        {name.partition("-")[0] for name in REGISTRY} - NO_ROWS
        == {*DESCRIBED, "subtitles"}
        == SOURCES.keys() - NO_ROWS
    )
