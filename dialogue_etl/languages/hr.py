"""Croatian: a dash before each speech and around narration, or » and « (Hrvatski pravopis 2013)."""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

CROATIAN = Language(
    tag="hr",
    name="Croatian",
    marks=(
        Dash(weight=2),
        Quotes("»", "«", weight=2),
        Quotes("„", "”", weight=2),
        Quotes("„", "“", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    tag_dashes=True,
    dashes_replace_commas=True,
    asking_stems=("pita", "upita", "zapita"),
    speech_verbs=word_set("""
        reče rekao rekla rekoše rekne rekoh veli velim kaže kazao kazala odgovori odgovorio odgovorila odvrati
        odvratio odvratila upita upitao upitala pita pitao pitala zapita zapitao zapitala viknu viknuo viknula
        vikne viče vikao povika uzviknu uzvikne uzviče uskliknu usklikne zavapi šapnu šapne šapće šaptao
        prošapta dometne dometnu doda dodao dodala nastavi nastavio nastavila produži ponovi ponovio ponovila
        primijeti primijetio započe poče počne prekide prekine pomisli pomislio misli mislio nasmija nasmije
        nasmijao uzdahnu uzdahne moli molila zamoli javi priznade protisne promrmlja opominje opomene prihvati
        preuze zovne zovnu
    """),
    resuming_verbs=word_set("dometne dometnu doda dodao dodala nastavi nastavio nastavila produži"),
    thought_verbs=frozenset(phrases("pomisli|misli|mislio|mislila|sjećao se|sebe|sebi|pita se|misao|mišlju")),
    pronouns=genders(m="on ovaj onaj", f="ona ova", narrator="ja sam"),
    subject_endings=genders(m="ao io eo uo", f="la", narrator="h em im am", several="li le oše hu"),
    name_cases=words("u ju o i e om em"),
    titles=genders(
        m="gospodin gosp g grof knez barun doktor župnik fra don otac stric meštar kapetan",
        f="gospođa gospoja gospa gospođica gospodična grofica kneginja majka teta sestra bab",
    ),
    object_pronouns=words("se mu joj im mi ga ju je"),
    gender_words=genders(m="njegov muž starac otac sin brat", f="njezin njezina žena djevojka mati kći"),
    talk_words=word_set("ti vi te vas tebi vam moj moja moje naš vaš tvoj da ne no mi nas nam jest"),
    determiners=word_set("njegov njezin njezina taj ta to drugi druga stari stara mladi mlada prvi"),
    small_words=word_set("i pa a ali kad da kao ako tako tu tamo onda još već ne u na s sa k od do po za iz"),
    companions=words("sa s koji koja koje i a te pa kao -ći -vši"),
    things=word_set("glas ruka oči lice srce misao tišina čas pogled"),
    and_words=words("i te ili ni"),
    past_endings=words("ao ala io ila nu nula še"),
    heading_words=words("poglavlje glava dio knjiga"),
    scene_openings=phrases("drugi dan|sutradan|drugo jutro|jednog dana|uvečer|ujutro|međutim"),
    goes_on=0.35,
)
