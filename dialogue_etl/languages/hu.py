"""Hungarian: a dash at the beginning of the paragraph, narration between further dashes.

Rules of Hungarian Orthography, 12th edition, §257: the dash (gondolatjel, an en dash) opens speech and
parts it from the narrator's words. Transcribers also type an em dash, two hyphens, or one between blanks.
"""

from dialogue_etl.languages.language import Dash, Language, genders, phrases, word_set, words

_SPEECH_VERBS = word_set("""
    mond mondta mondá monda mondja mondtam mondám mondom mondták mondotta mondottam mondották mondogatta
    mondogatja szól szólt szóla szólott szóltam szóltak szólalt kérd kérdé kérdi kérdezte kérdezé kérdezi
    kérdeztem kérdezték kérdém kérdem kérdezősködött kérdezgette felelt felelte felelé feleli feleltem felelém
    felel feleltek felelték válaszolt válaszolta válaszolá válaszol válaszolja válaszoltam válaszoltak kiált
    kiáltott kiáltotta kiáltá kiáltja kiáltottam kiáltának kiáltottak kiáltották kiáltozott kiáltozta kiabált
    kiabálta kiabáltam viszonzá viszonozta viszonzám folytatta folytatá folytatja folytattam kezdé kezdte
    kezdett kezdi kezdtem gondolta gondolá gondoltam gondolám rebegte rebegé rebegi hangzott
    sóhajtott sóhajtotta sóhajtá sóhajt sóhajtottam jegyzé jegyezte jegyzi jegyeztem tevé tette teszi tettem
    suttogta suttogá suttogja suttogott dunnyogta dunnyogott dörmögte dörmögött dörmögé dörmögi bólintott
    bólintotta nevetett nevette nevettem kacagott kacagta kacagá mosolygott mosolyogta ismétlé ismételte
    ismétli ismételgette magyarázta magyarázá magyarázza magyaráztam súgta súgá súgja súgott mormogta mormogá
    mormogja mormogott mormogtam mormolta mormolá mormolja mordult morogta morgott ordított ordította ordítá
    ordítja üvöltött üvöltötte bömbölte konstatálta állapította válaszolgatta hebegte hebegé hebegi dadogta
    dadogott dadogá nyögte nyögé nyögi nyögött lihegte lihegett harsogta harsogá jegyzettem sürgeté sürgette
    jelenté jelentette hadarta könyörgött könyörgé esengett motyogta motyogott parancsolta parancsolá
    parancsolja vezényelte biztatta biztatá biztattam vélekedett vélte vélé erősítette erősíté erősködött
    bizonyította bizonyítá bizonygatta helyeslé helyeselt helyeselte rikoltott rikoltotta rikoltá rikácsolt
    sikoltott sikoltotta sikoltá sikított sikította zokogta zokogott zokogá siránkozott nyöszörgött
    nyöszörögte sziszegte sziszegé tiltakozott védekezett panaszkodott panaszolta szepegte szepegett
    káromkodott mentegetőzött méltatlankodott érdeklődött csodálkozott csudálkozott tudakolta tudakolá
    tudakozódott faggatta ajánlotta ajánlá ígérte igéré vallotta vallá tanácsolta tanácslá figyelmeztette
    figyelmezteté üdvözölte köszönt köszöntötte köszönte kérte kéré kéri kértem unszolta nógatta enyelgett
    tréfált tréfálkozott gúnyolódott vágott vágta vágtam fakadt tört vetette veté vetettem fordult förmedt
    rivallt rivalt riadt csattant pattant toldotta toldá fűzte fűzé tódította hallatszott évődött elmélkedett
    tűnődött töprengett jajdult jajgatott jajveszékelt kesergett örvendezett lelkendezett ujjongott ujságolta
    újságolta beszélte beszélé mesélte mesélé olvasta olvasá énekelte ismerte jósolta esküdött esküdözött
    átkozódott
""")

_TALK_WORDS = word_set("""
    én te maga ön önök maguk mi ti nekem neked nekünk nektek engem téged minket titeket velem veled tőlem
    tőled igen nem nincs vagyok vagy vagyunk uram asszonyom kérem kérlek ugyan hát bizony persze
""")

