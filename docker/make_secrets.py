"""Writes the secrets of docker/compose.yaml that are missing, one file each: `make secrets`.

Compose mounts the files with the owner and mode that they have here, and services run as users of their own:
so the folder is closed to others (0700), and the files in it can be read (0644).
"""

import base64
import json
import secrets
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "secrets"
_RANDOM = ("api_secret_key", "jwt_secret", "postgres_password", "redis_password", "results_password")
_CREDENTIALS = "[default]\naws_access_key_id = {key}\naws_secret_access_key = {secret}\n"
_ACTIONS = ["Admin", "Read", "Write", "List", "Tagging"]


def missing(folder: Path) -> dict[str, str]:
    """Contents of the files that are not there: random values that are safe in addresses."""
    made = {name: secrets.token_hex(32) for name in _RANDOM}
    made["fernet_key"] = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    made["git_token"] = ""
    # The same key pair twice, as DVC's client and as SeaweedFS read it: made anew together.
    key, secret = secrets.token_hex(10), secrets.token_hex(20)
    identity = {"name": "dvc", "credentials": [{"accessKey": key, "secretKey": secret}], "actions": _ACTIONS}
    made["s3_credentials"] = _CREDENTIALS.format(key=key, secret=secret)
    made["s3_identities"] = json.dumps({"identities": [identity]}, indent=1)
    there = {name for name in made if (folder / name).exists()}
    if there & {"s3_credentials", "s3_identities"}:
        there |= {"s3_credentials", "s3_identities"}
    return {name: text for name, text in made.items() if name not in there}


def main() -> None:
    """Write them into the folder that is named, or docker/secrets."""
    folder = Path(sys.argv[1]) if sys.argv[1:] else FOLDER
    folder.mkdir(mode=0o700, exist_ok=True)
    folder.chmod(0o700)
    for name, text in missing(folder).items():
        with (folder / name).open("x", encoding="utf-8") as file:
            file.write(text)
        (folder / name).chmod(0o644)
        print(f"{folder / name} made")
    if not (folder / "git_token").read_text("utf-8"):
        print(f"{folder / 'git_token'} is empty: write the token of your git server into it, if it wants one")


if __name__ == "__main__":
    main()
