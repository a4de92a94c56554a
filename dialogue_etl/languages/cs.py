"""Czech: quotations between „ and “; the narrator's words outside the marks, or between dashes.

Internetová jazyková příručka, "Uvozovky" and "Pomlčka"; transcribers often close with ".
"""

from dialogue_etl.languages.language import Language, Quotes, genders, phrases, word_set, words

CZECH = Language(
    tag="cs",
    name="Czech",
    marks=(
        Quotes("„", "“", weight=2),
        Quotes("„", "”", weight=2),
        Quotes("»", "«", weight=2),
        Quotes('"', '"', weight=1),
        Quotes("‚", "‘", weight=2),
    ),
    asking_stems=("ptal", "zeptal", "otázal", "táz"),
    speech_verbs=word_set("""
        řekl řekla řekli říká říkal říkala pravil pravila praví děl děla vece odpověděl odpověděla odpovídal
        odpovídala odvětil odvětila odvece zeptal zeptala ptal ptala otázal otázala tázal tázala zvolal
        zvolala volal volala vykřikl vykřikla křičel křičela křikl křikla šeptal šeptala zašeptal zašeptala
        šeptl dodal dodala pokračoval pokračovala opakoval opakovala doložil doložila podotkl podotkla
        poznamenal namítl namítla začal začala přerušil přerušila mínil mínila myslil myslila pomyslil prosil
        prosila vzdychl vzdychla zasmál zasmála usmál usmála ozval ozvala zabručel bručel vyhrkl vyhrkla
        odsekl odsekla
    """),
    resuming_verbs=word_set("dodal dodala pokračoval pokračovala doložil doložila"),
    thought_verbs=frozenset(
        phrases("myslil|myslila|pomyslil|pomyslila|sám k sobě|sama k sobě|v duchu|do sebe|sám sobě")
    ),
    pronouns=genders(m="on ten", f="ona ta", narrator="já jsem"),
    subject_endings=genders(m="l", f="la", narrator="ím", several="li ly"),
    name_cases=words("ovi u i e ě y o em ou"),
    titles=genders(
        m="pan pán doktor hrabě kníže baron král kapitán pater farář strýc strýček otec mistr bratr",
        f="paní slečna panna hraběnka kněžna teta matka babička sestra",
    ),
    object_pronouns=words("se si ho je mu jí jim mně mi"),
    gender_words=genders(m="jeho muž starec otec syn bratr", f="její žena dívka matka dcera sestra"),
    talk_words=word_set("ty vy tě vás ti vám můj moje náš váš tvůj ano ne nu my nás nám"),
    determiners=word_set("jeho její ten ta to tento tato jiný jiná druhý druhá starý stará mladý mladá"),
    small_words=word_set(
        "a i ale že jak když kdyby tak tu tam potom pak hned ještě už již ne v ve na s z k od do po za"
    ),
    things=word_set("hlas ruka oči tvář srdce myšlenka ticho chvíle pohled"),
    heading_words=words("kapitola část kniha díl hlava"),
    scene_openings=phrases("druhého dne|druhý den|za týden|jednoho dne|mezitím|večer|ráno|po chvíli"),
    goes_on=0.35,
)
