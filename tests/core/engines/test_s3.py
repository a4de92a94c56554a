"""A stage whose finished shards are shared over S3 (moto's server): killed, run elsewhere, read meanwhile."""

import hashlib
import json
import shutil
import socket
import subprocess
import sys
import threading
import time

import pytest

from dialogue_etl.sources.books import extract
from tests.conftest import Build, quick_runtime, sample_params, tree
from tests.core.engines.test_spark import CHANGES, SHARDS, extracted, slowly  # noqa: F401 - a fixture

pytestmark = pytest.mark.s3

URL = "s3://shards/of/books"


@pytest.fixture
def bucket(monkeypatch):
    """An empty bucket on a server of its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    program = shutil.which("moto_server")
    assert program, "these tests want moto's server and the extra `s3`: make s3"
    command = [program, "-H", "127.0.0.1", "-p", str(port)]
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    variables = {"ENDPOINT_URL": f"http://127.0.0.1:{port}", "ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "a"}
    for name, value in (*variables.items(), ("DEFAULT_REGION", "us-east-1")):
        monkeypatch.setenv(f"AWS_{name}", value)
    until = time.monotonic() + 60
    while socket.socket().connect_ex(("127.0.0.1", port)):
        assert time.monotonic() < until
        time.sleep(0.1)
    try:
        yield
    finally:
        server.kill()
        server.wait()


def drive(folder, store):
    """Extract, as a program of its own."""
    extract._shard = slowly
    runtime = quick_runtime(workers=2, alone_below=0, store=store, shared_store=URL)
    Build(folder, sample_params(CHANGES), runtime).run("extract")


def shards_of(system):
    return system.ls(URL + "/shards", refresh=True) if system.exists(URL + "/shards") else []


def look(system, over, seen):
    """What a reader sees all the time: files are what their names say, shards name files that are there."""
    while not over.is_set():
        for place in shards_of(system):
            for digest in json.loads(system.cat_file(place))["files"].values():
                data = system.cat_file(f"{URL}/files/{digest}")
                seen[place] = hashlib.sha256(data).hexdigest() == digest
        for place in system.find(URL + "/files", refresh=True):
            seen[place] = place.endswith(hashlib.sha256(system.cat_file(place)).hexdigest())


def test_another_machine_goes_on_where_one_was_killed(extracted, bucket, tmp_path):  # noqa: F811
    import s3fs  # noqa: PLC0415 - with the extra

    system = s3fs.S3FileSystem(skip_instance_cache=True, use_listings_cache=False)
    seen, over = {}, threading.Event()
    reader = threading.Thread(target=look, args=(system, over, seen))
    begun = {}
    for name, enough in (("killed", SHARDS // 3), ("killed again", SHARDS // 2), ("last", SHARDS)):
        again = extracted.copied(tmp_path / name)
        code = (
            f"from pathlib import Path\nfrom tests.core.engines.test_s3 import drive\n"
            f"drive(Path({str(again.folder)!r}), Path({str(tmp_path / f'{name} store')!r}))"
        )
        program = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path)
        until = time.monotonic() + 300
        while name != "last" and len(shards_of(system)) < enough:
            assert time.monotonic() < until
            time.sleep(0.02)
        if name == "killed":
            reader.start()
        begun[name] = len(shards_of(system))
        if name != "last":
            program.kill()
        assert bool(program.wait(300)) == (name != "last")
    over.set()
    reader.join()
    assert begun["killed"] < begun["killed again"] < SHARDS
    assert len(shards_of(system)) == SHARDS
    assert tree(again.folder) == tree(extracted.folder)
    assert seen
    assert all(seen.values())
