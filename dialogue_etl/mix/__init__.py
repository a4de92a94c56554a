"""Mixing: one dataset of the datasets of several sources and languages."""
