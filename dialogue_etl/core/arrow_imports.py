"""Keeps Arrow from importing pandas, which most stages do not need."""

import sys

import pyarrow as pa


def leave_pandas_until_asked_for() -> None:
    """Keep Arrow from importing pandas for its first array, to check whether that is a pandas object.

    The import takes as long as everything else in a small stage. `to_pandas` and `import pandas` still work
    afterwards, but until then `pa.array` treats a Series as any other sequence. So this is for programs that
    run one stage, and their workers, not for users of the library.
    """
    if "pandas" not in sys.modules:
        sys.meta_path.insert(0, _NoPandas)
        try:
            pa.array([0])  # Arrow looks for pandas now, and only once
        finally:
            sys.meta_path.remove(_NoPandas)


class _NoPandas:
    """An import hook that finds no pandas."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """See `importlib.abc.MetaPathFinder`."""
        if name == "pandas":
            raise ModuleNotFoundError(name)
