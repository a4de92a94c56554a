"""Images are pinned by the digests that their registries name, or no file is changed."""

import subprocess
import sys
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from tests.conftest import ROOT

DIGEST, NEWER = (f"sha256:{digit * 64}" for digit in "ab")
INDEX = "application/vnd.oci.image.index.v1+json"
FILES = {
    "Dockerfile": "# FROM a comment\nFROM {host}/library/python:3.11 AS base\nRUN true\n",
    "compose.yaml": "services:\n  own:\n    image: dialogue-etl\n  db:\n    image: {host}/team/db:17.6\n",
}


@pytest.fixture
def files(tmp_path: Path, httpserver: HTTPServer) -> list[Path]:
    host = f"127.0.0.1:{httpserver.port}"
    for name, text in FILES.items():
        (tmp_path / name).write_text(text.format(host=host))
    return [tmp_path / name for name in FILES]


def pin(files: list[Path]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "docker" / "digests.py", *files]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def offer(server: HTTPServer, image: str, tag: str, digest: str) -> None:
    """A manifest, to those who ask by HEAD and take lists of platforms."""

    def answer(request: Request) -> Response:
        assert INDEX in request.headers["Accept"]
        return Response(headers={"Docker-Content-Digest": digest})

    server.expect_request(f"/v2/{image}/manifests/{tag}", "HEAD").respond_with_handler(answer)


def test_tags_get_their_digests_and_later_the_newer_ones(files: list[Path], httpserver: HTTPServer) -> None:
    offer(httpserver, "library/python", "3.11", DIGEST)
    offer(httpserver, "team/db", "17.6", DIGEST)
    assert pin(files).returncode == 0
    host = f"127.0.0.1:{httpserver.port}"
    assert (
        files[0].read_text()
        == f"# FROM a comment\nFROM {host}/library/python:3.11@{DIGEST} AS base\nRUN true\n"
    )
    assert (
        files[1]
        .read_text()
        .endswith(f"    image: dialogue-etl\n  db:\n    image: {host}/team/db:17.6@{DIGEST}\n")
    )
    httpserver.clear()
    offer(httpserver, "library/python", "3.11", NEWER)
    offer(httpserver, "team/db", "17.6", DIGEST)
    assert pin(files).returncode == 0
    assert f"python:3.11@{NEWER} AS base\n" in files[0].read_text()


def test_a_registry_that_wants_a_token_gets_the_one_that_it_gives_out(
    files: list[Path], httpserver: HTTPServer
) -> None:
    def answer(request: Request) -> Response:
        if request.headers.get("Authorization") == "Bearer given":
            return Response(headers={"Docker-Content-Digest": DIGEST})
        realm = f'Bearer realm="{httpserver.url_for("/token")}",service="here",scope="repository:x:pull"'
        return Response(status=401, headers={"WWW-Authenticate": realm})

    for name in ("library/python/manifests/3.11", "team/db/manifests/17.6"):
        httpserver.expect_request(f"/v2/{name}", "HEAD").respond_with_handler(answer)
    asked = {"service": "here", "scope": "repository:x:pull"}
    httpserver.expect_request("/token", "GET", query_string=asked).respond_with_json({"token": "given"})
    assert pin(files).returncode == 0
    assert f"@{DIGEST}" in files[1].read_text()


@pytest.mark.parametrize("digest", ["", "sha256:short", None])
def test_without_a_digest_for_each_nothing_is_changed(
    files: list[Path], httpserver: HTTPServer, digest: str | None
) -> None:
    before = [file.read_text() for file in files]
    offer(httpserver, "library/python", "3.11", DIGEST)
    if digest is not None:
        offer(httpserver, "team/db", "17.6", digest)
    done = pin(files)
    assert done.returncode == 1
    assert "team/db:17.6" in done.stderr
    assert [file.read_text() for file in files] == before


def test_every_image_of_ours_but_our_own_has_a_tag_that_can_be_pinned(tmp_path: Path) -> None:
    """Of Docker Hub's short names, too."""
    sys.path.insert(0, str(ROOT / "docker"))
    try:
        import digests  # noqa: PLC0415 - a program, not a package
    finally:
        sys.path.pop(0)
    texts = [(ROOT / "docker" / name).read_text("utf-8") for name in FILES]
    images = {found[2] for text in texts for found in digests._IMAGE.finditer(text)}
    assert {image.split(":")[0] for image in images} == {"python", "postgres", "redis", "chrislusf/seaweedfs"}
    hub = "https://registry-1.docker.io/v2"
    assert digests.address("postgres:17") == f"{hub}/library/postgres/manifests/17"
    assert digests.address("chrislusf/seaweedfs:3") == f"{hub}/chrislusf/seaweedfs/manifests/3"
    assert digests.address("ghcr.io/a/b:1") == "https://ghcr.io/v2/a/b/manifests/1"
