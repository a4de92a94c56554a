"""Emotions and intents of dialogues: from a few thousand labels that people gave to a label for every turn.

The labelling of EDOS (Welivita, Xie & Pu 2021, A Large-Scale Dataset for Empathetic Response Generation), on
the dialogues of any source.
"""
