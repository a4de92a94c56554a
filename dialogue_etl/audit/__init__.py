"""Audit: annotators judge randomly sampled utterance pairs and dialogues, as in section 4 of the paper.

The paper is *The Gutenberg Dialogue Dataset* (Csáky & Recski, EACL 2021).
"""
