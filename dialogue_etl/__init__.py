"""Raw text to dialogue datasets.

Data flows one way: source → dialogues → filters → labels → splits → exports → report.
"""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("dialogue-etl")
except PackageNotFoundError:  # run from a folder that was never installed
    __version__ = "0+unknown"
