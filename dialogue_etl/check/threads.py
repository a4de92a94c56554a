"""Stage `threads-check`: the dataset of threads, measured before it is published.

There is no stored text to hold it against. Instead it is seen to that no account is named, and that what
stands in place of private data is whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dialogue_etl.check import findings, measure
from dialogue_etl.check.contract import Contract
from dialogue_etl.check.files import Setting, files_there
from dialogue_etl.check.findings import Findings
from dialogue_etl.check.language import check_language
from dialogue_etl.check.listed import CORPORA, Listed, read_corpora
from dialogue_etl.check.own import OwnRepeats
from dialogue_etl.check.private import has_broken_placeholder, speaker_error
from dialogue_etl.check.repeats import Repeats, kept_in
from dialogue_etl.check.works import WorkRows
from dialogue_etl.run import Job

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.check.forms import Dialogue
    from dialogue_etl.check.pairs import PairReport
    from dialogue_etl.params import Params
    from dialogue_etl.params.threads import Speakers
    from dialogue_etl.runtime import Runtime


def check(*, dataset: Path, output: Path, metrics: Path, params: Params, runtime: Runtime) -> None:
    """Measure what is wrong with the dataset of all languages.

    Args:
        dataset: output of `package`.
        output: folder of the examples.
        metrics: JSON file of counts: `total` and by language, and the first example of each kind.
        params: which languages and forms, what speakers are, and how few turns a dialogue may have.
        runtime: workers and store.

    Raises:
        MissingTableError: there is no dataset.
    """
    measure.require(dataset)
    measure.measure(
        "check threads",
        _language,
        {language: _job(dataset, language, params) for language in params.threads.languages},
        sums=("threads", "dialogues", "utterances"),
        kinds=findings.THREADS_KINDS,
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def _job(dataset: Path, language: str, params: Params) -> Job:
    there = files_there(dataset, language, params.package.formats, CORPORA)
    settings = {
        "language": language,
        "forms": params.package.formats,
        "speakers": params.threads.speakers,
        "turns": max(1, params.rules.min_turns),
        "files": there,
    }
    return Job(inputs=tuple(dataset / name for name in there), settings=settings, paths=(dataset,))


def _language(job: Job, folder: Path) -> dict[str, Any]:
    given = job.settings
    setting = Setting(given["language"], job.paths[0], given["forms"])
    found = Findings(setting.language, findings.THREADS_KINDS)
    contract = Contract(given["turns"], setting.language, utterance_ids=True)
    with kept_in(folder) as works:
        source = Threads(setting, found, works, contract, given["speakers"])
        return check_language(setting, source, found, folder)


class Threads:
    """A `Source`."""

    unit = "threads"
    list_name = CORPORA
    stated: tuple[str, ...] = ("corpus", "rights")
    of_rows: tuple[str, ...] = (findings.SPLIT_WORKS, findings.SAME_IDS, findings.DUPLICATES, findings.LEAKED)

    def __init__(
        self, setting: Setting, found: Findings, works: Repeats, contract: Contract, speakers: Speakers
    ) -> None:
        """Begin.

        Args:
            setting: what is checked.
            found: takes what is wrong.
            works: empty.
            contract: what a dialogue must hold.
            speakers: as `threads.speakers` has it.
        """
        self._setting = setting
        self._found = found
        self._works = WorkRows(works)
        self._own = OwnRepeats()
        self._contract = contract
        self._speakers = speakers

    def listed(self) -> Listed:
        """The lines of corpora.tsv."""
        return read_corpora(self._setting.dataset / CORPORA, self._setting.language)

    def is_own(self, dialogue: Dialogue) -> bool:
        """Whether another dialogue of its thread says the same."""
        return self._own.is_one(dialogue)

    def look(self, dialogues: Sequence[Dialogue], split: str, name: str) -> None:
        """Hold the dialogues against the contract, and look for what must not be published."""
        self._works.add(dialogues, split)
        for dialogue in dialogues:
            self._contract.hold(dialogue, name, self._found)
            for number, speaker in enumerate(dialogue.speakers, start=1):
                if error := speaker_error(speaker, self._speakers):
                    self._add(findings.NAMED, dialogue, number, error, name)
            for number, text in enumerate(dialogue.texts, start=1):
                if has_broken_placeholder(text):
                    self._add(findings.PLACEHOLDERS, dialogue, number, "a piece of a placeholder", name)

    def _add(self, kind: str, dialogue: Dialogue, number: int, said: str, name: str) -> None:
        detail = f"{name}: utterance {number} of {dialogue.id}: {said}"
        self._found.add(kind, detail, file=name, id=dialogue.id)

    def report(self, report: PairReport) -> None:
        """Count the threads of two splits."""
        self._works.report(report)
