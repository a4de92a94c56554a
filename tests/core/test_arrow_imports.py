import subprocess
import sys

SCRIPT = """
import sys
from dialogue_etl.core.arrow_imports import leave_pandas_until_asked_for

leave_pandas_until_asked_for()
leave_pandas_until_asked_for()
import pyarrow as pa

table = pa.table({"a": [1, 2], "b": ["x", None]})
assert pa.array([1.5]).to_pylist() == [1.5]
assert "pandas" not in sys.modules
assert table.to_pandas()["a"].sum() == 3
import pandas

assert pa.array(pandas.Series([1.0, None])).null_count == 1
"""


def test_arrow_works_without_pandas_until_that_is_asked_for():
    subprocess.run([sys.executable, "-c", SCRIPT], check=True)
