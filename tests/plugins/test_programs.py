from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dvc_airflow.programs import ProgramError, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("dying", [False, True])
def test_what_a_program_says_and_how_it_fails(tmp_path: Path, dying: bool) -> None:
    assert run(["sh", "-c", "pwd; echo more >&2"], tmp_path, dying=dying) == f"{tmp_path}\n"
    with pytest.raises(ProgramError, match=r"returned 3:\nwhy"):
        run(["sh", "-c", "echo why >&2; exit 3"], tmp_path, dying=dying)
    with pytest.raises(ProgramError, match=r"No such file|no such program"):
        run(["no-such-program"], tmp_path, dying=dying)
