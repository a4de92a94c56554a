"""Pairs of trigger and answer as in B-Subtle: filtered, annotated and transformed, from any source.

A configuration lists components by `type`. Each type is declared once: filters with their input and operators
(`filters.py`, `operators.py`), producers (`producers.py`), transformers (`transformers.py`). `config.py`
validates configurations, `pipeline.py` runs them over batches.
"""
