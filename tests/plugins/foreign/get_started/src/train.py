"""A perceptron."""

import json
import sys
from pathlib import Path

from values import read

values = read("params.yaml")["train"]
features = json.loads((Path(sys.argv[1]) / "train.json").read_text())
weights = [0.0] * (len(features["words"]) + 1)
for _ in range(values["rounds"]):
    for label, *row in features["rows"]:
        counts = [1, *row]
        says = sum(w * c for w, c in zip(weights, counts, strict=True)) > 0
        step = values["rate"] * (label - says)
        weights = [w + step * c for w, c in zip(weights, counts, strict=True)]
Path(sys.argv[2]).write_text(json.dumps(dict(zip(["", *features["words"]], weights, strict=True)), indent=1))
