"""Word counts of the most frequent words of the training posts."""

import json
import sys
from collections import Counter
from pathlib import Path

from values import read

source, target = map(Path, sys.argv[1:])
target.mkdir(parents=True, exist_ok=True)
posts = {name: json.loads((source / f"{name}.json").read_text()) for name in ("train", "test")}
counts = Counter(word for post in posts["train"] for word in post["text"].split())
limit = read("params.yaml")["featurize"]["max_features"]
words = sorted(sorted(counts), key=lambda word: -counts[word])[:limit]
for name, some in posts.items():
    rows = [[post["label"], *(post["text"].split().count(word) for word in words)] for post in some]
    (target / f"{name}.json").write_text(json.dumps({"words": words, "rows": rows}))
