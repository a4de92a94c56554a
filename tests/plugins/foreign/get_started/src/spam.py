"""Every stage of a first DVC project: `python src/spam.py STAGE` scores posts by their words."""

import json
import sys
from collections import Counter
from pathlib import Path

lines = Path("params.yaml").read_text().splitlines()
params = {key.strip(): value.strip() for key, _, value in (line.partition(":") for line in lines)}


def prepare():
    posts = [line.split("\t") for line in Path("data/posts.tsv").read_text("utf-8").splitlines()]
    every = round(1 / float(params["share"]))
    write("data/prepared/train.json", [post for number, post in enumerate(posts) if number % every])
    write("data/prepared/test.json", posts[::every])
    sys.stdout.write(f"{len(posts[::every])} posts to test\n")


def featurize():
    counts = Counter(word for _, text in read("data/prepared/train.json") for word in text.split())
    words = sorted(sorted(counts), key=lambda word: -counts[word])[: int(params["max_features"])]
    write("data/features/words.json", words)


def train():
    words, posts = read("data/features/words.json"), read("data/prepared/train.json")
    steps = [(float(params["rate"]) * (int(label) - 0.5), text) for label, text in posts]
    write("model.json", {word: sum(step for step, text in steps if word in text) for word in words})


def evaluate():
    model, posts = read("model.json"), read("data/prepared/test.json")
    right = [(sum(model.get(w, 0) for w in text.split()) > 0) == bool(int(label)) for label, text in posts]
    write("eval/metrics.json", {"accuracy": sum(right) / len(right), "posts": len(right)})
    weights = [f"{word},{weight}" for word, weight in model.items()]
    Path("eval/weights.csv").write_text("\n".join(["word,weight", *weights]) + "\n")


def read(file):
    return json.loads(Path(file).read_text("utf-8"))


def write(file, content):
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    Path(file).write_text(json.dumps(content, indent=1), "utf-8")


globals()[sys.argv[1]]()
