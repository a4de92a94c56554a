"""Danish: a dash (replikstreg, also typed as a hyphen) before each speech, or quotation marks.

Retskrivningsordbogen, § 58, "Anførselstegn": »…«, „…“, ”…”; the tag follows a comma, unmarked.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_SPEECH_VERBS = word_set("""
    sagde sa' siger sa svarede svarer svarte spurgte spørger raabte råbte raaber råber hviskede hvisker
    sluttede slutter vedblev vedbliver gentog gentager gjentog bemærkede bemærker skreg skriger udbrød
    udbryder begyndte begynder tilføjede tilføjer tilføiede jamrede stønnede stønner afbrød afbryder sukkede
    sukker nikkede nikker erklærede erklærer mumlede mumler græd græder fortsatte fortsætter klagede klager
    hilste hilser bekræftede bekræfter bad beder be'r klynkede klynker tænkte tænker forklarede forklarer
    jublede vrængede snakkede fortalte fortæller mente mener pustede lød lyder lallede paastod påstod paastaar
    hylte hyler hulkede brølte brøler tilraabte henkastede kommanderede kommanderer fremstammede udslyngede
    drillede indvendte indvender indskød indskyder ytrede yttrede erindrede tilstod indrømmede indrømmer
    formanede opfordrede befalede stammede stammer lo ler leede smilede smiler grinede grinte fniste snøftede
    hvæsede hvislede brummede brummer knurrede vrissede snerrede gispede peb peber kaldte kalder advarede
    trøstede beroligede forsikrede forsikrer foreslog foreslår foreslaar spøgte spøger spottede haanede
    bedyrede beklagede rettede oplyste meldte berettede bandede sang læste replicerede genmælede gjenmælede
    udraabte udråbte undrede istemte samtykkede tordnede snusede hikkede hvinede kvidrede messede mukkede
    overdøvede dikterede bed føjede fastslog ivrede gættede
""")

_TALK_WORDS = word_set("""
    jeg du De vi I mig dig Dem jer os min mit mine din dit dine vor vort vore Deres jeres ja nej naa nå aa ak
    kære hr fru frøken
""")

DANISH = Language(
    tag="da",
    name="Danish",
    marks=(
        Dash(weight=2),
        Quotes("»", "«", weight=2),
        Quotes("«", "»", weight=2),
        Quotes("„", "“", weight=2),
        Quotes("„", "”", weight=2),
        Quotes("”", "”", weight=1),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("spurg", "spørg"),
    speech_verbs=_SPEECH_VERBS,
    resuming_verbs=word_set("fortsatte fortsætter vedblev tilføjede tilføiede tilføjer"),
    thought_verbs=word_set("tænkte"),
    pronouns=genders(m="han denne", f="hun", narrator="jeg", either="de"),
    titles=genders(
        m="""
            herr hr herre baron greve prins konge kaptajn kaptejn løjtnant major oberst doktor pastor provsten
            onkel farbror fader broder
        """,
        f="""
            fru frue frøken jomfru madam mamsell grevinde komtesse baronesse prinsesse dronning tante moder
            søster
        """,
    ),
    that_words=words("at om hvad du De I man"),
    companions=words("med uden som der og mens medens idet i da ved hvis hvilken efter -ende"),
    talk_words=_TALK_WORDS,
    past_endings=words("ede de te"),
    past_verbs=word_set("""
        kom gik fik saa så saá tog stod sad lod holdt gav lo løb faldt sprang slog fandt steg
        drog greb foer fór blev bad skreg græd tav taug lød bar red bandt slap fløj røg skar vandt
    """),
    parted_verbs={"blev": "ved", "lagde": "til", "foer": "op", "fór": "op", "brød": "ind"},
    things=word_set("""
        aften ansigt ansigtet ansigtsudtryk arm arme bevægelse blik blikket bord bordet brev brevet
        brystet dag dør døren fingre gang haand haanden hals halsen hjerte hjertet hoved hovedet hånd
        hånden høflighed kind kinder liv livet læber minut minutter morgen mund munden nat ord ordene
        panden pause pavse skulder skuldre smil spørgsmaal spørgsmål stemme stemmer stilhed stue stuen suk
        svar taarer tavshed tegn time timer tone tonen vindue ytring øje øjeblik øjne øjnene øre øret
    """),
    singing_words=word_set("""
        synge synger sang sunget syngende vise sange nynnede salme melodi
    """),
    their_words=words("hans hendes sin sit sine"),
    auxiliaries=words("havde skulde skulle vilde ville var"),
    participles=words("t e"),
    definite_endings=words("en et erne ene"),
    and_words=words("og men"),
    because_words=words("thi for der som mens idet skønt"),
    with_words=words("med"),
    heading_words=words("""
        kapitel kap bog del bind afsnit afdeling brev akt scene sang prolog epilog forord fortale indledning
        slutning indhold
    """),
    letter_openings=words("kære kjære elskede bedste ærede højtærede"),
    letter_closings=words("din deres eders ærbødigst venligst"),
    scene_openings=phrases(
        "da|efter|før|inden|medens|mens|så snart|næppe|i mellemtiden|senere|en time|"
        "en halv time|et kvarter|to timer|to dage|tre dage|nogle|næste|den næste|den følgende|"
        "følgende|dagen efter|morgenen efter|samme aften|samme dag|den aften|den nat|en dag|en aften|"
        "en morgen|en nat|om aftenen|om morgenen|om natten|om eftermiddagen|hen imod|mod aften|"
        "ved midnat|ved middagsbordet|endelig|snart|det var|tidligt|sent|ude|hjemme|lidt efter"
    ),
    behind_nouns=words("-ende -ligt -somt han hun sin sit sine højt langt igen kun blot sagte stille"),
    capital_nouns=True,
    married_titles=word_set("fru"),
    determiners=word_set("""
        den det de en et min din sin hans hendes vor jeres deres denne dette anden andre første sidste stemmen
    """),
    oblique=word_set("""
        ad af bag efter for foran fra før gennem hos i inden med mellem mod om over på paa samt til
        uden under ved
    """),
    small_words=word_set("""
        af med i til efter på paa og eller for fra gennem som da når medens mens men om over under uden mod nu
        så saa her der ikke ja nej også atter allerede
    """),
    gender_words=genders(
        m="""
            mand manden herre herren dreng drengen far faderen bror broderen søn sønnen onkel kongen prinsen
            greven præsten doktoren kaptajnen
        """,
        f="""
            kvinde kvinden frue fruen pige pigen mor moderen søster søsteren datter datteren tante dronningen
            prinsessen grevinden frøken hustruen konen
        """,
    ),
    referring_words=genders(m="han ham hans", f="hun hende hendes"),
    gestures=word_set("""
        smilende leende grædende hulkende sukkende rødmende nikkende pegende hviskende tøvende sagte højt
        latter bifald bravo
    """),
    manners=word_set("stemme tone smil suk tårer taarer eftertryk buk"),
    unsaid=phrases(
        "skulde|skulle|ville|vilde|syntes|synes|lod til|ligesom for|som om|som vilde|som ville|uden|"
        "i stedet for"
    ),
    negations=word_set("ikke ej aldrig"),
    saying=word_set("""
        sige sagde sagt raabe råbe raabt råbt spørge spurgte spurgt tilføje tilføjet hviske bad bønfaldt
    """),
    looks=word_set("øje øjne øjnene blik blikket smil smilet tavshed tavsheden"),
    present_verbs=word_set("er har kan vil skal maa må faar får gaar går kommer"),
    telling_words=word_set("begyndte fortalte fortælling historie"),
)
