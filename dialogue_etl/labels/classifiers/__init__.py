"""Classifiers of pairs and utterances, and the thresholds above which they drop dialogues."""
