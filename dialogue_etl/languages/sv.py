"""Swedish: a dash (talstreck, pratminus) before each speech, or marks of one glyph on both sides.

Svenska skrivregler, "Anföring": the tag follows a comma, unmarked; citationstecken are ”…” or »…».
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_SPEECH_VERBS = word_set("""
    sade sa sa' säger sagt svarade svarar svarte frågade frågar frågte utbrast utbrister utbröt ropade ropar
    inföll infaller anmärkte anmärker varnade varnar genmälde genmäler fortsatte fortsätter fortfor fortfar
    skämtade skämtar tillade tillägger invände invänder menade menar försäkrade försäkrar förklarade förklarar
    undrade undrar hälsade hälsar reflekterade föreslog föreslår röt ryter klagade klagar presenterade
    brummade brummar småsuckade suckade suckar uppgjorde ljöd ljuder ljödo hviskade viskade hviskar viskar
    yttrade yttrar tänkte tänker förmodade bad ber mumlade mumlar påstod påstår skrek skriker skreko tjöt
    tjuter skrattade skrattar småskrattade log ler fnissade snyftade snyftar grät gråter stammade stammar
    stönade jämrade jemrade befallde befaller kommenderade upprepade upprepar återtog återtager erinrade
    bekände bekänner medgaf medgav medger bekräftade bekräftar bestyrkte tyckte tycker trodde ansåg anförde
    berättade berättar började börjar slutade afslutade avslutade afbröt avbröt avbryter afbryter inskjöt
    inskjuter ifyllde uppmanade manade bönföll tröstade lugnade rättade gäckades retades morrade muttrade
    muttrar knorrade grymtade grälade gnällde pustade flämtade jublade sjöng läste förebrådde förmanade
    tillropade tillfrågade smålog sporde spörjer svarades sägs förkunnade upplyste genmälte bjöd befalde
    afgjorde hördes skrockade fräste väste hväste utropade utropar bedyrade beklagade befarade begärde
    bifogade gapade sluddrade hojtade hickade hånade ironiserade instämde instämmer inbjöd nickade nickar
""")

_TALK_WORDS = word_set("""
    jag du ni vi mig mej dig dej er eder oss min mitt mina din ditt dina vår vårt våra edert ja nej nå ack
    kära herr fru
