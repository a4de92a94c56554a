"""What Arrow would import and nobody needs."""

import sys

import pyarrow as pa


def leave_pandas_until_asked_for() -> None:
    """Keep Arrow from importing pandas when it first makes an array, only to ask whether that is of pandas.

    The import takes as long as all else that a small stage does. `to_pandas` and `import pandas` work as ever
    afterwards; but before the first of them `pa.array` takes a Series for any other sequence. So this is for
    programs that run one stage, and their workers, not for whoever imports the library.
    """
    if "pandas" not in sys.modules:
        sys.meta_path.insert(0, _NoPandas)
        try:
            pa.array([0])  # now Arrow asks, and never again
        finally:
            sys.meta_path.remove(_NoPandas)


class _NoPandas:
    """An import hook that finds no pandas."""

    @staticmethod
    def find_spec(name: str, *_: object) -> None:
        """See `importlib.abc.MetaPathFinder`."""
        if name == "pandas":
            raise ModuleNotFoundError(name)
