"""Split the posts into training and test posts, by a hash of their text and the seed."""

import json
import sys
from hashlib import sha256
from pathlib import Path

from values import read

values = read("params.yaml")["prepare"]
out = Path("data/prepared")
out.mkdir(parents=True, exist_ok=True)
parts = {"train": [], "test": []}
for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
    label, text = line.split("\t")
    drawn = int(sha256(f"{values['seed']} {text}".encode()).hexdigest()[:8], 16) / 0xFFFFFFFF
    parts["test" if drawn < values["share"] else "train"].append({"label": int(label), "text": text})
for name, posts in parts.items():
    (out / f"{name}.json").write_text(json.dumps(posts, indent=1), encoding="utf-8")
sys.stdout.write(", ".join(f"{len(posts)} posts to {name}" for name, posts in parts.items()) + "\n")
