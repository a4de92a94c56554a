"""Sentences and dialogues that people labelled, from files in any of the published forms.

<file>.txt       `<number> <SEP> text`: the sentences of EmpatheticIntents; `labels.txt` is a map and none of them
<file>.csv       by its header: EmpatheticIntents (Text, Label), EmpatheticDialogues (context, prompt) or the
                 answers of EDOS (Dialog, Agreed emotion (2/3 vote))
<file>.jsonl     {"text": …} or {"turns": […]}, with "label"; "id" and "split" may stand there

Texts of EDOS come as tokens; they are joined as people write them, since that is what they are compared with.
"""
