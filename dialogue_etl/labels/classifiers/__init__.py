"""Classifiers of pairs and utterances, and the thresholds at which they leave dialogues out."""
