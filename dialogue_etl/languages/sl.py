"""Slovene: quotations between » and « or „ and “; the narrator's words outside the marks.

Slovenski pravopis (2001, §§ 447 to 459).
"""

from dialogue_etl.languages.language import Language, Quotes, genders, phrases, word_set, words

SLOVENE = Language(
    tag="sl",
    name="Slovene",
    marks=(
        Quotes("»", "«", weight=2),
        Quotes("„", "“", weight=2),
        Quotes("„", "”", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("vpraš", "povpraš"),
    speech_verbs=word_set("""
        rekel rekla reče rečem dejal dejala de pravi pravil pravila odgovoril odgovorila odgovori odvrnil
        odvrnila odvrne vprašal vprašala vpraša povprašal povprašala zaklical zaklicala zakliče klical klicala
        vzkliknil vzkliknila vzklikne zavpil zavpila zavpije kričal kričala šepetal šepetala zašepetal
        zašepetala šepne pristavil pristavila pristavi dodal dodala doda nadaljeval nadaljevala nadaljuje
        ponovil ponovila ponovi začel začela začne govoril govorila govori mislil mislila zasmejal zasmejala
        smeje prosil prosila prosi vzdihnil vzdihnila vzdihne omenil omenila omeni zamrmral zamrmrala mrmral
        ukazal ukazala ukaže
    """),
    resuming_verbs=word_set(
        "pristavil pristavila pristavi dodal dodala doda nadaljeval nadaljevala nadaljuje"
    ),
    thought_verbs=frozenset(phrases("mislil|mislila|misli si|pri sebi|v sebi|sam sebi|sam zase|sama zase")),
    pronouns=genders(m="on ta", f="ona", narrator="jaz sem"),
    subject_endings=genders(m="l", f="la", narrator="em im am", several="li le lo"),
    name_cases=words("u ju o i e om em"),
    titles=genders(
        m="gospod grof knez baron doktor župnik kaplan oče stric mojster gospodar",
        f="gospa gospica gospodična grofica kneginja mati teta sestra",
    ),
    object_pronouns=words("se mu ji jim mi je so"),
    gender_words=genders(m="njegov mož starec oče sin brat fant", f="njen njena žena dekle mati hči sestra"),
    talk_words=word_set("ti vi te vas tebi vam moj moja moje naš vaš tvoj da ne no mi nas nam"),
    determiners=word_set("njegov njen njena ta ti drugi druga stari stara mladi mlada prvi"),
    small_words=word_set(
        "in pa a ali ko da kakor če tako tu tam potem zopet spet zdaj še že ne v na s z k od do po za"
    ),
    things=word_set("glas roka oči obraz srce misel tišina trenutek pogled"),
    heading_words=words("poglavje del knjiga"),
    scene_openings=phrases("drugi dan|drugo jutro|čez teden|nekega dne|nekega večera|zvečer|zjutraj|medtem"),
    goes_on=0.35,
)
