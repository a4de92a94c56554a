"""Airflow's DAG `subtitles`: films' subtitles to dialogue datasets."""

from dialogue_etl_project import source_dag

ABOUT = """\
Turns subtitles of films and series into a dataset of dialogues with their times, by the method of EDOS
(Welivita et al. 2021). **read** takes sentences out of OPUS archives and subtitle files, **films** keeps one
file per film, **sentences** cuts out what nobody says, **turns** joins sentences to turns (by rules, or by
the classifier that **train** trains), **dialogues** parts them at gaps, **clean** keeps what is conversation.

- **Films**: `subtitles.source: opus` downloads the archive of each language; `dialogue-etl subtitles add
  FILE` brings files or an archive of your own into the workspace, and `subtitles.source: library` reads them;
  the embedded sample is there to begin with.
- **Variants**: `run.variant` names what you build; each run of a variant is its next version. The presets
  `edos-paper` and `edos-released` clean as the paper says, and as the released data shows.
- **Rules**: each is a parameter that says what becomes of a sentence with its noise: off, cut or drop.
- **Parameters, results, failed runs**: as in the DAG `books`.
"""

dag = source_dag(
    "subtitles", "Subtitles to dialogue datasets: read, films, turns, dialogues, clean, split, package", ABOUT
)
