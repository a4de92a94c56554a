import io
import resource
from types import SimpleNamespace

import pytest

from dialogue_etl.web import body
from dialogue_etl.web.cache import Partial


class Raw(io.BytesIO):
    def read1(self, size, decode_content):
        return super().read1(size)


def test_a_body_of_which_the_disk_takes_a_part_is_an_error(tmp_path):
    """The limit of a file's size stands for a full disk: a part is written first, without an error."""
    response = SimpleNamespace(status_code=200, headers={}, raw=Raw(b"x" * 1_500))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, before[1]))
    try:
        with pytest.raises(OSError, match="File too large"):
            body.save(response, Partial(tmp_path / "partial"), max_bytes=10_000, timeout=10)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
