import struct

import numpy as np
import pytest

from dialogue_etl.labels.classifiers import model_files

ARRAYS = {"weights": np.ones((3, 4), np.float16), "names": np.array(["one", "two"])}


@pytest.mark.parametrize("compress", [True, False])
def test_what_is_saved_is_loaded(tmp_path, compress):
    model_files.save(tmp_path, ARRAYS, compress=compress)
    with model_files.load(tmp_path, "test") as found:
        assert {name: found[name].tolist() for name in found} == {k: v.tolist() for k, v in ARRAYS.items()}


def test_the_header_of_a_file_is_that_of_every_python(tmp_path):
    """Zip's local header (APPNOTE, 4.3.7): the version to read it is 2.0, and it has no extra field."""
    model_files.save(tmp_path, ARRAYS, compress=True)
    header = (tmp_path / model_files.FILE).read_bytes()[:30]
    assert struct.unpack("<4sH22xH", header) == (b"PK\3\4", 20, 0)
