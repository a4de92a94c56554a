"""The sources that read texts, as values of parameters of what is made of their datasets."""

from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Literal

_FOLDER = Path(__file__).parents[2] / "sources"
ORIGINS = tuple(
    one.name for one in iter_modules([str(_FOLDER)]) if (_FOLDER / one.name / "stages.py").is_file()
)
"""A source is a folder with stages; found by name, since `sources` imports the parameters."""
if TYPE_CHECKING:
    Origin = str
    Dataset = str
else:
    Origin = Literal[ORIGINS]
    Dataset = Literal[(*ORIGINS, "mix")]
    """The source whose dataset another one is made from."""
