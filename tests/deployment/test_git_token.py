"""The token of a git server: used by clone, pull and push, and seen nowhere else."""

import contextlib
import os
import secrets
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.deployment.git_server import BACKEND, serve
from tests.deployment.leaks import in_files, in_processes

TOKEN = secrets.token_hex(20)
ENTRY, HELPER = ROOT / "docker" / "entrypoint.sh", ROOT / "docker" / "git-credential.sh"
PUSH = "cd workspace && git commit --quiet --allow-empty -m work && git push --quiet && cat /proc/$$/environ"
pytestmark = pytest.mark.skipif(not BACKEND.exists(), reason="git has no http-backend here")


class Host:
    """A host of the team in a folder, with the secret file that its container has."""

    def __init__(self, folder: Path, origin: str, token: str = TOKEN) -> None:
        self.folder = folder
        (folder / "secrets").mkdir()
        (folder / "secrets" / "git_token").write_text(f"{token}\n")
        self.env = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "DIALOGUE_ETL_SECRETS": str(folder / "secrets"),
            "DIALOGUE_ETL_ORIGIN": origin,
            "DIALOGUE_ETL_WORKSPACE": str(folder / "workspace"),
            "DIALOGUE_ETL_PULL_SECONDS": "3600",
            **{f"GIT_{who}_{what}": "t@t" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
        }

    def run(self, *command: str) -> tuple[int, str, str]:
        """Exit code and output of a command under the entry point, whose pulling is ended then."""
        pipe = subprocess.PIPE
        with subprocess.Popen(
            [ENTRY, *command],
            cwd=self.folder,
            env=self.env,
            stdout=pipe,
            stderr=pipe,
            text=True,
            start_new_session=True,
        ) as process:
            code = process.wait(60)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
        return code, out, err


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, list[str]]]:
    """The address of an empty repository, and where the token was seen while clients waited."""
    subprocess.run(["git", "init", "--quiet", "--bare", tmp_path / "git" / "team.git"], check=True)
    seen: list[str] = []
    with serve(tmp_path / "git", TOKEN, lambda: seen.extend(in_processes(TOKEN))) as url:
        yield f"{url}/team.git".replace("//team", "/team"), seen


def test_a_host_clones_and_pushes_and_the_token_is_in_its_file_alone(
    tmp_path: Path, served: tuple[str, list[str]]
) -> None:
    origin, seen = served
    host = Host(tmp_path, origin)
    code, out, err = host.run("sh", "-c", PUSH)
    assert code == 0, err
    log = subprocess.check_output(
        ["git", "-C", tmp_path / "git" / "team.git", "log", "--format=%s"], text=True
    )
    assert log == "work\n"
    assert "DIALOGUE_ETL_ORIGIN" in out
    assert TOKEN not in out + err
    assert seen == []
    assert in_files(tmp_path / "workspace", TOKEN) == []
    assert in_files(tmp_path, TOKEN) == [str(tmp_path / "secrets" / "git_token")]


def test_a_clone_that_was_made_with_a_token_in_its_address_forgets_it(
    tmp_path: Path, served: tuple[str, list[str]]
) -> None:
    origin, _ = served
    host = Host(tmp_path, origin)
    assert host.run("true")[0] == 0
    old = origin.replace("//", f"//{TOKEN}@")
    subprocess.run(["git", "-C", tmp_path / "workspace", "remote", "set-url", "origin", old], check=True)
    assert host.run("true")[0] == 0
    assert in_files(tmp_path / "workspace", TOKEN) == []


@pytest.mark.parametrize("token", ["", "wrong"])
def test_without_the_right_token_a_host_stops_and_does_not_ask(
    tmp_path: Path, served: tuple[str, list[str]], token: str
) -> None:
    code, _, err = Host(tmp_path, served[0], token).run("true")
    assert code == 128
    assert "team.git" in err


@pytest.mark.parametrize("user", [TOKEN, f"team:{TOKEN}", "team"], ids=["token", "both", "name"])
def test_an_address_with_a_user_or_token_is_refused(tmp_path: Path, user: str) -> None:
    code, out, err = Host(tmp_path, f"https://{user}@git.example.org/team.git").run("true")
    assert code == 2
    assert "git_token" in err
    assert TOKEN not in out + err
    assert not (tmp_path / "workspace").exists()


@pytest.mark.parametrize(
    "asked", ["protocol=https\nhost=evil.example", "protocol=http\nhost=git.example.org", "path=x"]
)
def test_another_server_does_not_get_the_token(tmp_path: Path, asked: str) -> None:
    host = Host(tmp_path, "https://git.example.org/team.git")

    def answer(question: str) -> str:
        command = [HELPER, "get"]
        return subprocess.check_output(command, input=f"{question}\n\n", env=host.env, text=True)

    assert answer("protocol=https\nhost=git.example.org") == f"username=git\npassword={TOKEN}\n"
    assert answer(asked) == ""
