"""Emotions and intents of dialogues: from a few thousand human labels to a label for every turn.

The method of EDOS (Welivita, Xie & Pu 2021, A Large-Scale Dataset for Empathetic Response Generation), for
dialogues of any source.
"""
