"""Stage `mix-check`: the mixed dataset, measured before it is published.

Its rows are those of its sources, which have checks of their own; here is seen what only mixing can do.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from dialogue_etl.check import findings, measure
from dialogue_etl.check.contract import Contract
from dialogue_etl.check.files import Setting, file_name, files_there
from dialogue_etl.check.findings import Findings
from dialogue_etl.check.language import check_language
from dialogue_etl.check.listed import Listed
from dialogue_etl.check.own import OwnRepeats
from dialogue_etl.check.repeats import Repeats, kept_in
from dialogue_etl.check.works import WorkRows
from dialogue_etl.formats.forms import SPLIT_FORMS
from dialogue_etl.run import Job
from dialogue_etl.tables import SPLIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from dialogue_etl.check.forms import Dialogue
    from dialogue_etl.check.pairs import PairReport
    from dialogue_etl.params import Params
    from dialogue_etl.runtime import Runtime


def check(*, dataset: Path, name: str, output: Path, metrics: Path, params: Params, runtime: Runtime) -> None:
    """Measure what is wrong with the mixed dataset.

    Args:
        dataset: output of `dataset`.
        name: of the mix: stands in the dataset where others have the language.
        output: folder of the examples.
        metrics: JSON file of counts: `total`, the same by `name`, and the first example of each kind.
        params: which forms.
        runtime: workers and store.

    Raises:
        MissingTableError: there is no dataset.
    """
    measure.require(dataset)
    forms = params.package.formats
    there = files_there(dataset, name, forms)
    settings = {"name": name, "forms": forms, "files": there}
    inputs = tuple(dataset / file for file in there)
    measure.measure(
        "check mix",
        _mix,
        {name: Job(inputs=inputs, settings=settings, paths=(dataset,))},
        sums=("dialogues", "utterances"),
        kinds=findings.MIX_KINDS,
        output=output,
        metrics=metrics,
        runtime=runtime,
    )


def _mix(job: Job, folder: Path) -> dict[str, Any]:
    setting = Setting(job.settings["name"], job.paths[0], job.settings["forms"])
    found = Findings(setting.language, findings.MIX_KINDS)
    with kept_in(folder) as works:
        return check_language(setting, Mix(setting, found, works), found, folder)


class Mix:
    """A `Source`."""

    unit = ""
    list_name = ""
    stated: tuple[str, ...] = ("corpus",)
    of_rows: tuple[str, ...] = (findings.SPLIT_WORKS, findings.SAME_IDS, findings.DUPLICATES, findings.LEAKED)

    def __init__(self, setting: Setting, found: Findings, works: Repeats) -> None:
        """Begin.

        Args:
            setting: what is checked.
            found: takes what is wrong.
            works: empty.
        """
        self._setting = setting
        self._found = found
        self._works = WorkRows(works)
        self._own = OwnRepeats()
        self._contract = Contract()

    def listed(self) -> Listed:
        """A split has a file of every form, or of none."""
        setting = self._setting
        there = {
            split
            for split in SPLIT_NAMES
            for form in setting.forms
            if form in SPLIT_FORMS and (setting.dataset / file_name(form, setting.language, split)).exists()
        }
        return Listed(0, frozenset(there), Counter())

    def is_own(self, dialogue: Dialogue) -> bool:
        """Whether another dialogue of its book or thread says the same."""
        return self._own.is_one(dialogue)

    def look(self, dialogues: Sequence[Dialogue], split: str, name: str) -> None:
        """Hold the dialogues against the contract."""
        self._works.add(dialogues, split)
        for dialogue in dialogues:
            self._contract.hold(dialogue, name, self._found)

    def report(self, report: PairReport) -> None:
        """Count the works of two splits."""
        self._works.report(report)