""")

SWEDISH = Language(
    tag="sv",
    name="Swedish",
    marks=(
        Dash(weight=2),
        Quotes("”", "”", weight=1),
        Quotes("»", "»", weight=1),
        Quotes("»", "«", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("fråg", "spord", "spörj"),
    speech_verbs=_SPEECH_VERBS,
    resuming_verbs=word_set("fortsatte fortsätter fortfor fortfar tillade tillägger"),
    thought_verbs=word_set("tänkte"),
    pronouns=genders(m="han denne", f="hon denna", narrator="jag"),
    titles=genders(
        m="""
            herr hr herrn baron friherre greve prins kung kapten löjtnant major överste doktor pastor prosten
            farbror onkel morbror far fader broder
        """,
        f="""
            fru fröken mamsell jungfru grevinna baronessan friherrinna prinsessa drottning tant moster faster
            mor moder syster
        """,
    ),
    that_words=words("att om hvad vad du ni man"),
    companions=words("""
        med utan som och under medan i när då vid hvilken vilken hvars sedan emedan -ad -ande -ende -nde
    """),
    talk_words=_TALK_WORDS,
    past_endings=words("ade de te"),
    past_verbs=word_set("""
        kom gick fick såg tog stod satt gaf gav steg drog slog fann log grep lät höll föll försvann
        sprang bröt stack vred gret sköt sjönk for blef blev bad skrek röt bar kröp teg
    """),
    parted_verbs={"lade": "till", "bröt": "in", "brast": "ut", "for": "ut"},
    things=word_set("""
        afton ansikte ansiktet arm armar armarna axel axlar blick blicken bord bordet brev brevet dag dörr
        dörren finger fingrar gång hand handen hjärta hjärtat hufvud hufvudet huvud huvudet kinder leende
        läppar minut minuter morgon mun munnen natt ord orden panna pannan paus rum rummet röst rösten
        stund stämma svar tecken ton tonen tystnad tår tårar öga ögon ögonblick ögonen
    """),
    singing_words=word_set("""
        sjunga sjunger sjöng sjungit sjungande sång sånger visa visan gnolade framtralla psalm melodi
    """),
    their_words=words("hans hennes sin sitt sina"),
    auxiliaries=words("hade skulle var voro"),
    participles=words("t a"),
    definite_endings=words("en et an rn arna erna orna na"),
    and_words=words("och men"),
    because_words=words("ty för som medan fast"),
    with_words=words("med"),
    heading_words=words("""
        kapitel kapitlet kap bok boken del delen band bandet avdelning avdelningen afdelningen brev bref akt
        akten scen scenen sång sången prolog epilog förord företal inledning slut innehåll
    """),
    letter_openings=words("kära käre älskade bäste bästa högtärade ärade"),
    letter_closings=words("din er eder högaktningsfullt vänligen"),
    scene_openings=phrases(
        "när|då|sedan|efter|innan|medan|så snart|knappt|under tiden|senare|en timme|"
        "en halvtimme|en kvart|två timmar|två dagar|tre dagar|några|nästa|följande|dagen därpå|"
        "dagen efter|morgonen därpå|samma kväll|samma dag|den kvällen|den natten|en dag|en kväll|"
        "en morgon|en natt|på kvällen|på morgonen|på natten|på eftermiddagen|på aftonen|om kvällen|"
        "om morgonen|mot kvällen|mot aftonen|vid midnatt|vid middagen|äntligen|slutligen|snart|"
        "det var|tidigt|sent|ute|hemma|om en stund"
    ),
    behind_nouns=words("-ande -ende -ligt -igt han hon sin sitt sina ej knappt högt tyst sakta"),
    capital_nouns=True,
    married_titles=word_set("fru"),
    determiners=word_set("""
        den det de en ett min din sin hans hennes vår er deras denna detta andra andre förste första sista
        rösten
    """),
    oblique=word_set("""
        av bakom efter från för framför genom hos i in inför kring med mellan mot om på till under ur
        utan vid över åt
    """),
    small_words=word_set("""
        af av med i till efter på och eller för från genom som när då medan men om öfver över under utan mot
        nu så här där icke inte ej ja nej också åter
    """),
    gender_words=genders(
        m="""
            man mannen herre herrn gosse gossen pojke pojken far fadern bror brodern son sonen farbror gubben
            kungen prinsen greven prästen doktorn kaptenen gamle
        """,
        f="""
            kvinna kvinnan fru frun flicka flickan mor modern syster systern dotter dottern tant gumman
            drottningen prinsessan grevinnan fröken gamla hustrun
        """,
    ),
    referring_words=genders(m="han honom hans", f="hon henne hennes"),
    gestures=word_set("""
        leende skrattande gråtande snyftande suckande rodnande nickande pekande viskande tvekande sakta högt
        skratt applåder bravo
    """),
    manners=word_set("röst ton leende suck tårar eftertryck bugning snyftning"),
    unsaid=phrases(
        "skulle|skulle ha|skulle hafva|ville|tycktes|syntes|tycks|liksom för att|som om|som ville|"
        "tänkte|utan att|i stället för att"
    ),
    negations=word_set("inte icke ej aldrig"),
    saying=word_set("säga sa sade sagt ropa ropat fråga frågade frågat tillägga tillagt viska bad bönföll"),
    looks=word_set("öga ögon ögonen blick blicken blickar leende leendet tystnad tystnaden"),
    present_verbs=word_set("är har kan vill skall ska måste får går kommer"),
    telling_words=word_set("började berättade berättelse historia"),
)
