"""How good the dialogues of annotated texts are: what was found, held against what people marked.

`folder.py` finds annotated texts, `gold.py` reads one: its stretches of speech, and the turns they make;
`conversations.py` derives which turns belong to one conversation. `content.py` says what each utterance of an
extraction is made of; `alignment.py` finds it in the text by its words where it has no offsets. `score.py`
counts, `segmentation.py` where conversations end; every count is a sum, so counts of texts add up.
`figures.py` makes figures of counts.
"""
