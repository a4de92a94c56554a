"""Two versions of the sample: the second with fewer languages, a stricter filter and a narrower gap."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.compare import versions_made

if TYPE_CHECKING:
    from tests.conftest import Build

KEPT = ("de", "en", "hu")
CHANGES = {"languages": list(KEPT), "prefilter.max_kl_divergence": 1.0, "extract.dialogue_gap": 250}
AFTER_DOWNLOAD = ("prefilter", "extract", "postfilter", "split")


@pytest.fixture(scope="session")
def second(sample: Build, tmp_path_factory: pytest.TempPathFactory) -> Build:
    """The sample built with other parameters."""
    return sample.copied(tmp_path_factory.mktemp("second"), CHANGES).run(*AFTER_DOWNLOAD)


@pytest.fixture(scope="session")
def made_two(sample: Build, second: Build, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with the tags one and two. Tests only copy it."""
    root = versions_made.workspace(tmp_path_factory.mktemp("two") / "ws")
    for build, tag in ((sample, "one"), (second, "two")):
        versions_made.build_version(root, build)
        versions_made.commit(root, tag)
    return root


@pytest.fixture
def two(made_two: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of it, which is the working directory."""
    root = Path(shutil.copytree(made_two, tmp_path / "ws", symlinks=True))
    versions_made.enter(root, monkeypatch)
    return root
