"""The commands of the stages, as DVC runs them."""

from functools import cache

from dialogue_etl.core import yaml_files
from tests.conftest import ROOT


@cache
def commands(*sources: str) -> dict[str, list[str]]:
    """Arguments by stage, for English: of some sources, or of all; without `code`, which digests the code."""
    stages = yaml_files.load((ROOT / "dvc.yaml").read_text("utf-8"))["stages"]
    return {
        name: stage["cmd"].replace("${item.language}", "en").split()[1:]
        for name, stage in stages.items()
        if name != "code" and (not sources or name.startswith(tuple(f"{source}-" for source in sources)))
    }
