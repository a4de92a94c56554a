"""A git server on the loopback interface that wants a token: git's own `http-backend`."""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

BACKEND = Path(subprocess.check_output(["git", "--exec-path"], text=True).strip()) / "git-http-backend"


def _answer(folder: Path, request: Request) -> Response:
    body = request.get_data()
    env = {
        "PATH": os.environ["PATH"],
        "GIT_PROJECT_ROOT": str(folder),
        "GIT_HTTP_EXPORT_ALL": "1",
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": "safe.directory",
        "GIT_CONFIG_VALUE_0": "*",
        "REMOTE_USER": "team",
        "PATH_INFO": request.path,
        "QUERY_STRING": request.query_string.decode(),
        "REQUEST_METHOD": request.method,
        "CONTENT_TYPE": request.headers.get("Content-Type", ""),
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_CONTENT_ENCODING": request.headers.get("Content-Encoding", ""),
        "GIT_PROTOCOL": request.headers.get("Git-Protocol", ""),
    }
    done = subprocess.run([BACKEND], input=body, env=env, capture_output=True, check=True)
    head, _, rest = done.stdout.partition(b"\r\n\r\n")
    headers = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
    return Response(rest, status=headers.pop("Status", "200 OK"), headers=headers)


@contextmanager
def serve(folder: Path, token: str, meanwhile: Callable[[], object] = int) -> Iterator[str]:
    """The address of the repositories in a folder; `meanwhile` is called while a client waits."""

    def handle(request: Request) -> Response:
        if not request.authorization or request.authorization.password != token:
            return Response(status=401, headers={"WWW-Authenticate": 'Basic realm="git"'})
        meanwhile()
        return _answer(folder, request)

    with HTTPServer(host="127.0.0.1", threaded=True) as server:
        server.expect_request(re.compile(".*")).respond_with_handler(handle)
        yield server.url_for("")
