"""Stage `read`: each text file is an interview, each of its lines `Name: what was said` a turn."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dialogue_etl.core import run, shards, turns
from dialogue_etl.core.parameters.model import Params
from dialogue_etl.core.run import Job
from dialogue_etl.core.runtime import Runtime
from dialogue_etl.sources.folder import walk
from dialogue_etl.sources.interviews.parameters import Interviews
from dialogue_etl.text import privacy


def read(
    *, language: str, texts: Path, output: Path, metrics: Path, params: Params, runtime: Runtime
) -> None:
    """Read the interviews of a language.

    Args:
        language: BCP-47 tag, the name of their folder.
        texts: folder of the workspace.
        output: folder to write: documents, dialogues, drops.
        metrics: JSON file of counts.
        params: limits, and whether what is private is masked.
        runtime: workers and store.
    """
    files, _ = walk(texts / language)
    count = params.storage.shards
    said = {"language": language, "privacy": params.privacy, "least": params[Interviews].min_turns}
    of = [[file for file in files if shards.shard_of(file.stem, count) == index] for index in range(count)]
    jobs = [Job(tuple(some), {**said, "names": [file.name for file in some]}) for some in of]
    totals = Counter(interviews_in=0, interviews=0)
    run.finish_stage("read", language, _shard, jobs, totals, output=output, metrics=metrics, runtime=runtime)


def _shard(job: Job, folder: Path) -> dict[str, Any]:
    totals, reasons = Counter(interviews_in=len(job.inputs)), Counter[tuple[str, str]]()
    with shards.ShardWriter(folder, 0, 1, ["documents", "dialogues", "drops"]) as writer:
        for path in job.inputs:
            data = path.read_bytes()
            document = dict.fromkeys(("corpus", "rights")) | {"id": path.stem, "title": path.stem}
            document |= {"url": path.name, "sha256": hashlib.sha256(data).hexdigest()}
            said = list(_turns(data.decode("utf-8", "replace"), privacy.masking(job.settings["privacy"])))
            if len(said) < job.settings["least"]:
                reasons["interview", "min_turns"] += 1
                drop = {"stage": "read", "unit": "interview", "id": path.stem, "source_id": path.stem}
                measured = {"value": len(said), "threshold": job.settings["least"]}
                writer.add("drops", [drop | measured | {"reason": "min_turns", "detail": path.name}])
                continue
            totals["interviews"] += 1
            writer.add("documents", [document])
            of = {"source_id": path.stem, "language": job.settings["language"]}
            writer.add("dialogues", [{"id": path.stem, **of, "turns": said}])
    return {"totals": totals, "dropped": run.as_rows(reasons)}


def _turns(text: str, mask: privacy.Mask) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text.splitlines()):
        name, colon, said = line.partition(":")
        if colon and said.strip():
            speaker, _ = mask(name.strip())
            yield turns.row(mask(" ".join(said.split()))[0], utterance_id=str(number), speaker=speaker)
