"""Pins images by digest: `make digests` writes NAME:TAG@sha256:… into Dockerfile and compose.yaml.

A tag can be moved to another image; a digest is the hash of one. They are asked of the registries, by HEAD
requests of manifests (OCI distribution specification); the digest is that of the list of all platforms. Run
it again to take what the tags name today. For a registry that wants a login, requests reads ~/.netrc.
"""

import re
import sys
from pathlib import Path

import requests

_IMAGE = re.compile(r"^((?:FROM|\s+image:)\s+)([^\s@]+:[^\s@/]+)(@\S+)?", re.MULTILINE)
"""With a tag: an image of our own, which has none, is made here."""
_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_KINDS = "application/vnd.{}+json"
_ACCEPT = ", ".join(
    _KINDS.format(kind)
    for kind in (
        "oci.image.index.v1",
        "docker.distribution.manifest.list.v2",
        "oci.image.manifest.v1",
        "docker.distribution.manifest.v2",
    )
)


def address(image: str) -> str:
    """Of its manifest; postgres:17 is docker.io/library/postgres:17. Loopback is asked without TLS."""
    name, tag = image.rsplit(":", 1)
    host, _, rest = name.partition("/")
    if not rest or not ({".", ":"} & {*host} or host == "localhost"):
        host, rest = "registry-1.docker.io", name if rest else f"library/{name}"
    scheme = "http" if host.split(":")[0] in {"localhost", "127.0.0.1"} else "https"
    return f"{scheme}://{host}/v2/{rest}/manifests/{tag}"


def _token(session: requests.Session, challenge: str) -> str:
    """What a registry's login server gives to everyone, as its answer of 401 describes."""
    asked = dict(re.findall(r'(\w+)="([^"]*)"', challenge))
    answer = session.get(asked.pop("realm"), params=asked, timeout=30)
    answer.raise_for_status()
    given = answer.json()
    return str(given.get("token") or given["access_token"])


def digest(session: requests.Session, image: str) -> str:
    """The digest that a tag has now.

    Raises:
        requests.RequestException: the registry cannot be reached, or does not have it.
        ValueError: its answer has no digest.
    """
    url, headers = address(image), {"Accept": _ACCEPT}
    answer = session.head(url, headers=headers, timeout=30)
    challenge = answer.headers.get("WWW-Authenticate", "")
    if answer.status_code == requests.codes.unauthorized and challenge.lower().startswith("bearer "):
        headers["Authorization"] = f"Bearer {_token(session, challenge)}"
        answer = session.head(url, headers=headers, timeout=30)
    answer.raise_for_status()
    found = answer.headers.get("Docker-Content-Digest", "")
    if not _DIGEST.fullmatch(found):
        raise ValueError(f"{url}: its answer has no digest but {found!r}")
    return found


def main() -> int:
    """Pin the images of the files that are named: all of them, or none."""
    files = [Path(name) for name in sys.argv[1:]]
    texts = {file: file.read_text("utf-8") for file in files}
    images = sorted({found[2] for text in texts.values() for found in _IMAGE.finditer(text)})
    digests: dict[str, str] = {}
    with requests.Session() as session:
        for image in images:
            try:
                digests[image] = digest(session, image)
            except (requests.RequestException, ValueError, KeyError) as error:
                print(f"{image}: no digest, and nothing is changed: {error}", file=sys.stderr)
                return 1
            print(f"{image}@{digests[image]}")
    for file, text in texts.items():
        new = _IMAGE.sub(lambda found: f"{found[1]}{found[2]}@{digests[found[2]]}", text)
        file.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
