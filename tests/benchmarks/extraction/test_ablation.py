from collections import Counter

from benchmarks.extraction import ablation, switches
from dialogue_etl.evaluation import folder
from dialogue_etl.evaluation.score import figures
from tests.shared_data import GOLD, needs


@needs(GOLD)
def test_on_real_texts_the_rules_together_find_more_speech_than_none():
    counts = {name: Counter() for name in (switches.ALL_ON, switches.ALL_OFF)}
    variants = {name: switches.variants()[name] for name in counts}
    for id, at in folder.texts(GOLD).items():
        if id.startswith("conha19"):
            for name, found in ablation.score_text(ablation.Text(id, at, variants)).counts.items():
                counts[name].update(found)
    on, off = (figures(found)["characters_f1"] for found in counts.values())
    assert on > off + 0.03