HUNGARIAN = Language(
    tag="hu",
    name="Hungarian",
    dashes_replace_commas=True,
    marks=(Dash(weight=2),),
    asking_stems=("kérd",),
    speech_verbs=_SPEECH_VERBS,
    resuming_verbs=word_set("folytatta folytatá folytattam folytatja tette"),
    thought_verbs=word_set("gondolta gondolá gondoltam gondolák magában magamban"),
    pronouns=genders(narrator="én"),
    titles=genders(
        m="úr gróf báró herceg király kapitány ezredes tábornok doktor atya bácsi",
        f="asszony kisasszony grófnő grófné báróné bárónő hercegnő királyné néni",
    ),
    that_words=words("hogy"),
    companions=words("s és a az mialatt miközben mint ki aki mely amely -va -ve -ván -vén"),
    talk_words=_TALK_WORDS,
    singing_words=word_set("""
        énekel énekelt énekelte énekelve ének éneket dal dalt dalolt dalolta dúdolta nóta nótát zsoltár
    """),
    and_words=words("és s"),
    because_words=words("mert ki aki"),
    past_endings=words("""
        kkent kkant ssent ssant rkent rkant ttant ttent bbent bbant
        tta tte lta lte rta rte nta nte gta gte kta kte dta dte zta zte sta ste pta pte zott zett
        szott sett sott tott tett gott gett kott kett dott dett lott lett rott rett nott nett pott
        pett elt olt ult ült ált jtotta ttak ttek tták tték dtak dtek ltak ltek rtak rtek ntak ntek ttam ttem
        tam tem tá té gá gé ná né dá dé rá ré zá zé
    """),
    gerunds=words("va ve ván vén"),
    gerunds_last=True,
    heading_words=words("""
        fejezet könyv kötet rész felvonás jelenet szín levél ének előszó utószó bevezetés befejezés tartalom
    """),
    letter_openings=words("kedves drága édes szeretett tisztelt kedvesem drágám uram asszonyom"),
    letter_closings=words("szerető szeretettel tisztelettel híve barátod"),
    scene_openings=phrases(
        "mikor|amikor|midőn|miután|mielőtt|miközben|mialatt|amint|alighogy|eközben|ezalatt|azalatt|"
        "időközben|közben|később|egy óra|félóra|fél óra|két nap|három nap|néhány|pár|másnap|"
        "harmadnap|aznap|azon az|azon éjjel|egy napon|egy nap|egyszer|egy este|egy reggel|egy éjjel|"
        "este|reggel|délután|délben|éjjel|éjfélkor|hajnalban|estefelé|végre|végül|nemsokára|"
        "csakhamar|kint|odakint|otthon"
    ),
    behind_nouns=words("-va -ve -ul -ül -lag -leg -an -en -án -én s szinte kissé jól nagyon igen a az egy"),
    capital_nouns=True,
    things=word_set("""
        ajak ajka ajkai ajtó arc arca arcz arcza asztal csend csönd este fej feje fejét hangon homlok kar
        karja keze kezét kérdés kérdésre kéz könny levelet levél mosoly nap perc percz pillanat szava szavak
        szem szeme szemei szemét szive szoba száj szája szív szíve szó szünet sóhaj utca utcza válasz válaszra
        váll éjjel
    """),
    determiners=word_set("a az egy ez az másik első második utolsó hang"),
    oblique=word_set("""
        -nak -nek -tól -től -hoz -hez -höz -ról -ről -ból -ből -ban -ben -val -vel -okat -eket -ját
        -jét
    """),
    small_words=word_set("""
        és vagy de hogy mint mikor amikor ha akkor aztán azután majd még is nem igen itt ott most pedig mert
        aki ami azaz csakhogy
    """),
    gender_words=genders(
        m="férfi ember fiú apa báty öcs király herceg gróf báró pap orvos kapitány öreg legény úr",
        f="""
            nő asszony lány leány anya nővér húg királyné királynő hercegnő grófnő bárónő feleség néni
            kisasszony
        """,
    ),
    gestures=word_set("""
        mosolyogva mosolyogván nevetve nevetvén sírva zokogva sóhajtva elpirulva bólintva mutatva suttogva
        habozva halkan hangosan nevetés taps éljen
    """),
    joins_read=(30, 4),
    unsaid=phrases("mintha|volna|akarta|akart|készült|ahelyett hogy|anélkül hogy|látszott"),
    negations=word_set("nem sohasem soha"),
    saying=word_set("""
        mondani mondaná mondta mondták mondja kérdezni kérdezte kérdezték kiáltani hozzátenni suttogni
        könyörögtek kérték
    """),
    looks=word_set("szem szeme szemei tekintet tekintete pillantása mosolya hallgatása"),
    present_verbs=word_set("van vannak kell lehet lesz akar"),
    telling_words=word_set("kezdte mesélte elbeszélte elbeszélés történet történetet"),
)
