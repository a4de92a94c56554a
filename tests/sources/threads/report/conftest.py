from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.sources.threads.made import en, params, write, zh

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def stages(tmp_path: Path) -> Path:
    """Outputs of the stages over a Chinese corpus and an English one."""
    folder = tmp_path / "threads"
    write(folder, {"zh": zh(), "en": en()}, params())
    return folder
