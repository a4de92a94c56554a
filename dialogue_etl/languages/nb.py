"""Norwegian: quotations between « and », or a dash before each speech; the narrator's words between commas.

Språkrådet, "Sitatteikn" and "Tankestrek"; novels before 1920 in Danish spelling (sagde, spurgte).
"""

from dialogue_etl.languages.language import Language, Quotes, genders, phrases, word_set, words

NORWEGIAN = Language(
    tag="nb",
    name="Norwegian",
    marks=(
        Quotes("«", "»", weight=2),
        Quotes("»", "«", weight=2),
        Quotes("„", "“", weight=2),
        Quotes("”", "”", weight=1),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("spurgt", "spurt", "spør"),
    speech_verbs=word_set("""
        sa sagde sade siger sier sir svarte svarede svared svarer spurte spurgte spurde spør spørger ropte
        raabte råbte roper raaber hvisket hviskede hvisker mumlet mumlede mumled mumler utbrøt udbrød utbrast
        mente mener fortsatte fortsætter føide føiet tilføiet tilføjede la lagde gjentok gjentog gjentar lo
        ler smilte smilede skrek skreg skriker stammet stammede sukket sukkede tenkte tænkte tænker begyndte
        begynte avbrøt afbrød innvendte indvendte bemerket bemærkede forklarte forklarede erklærte erklærede
        befalte ba bad tryglet bønfaldt istemte istemmed bjeffet brummet brummede skjente fnyste
    """),
    resuming_verbs=word_set("fortsatte fortsætter føide føiet tilføiet tilføjede"),
    thought_verbs=word_set("tenkte tænkte tænker"),
    pronouns=genders(m="han", f="hun", narrator="jeg jei", either="de man den"),
    titles=genders(
        m="hr herr herre kaptein pastor doktor dr professor baron grev konsul fader onkel",
        f="fru frue frøken jomfru madam mor moder tante grevinde",
    ),
    gender_words=genders(
        m="hans ham mannen manden gutten far fader", f="hendes hennes henne hende konen piken"
    ),
    talk_words=word_set("du dig deg din ditt dit mig meg min mit mitt vi os oss vor ja nei dere eder"),
    determiners=word_set("den det en et hans hendes hennes annen anden andre"),
    small_words=word_set("og men så saa da når naar som at i på paa med til av af for om der her nu nå ikke"),
    things=word_set("stemmen hånden haanden øinene øynene øjnene hjertet ansiktet pausen"),
    definite_endings=words("en et a ene"),
    past_endings=words("te de ede et"),
    past_verbs=word_set("gikk gik så saa kom tok tog sto stod lo satt sad ble blev"),
    heading_words=words("kapitel kapittel bok bog del"),
    scene_openings=phrases("neste dag|næste dag|næste morgen|en dag|en aften|en kveld|om morgenen"),
    goes_on=0.35,
)
