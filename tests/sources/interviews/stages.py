"""The stages of interviews; dvc.yaml is made of them."""

from dialogue_etl.sources.declaration import Declared

STAGES = (
    Declared(
        "read",
        "Read the interviews of a language; each is a dialogue",
        inputs={"texts": "interviews"},
        params=("privacy", "interviews", "storage"),
        languages="interviews.languages",
    ),
)
SHARED = {"split": {}, "package": {}, "check": {}, "report": {"also": ("read", "split")}}
