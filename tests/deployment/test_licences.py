"""The list of licences has what the lock installs here, or says what the SBOM lacks."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

LOCK = """\
# made by hand
Alpha-One==1.0 \\
    --hash=sha256:00
    # via beta
beta==2.0 ; sys_platform == 'linux' \\
    --hash=sha256:01
gamma==3.0 ; sys_platform == 'win32' \\
    --hash=sha256:02
delta==4.0
"""


def component(name: str, version: str, *licences: dict[str, Any]) -> dict[str, Any]:
    return {"name": name, "version": version, "licenses": list(licences)}


ALPHA = component(
    "alpha_one", "1.0", {"license": {"id": "MIT"}}, {"license": {"name": "License :: OSI :: MIT"}}
)
BETA = component("beta", "2.0", {"license": {"name": "declared", "text": {"content": "\nBSD\nlong text"}}})
DELTA = component(
    "delta", "4.0", {"license": {"name": "declared license file: LICENSE", "text": {"content": "…"}}}
)


def listed(folder: Path, *components: dict[str, Any]) -> tuple[subprocess.CompletedProcess[str], Path]:
    (folder / "sbom").write_text(json.dumps({"components": components}))
    (folder / "lock").write_text(LOCK)
    command = [sys.executable, ROOT / "docker" / "licences.py", "sbom", "lock", "tsv"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    return done, folder / "tsv"


def test_every_locked_package_has_a_line(tmp_path: Path) -> None:
    done, tsv = listed(tmp_path, ALPHA, DELTA, BETA, component("unlocked", "9"))
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in tsv.read_text().splitlines()]
    assert rows[:3] == [["name", "version", "licence"], ["alpha-one", "1.0", "MIT"], ["beta", "2.0", "BSD"]]
    assert rows[3][:2] == ["delta", "4.0"]
    assert rows[3][2].startswith("not declared")
    assert "1 declare no licence" in done.stdout


def test_a_package_that_the_sbom_lacks_or_has_in_another_version_is_an_error(tmp_path: Path) -> None:
    done, tsv = listed(tmp_path, ALPHA, component("beta", "2.1"), DELTA)
    assert done.returncode == 1
    assert "beta==2.0" in done.stderr
    assert "gamma" not in done.stderr
    assert not tsv.exists()
