"""The licences of what the image distributes: licences.py SBOM LOCK TSV, for `make sbom`.

Fails if a package of the lock that is installed on this platform is not in the SBOM, in its version.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

_LINE = re.compile(r"^[A-Za-z0-9][^\\\n#]*", re.MULTILINE)
NONE = "not declared: see the licence file in the package"


def locked(lock: str) -> dict[str, str]:
    """Versions by name of what a lock installs on this platform and Python."""
    lines = [Requirement(line.strip()) for line in _LINE.findall(lock)]
    here = [one for one in lines if not one.marker or one.marker.evaluate()]
    return {canonicalize_name(one.name): next(iter(one.specifier)).version for one in here}


def licence(component: dict[str, Any]) -> str:
    """As a package declares it: an SPDX expression or id, else the words of a classifier or field."""
    spdx, words = [], []
    for one in component.get("licenses", ()):
        name = one.get("expression") or one["license"].get("id")
        if name:
            spdx.append(name)
        elif not one["license"]["name"].startswith("declared license file"):  # the text itself
            text = one["license"].get("text", {"content": one["license"]["name"]})["content"]
            words.append(text.strip().splitlines()[0].rpartition(" :: ")[2].replace("\t", " "))
    return "; ".join(spdx or words) or NONE


def rows(sbom: dict[str, Any]) -> dict[str, tuple[str, str]]:
    """Version and licence of each component by name."""
    return {canonicalize_name(one["name"]): (one["version"], licence(one)) for one in sbom["components"]}


def main() -> int:
    """Write the list, or say what is missing."""
    sbom, lock, target = (Path(name) for name in sys.argv[1:])
    listed = rows(json.loads(sbom.read_text("utf-8")))
    wanted = locked(lock.read_text("utf-8"))
    missing = [f"{name}=={it}" for name, it in wanted.items() if listed.get(name, ("",))[0] != it]
    if missing:
        print(f"{sbom} lacks what {lock} has: {', '.join(missing)}", file=sys.stderr)
        return 1
    lines = ["\t".join((name, *listed[name])) for name in sorted(wanted)]
    target.write_text("name\tversion\tlicence\n" + "\n".join(lines) + "\n", "utf-8")
    bare = sum(line.endswith(NONE) for line in lines)
    print(f"{len(lines)} packages in {sbom} and {target}; {bare} declare no licence")
    return 0


if __name__ == "__main__":
    sys.exit(main())
