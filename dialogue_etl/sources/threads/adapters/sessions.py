"""`jsonl`: a dialogue per line, as a JSON list of texts (the raw form of LCCC's clean-dialog)."""

from __future__ import annotations

from dialogue_etl.sources.threads.adapters.records import Line, Session, each_line, json_of, session


def _session(line: Line) -> Session:
    return session(line.number, json_of(line))


read = each_line(_session)
