"""Pairs of trigger and answer, as B-Subtle makes them: chosen, annotated and transformed, from any source.

A configuration lists components by their `type`. Each kind is declared once: filters with what they look at
and the operators they take (`filters.py`, `operators.py`), producers (`producers.py`), transformers
(`transformers.py`). `config.py` puts them together and refuses what cannot work, `pipeline.py` runs them
over batches.
"""
