"""Accuracy as a metric; precision over recall, and the weights, as plots."""

import json
import sys
from pathlib import Path

model = json.loads(Path(sys.argv[1]).read_text())
rows = json.loads((Path(sys.argv[2]) / "test.json").read_text())["rows"]
scored = sorted(
    ((sum(w * c for w, c in zip(model.values(), [1, *row], strict=True)), label) for label, *row in rows),
    reverse=True,
)
right = sum((score > 0) == bool(label) for score, label in scored)
good = sum(label for _, label in scored) or 1
Path("eval/metrics.json").write_text(json.dumps({"accuracy": right / len(scored), "posts": len(scored)}))
lines, found = ["recall,precision"], 0
for number, (_, label) in enumerate(scored, 1):
    found += label
    lines.append(f"{found / good},{found / number}")
Path("eval/curve.csv").write_text("\n".join(lines) + "\n")
weights = [f"{word},{weight}" for word, weight in model.items()]
Path("eval/weights.csv").write_text("\n".join(["word,weight", *weights]) + "\n")
