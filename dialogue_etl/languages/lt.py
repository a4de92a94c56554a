"""Lithuanian: a dash before each speech and around the narrator's words; quotations between „ and “.

Lietuvių kalbos rašyba ir skyryba (1992), "Brūkšnys" and "Kabutės"; spellings before 1920 (sz, cz, ż, w).
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

LITHUANIAN = Language(
    tag="lt",
    name="Lithuanian",
    marks=(
        Dash(weight=2),
        Quotes("„", "“", weight=2),
        Quotes("„", "”", weight=2),
        Quotes("«", "»", weight=2),
        Quotes('"', '"', weight=1),
    ),
    tag_dashes=True,
    asking_stems=("klaus", "paklaus", "užklaus"),
    speech_verbs=word_set("""
        tarė tare taria sakė sake sako pasakė pasake sakau atsakė atsake atsako atsiliepė atsiliepe atsiliepia
        paklausė paklause klausė klause klausia užklausė užklause użklause sušuko suszuko šaukė szauke šaukia
        surėkė rėkė rieke sušnibždėjo šnabždėjo sznabżdiejo pridėjo pridiejo pridurė kalbėjo kalbiejo kalba
        prakalbo prakalbėjo tęsė atkartojo pakartojo patėmijo pastebėjo pradėjo pradiejo pertraukė pagalvojo
        galvojo mislijo nusijuokė juokėsi atsiduso prašė prasze ištarė isztare atrėžė murmėjo pridūrė
    """),
    resuming_verbs=word_set("pridėjo pridiejo pridūrė tęsė"),
    thought_verbs=word_set("pagalvojo galvojo mislijo pamislijo pamąstė mintijo"),
    pronouns=genders(m="jis jisai tasai", f="ji jinai toji", narrator="aš asz"),
    subject_endings=genders(narrator="au"),
    name_cases=words("ui iui ą ę o ės os ai ei į ų"),
    titles=genders(
        m="ponas pons grafas kunigas kunigaikštis daktaras dėdė tėvas tėtis",
        f="ponia pana panelė grafienė teta motina mama",
    ),
    object_pronouns=words("jam jai jiems man"),
    gender_words=genders(m="jo vyras senis tėvas sūnus brolis", f="jos moteris mergaitė motina duktė sesuo"),
    talk_words=word_set(
        "tu jūs tave jus tau jums mano tavo mūsų jūsų taip ne nu mes mus mums tamsta tamista"
    ),
    determiners=word_set("jo jos tas ta kitas kita senas sena jaunas jauna pirmas"),
    small_words=word_set(
        "ir o bet kad kaip kada jei jeigu taip čia ten tada paskui dar jau ne į ant su iš nuo po už"
    ),
    companions=words("su kuris kuri ir -damas -dama -damasi"),
    things=word_set("balsas ranka akys veidas širdis mintis tyla valanda žvilgsnis"),
    heading_words=words("skyrius dalis knyga"),
    scene_openings=phrases("kitą dieną|ant rytojaus|už savaitės|vieną dieną|vakare|rytą|tuo tarpu"),
    goes_on=0.35,
)
