"""How good the dialogues of annotated texts are: what was found, held against what people marked.

`folder.py` finds annotated texts, `gold.py` reads one: its stretches of speech, and the turns they make;
`conversations.py` derives which turns belong to one conversation. `utterances.py` is what an extraction
found, `alignment.py` finds it in the text by its words where it has no offsets. `score.py` counts, by
`speech.py` (what is speech, and whose) and `segmentation.py` (where conversations end); every
count is a sum, so counts of texts add up. `figures.py` makes figures of counts.

All sizes are numbers of letters and digits (`letters.py`): quotation marks, dashes and white space at the
edges of a stretch change nothing.
"""
