"""Automatic metrics of the papers for files of responses of any system to a test set.

Unlike `evaluation`, which scores the extraction of dialogues on annotated texts.
"""
