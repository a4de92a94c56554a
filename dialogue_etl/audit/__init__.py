"""Audit: people judge utterance pairs and dialogues drawn by chance, as section 4 of the paper does.

The paper is *The Gutenberg Dialogue Dataset* (Csáky & Recski, EACL 2021).
"""
