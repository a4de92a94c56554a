import json

from benchmarks import turns
from dialogue_etl.sources.subtitles import turn_weights
from tests.sources.subtitles.building import srt

TIMES = 100
SAID = [
    (text.format(f"w{number}", f"v{number}"), change)
    for number in range(TIMES)
    for text, change in (
        ("Did {} see {} there?", True),
        ("No {} {}.", True),
        ("It {} was green and {} rather small.", False),
        ("We {} came and went and {} came again and went again and never came back.", True),
    )
]


def test_weights_are_fitted_and_scored_on_what_the_gold_says(tmp_path, monkeypatch):
    monkeypatch.setattr(turn_weights, "WEIGHTS", turn_weights.WEIGHTS)  # put back at the end
    (tmp_path / "one.srt").write_bytes(srt([text for text, _ in SAID]))
    rows = [{"block": n, "text": text, "change": change} for n, (text, change) in enumerate(SAID, 1)]
    (tmp_path / "one.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), "utf-8")
    film = turns.title(tmp_path / "one.srt")
    assert film.scored == [change for _, change in SAID][:-1]
    counts = turns.score(film, turns.fit([film]))
    assert counts["across", "right"] == counts["across"] == counts["pairs"] == len(SAID) - 1
    assert (counts["changes"], counts["joined"], counts["mixed"]) == (3 * TIMES - 1, TIMES, 0)
    assert counts["exchange"] == counts["neighbours"]
    assert turns.score(film, {"always": 100})["across", "right"] == counts["changes"]
    assert " 100.0 % " in turns.line("one", counts)
