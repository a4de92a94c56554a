"""Dutch: low opening marks in older books, high ones, double or single, in newer ones; or two commas."""

from dialogue_etl.languages.language import Language, Quotes, genders, phrases, word_set, words

DUTCH = Language(
    tag="nl",
    name="Dutch",
    marks=(
        Quotes("„", "”", weight=2),
        Quotes("“", "”", weight=2),
        Quotes("‘", "’", weight=2),
        Quotes("«", "»", weight=2),
        Quotes(",,", "''", weight=2),
        Quotes("``", "''", weight=2),
        Quotes('"', '"', weight=1),
        Quotes("‚", "’", weight=2),
        Quotes("'", "'", weight=1),
    ),
    elisions=word_set("""
        's 't 'n 'k 'm 'r 'ns 'tis 'twas 'tzelfde 'tgeen 'twelk 'sanderendaags 'ie 'em m' z' d' j' w' zoo' zo'
        da' wa' nie' goe' kwa' hè' di' mo' nou'
    """),
    asking_stems=("vraag", "vroeg", "vragen"),
    speech_verbs=word_set("""
        kreet huilde knorde
        zei zeide zeiden zeien zegt zeg zeggen sprak spraken spreekt vroeg vroegen vraagt antwoordde
        antwoordden antwoordt hernam herneemt hervatte riep riepen roept fluisterde fluisterden fluistert
        mompelde mompelden mompelt murmelde prevelde bromde bromt gromde schreeuwde schreeuwden schreeuwt
        gilde gilden krijschte krijste brulde brulden bulderde donderde zuchtte zucht steunde kreunde kermde
        jammerde klaagde klaagt snikte snikten schreide weende lachte lachten lacht glimlachte grinnikte
        giechelde gichelde schertste spotte hoonde smaalde merkte merkt zoog viel vielen valt onderbrak voegde
        voegden voegt vervolgde vervolgden vervolgt ging gaat begon begonnen begint besloot besluit eindigde
        vertelde vertelden vertelt verhaalde verhaalt verklaarde verklaart verzekerde verzekert betuigde
        beweerde beweert bevestigde bekende bekent gaf geeft erkende herhaalde herhaalt vermaande waarschuwde
        waarschuwt dreigde dreigt beval beveelt gebood gebiedt commandeerde bestrafte berispte schold bad
        smeekte smeekt verzocht drong drongen eischte eiste informeerde onderzocht stamelde stamelt stotterde
        hakkelde hijgde siste snauwde snauwt snauwden raasde tierde vloekte zwoer beloofde belooft troostte
        suste kalmeerde moedigde prees dankte bedankte groette begroette zong zingt las leest citeerde uitte
        oordeelde besliste dacht denkt dachten peinsde overlegde mijmerde meende meent herinnerde ried raadde
        raadt stelde stelt waagde knikte knikt gaapte kraste piepte jubelde juichte verbaasde verwonderde
        protesteerde protesteerden verdedigde verontschuldigde stemde sloeg babbelde kakelde preekte teemde
        lispelde vleide loog pochte plaagde meldde berichtte deelde luidde klonk schalde weerklonk opperde
        wierp barstte vond vindt redeneerde filosofeerde philosofeerde bepaalde interrumpeerde repliceerde
        riposteerde constateerde concludeerde
    """),
    resuming_verbs=word_set("vervolgde vervolgden vervolgt ging gaat voegde voegt hervatte"),
    pronouns=genders(m="hij ie hy", f="zij ze zy", narrator="ik k"),
    articles=words("de den het 't een 'n mijn myn zijn zyn haar hun onze m'n z'n die deze"),
    companions=words("""
        met en terwijl alsof waarop waarna waarbij waarvan zonder die wien in op naar als toen zich
        zijn zyn haar -end -ende
    """),
    talk_words=word_set("""
        ik k me mij my mijn myn m'n we wij wy ons onze je jij jy jou jouw jullie u uw gij gy ge ja neen nee
        och ach o hè meneer mijnheer m'nheer mevrouw juffrouw
    """),
    past_endings=words("de te den ten"),
    past_verbs=word_set("""
        was waren had ging gingen kwam kwamen liet lieten nam namen stond stonden zag zagen zat zaten keek
        keken gaf gaven hield hielden trok trokken liep liepen viel vielen bleef bleven sloeg sloegen greep
        werd werden begon begonnen deed deden wierp wierpen boog bogen sprong sloot schoof wees dacht bracht
        stak streek wou kon konden scheen vond hief sprak zweeg zwegen
    """),
    titles=genders(
        m="""
            mijnheer meneer mr dhr heer sinjeur seigneur monsieur sir lord jonker jonkheer jhr graaf vorst
            prins koning keizer hertog baron ridder markies kapitein kolonel majoor generaal luitenant
            sergeant korporaal admiraal schipper stuurman dominee ds pastoor pater broeder bisschop abt
            kapelaan meester baas burgemeester notaris schout oom neef vader grootvader papa pa opa don
            signor herr dokter doctor dr prof professor president minister inspecteur directeur
        """,
        f="""
            mevrouw mevr mw juffrouw jufvrouw juf jufr mejuffrouw mej freule vrouw madame mademoiselle lady
            miss mistress mrs gravin vorstin prinses koningin keizerin hertogin barones baronesse markiezin
            tante nicht moeder grootmoeder mama ma oma zuster abdis moei meid donna signora frau
        """,
        either="""
            sint st oude jonge kleine arme goede lieve
        """,
    ),
    married_titles=word_set("mevrouw mevr madame vrouw"),
    determiners=word_set("""
        de het 't een 'n deze dit die dat zijn z'n zijne haar d'r hare mijn m'n mijne uw uwe jouw ons onze hun
        hunne eene eener eenen elke iedere geen geene andere welke zekere ander andere anderen eerste tweede
        derde laatste stem
    """),
    gender_words=genders(
        m="""
            zijn zijne zijner hem zich-zelf z'n man heer jongen knaap jongeling grijsaard vader echtgenoot
            gemaal zoon broeder broer oom neef grootvader kleinzoon koning prins vorst graaf baron ridder
            jonker keizer hertog dienaar knecht bediende koetsier jager tuinman boer burger meester gezel
            leerling kleermaker schoenmaker molenaar bakker slager smid herbergier waard kellner koopman
            kruidenier advocaat rechter notaris klerk schrijver secretaris dokter arts professor onderwijzer
            schoolmeester student dominee predikant pastoor monnik priester bisschop soldaat officier kapitein
            kolonel majoor generaal luitenant matroos schipper visscher herder kunstenaar schilder dichter
            zanger muzikant vreemdeling vriend buurman bruidegom minnaar weduwnaar zwager schoonvader
            schoonzoon kerel vent schelm held dwerg reus toovenaar engelschman franschman duitscher italiaan
            agent veldwachter inspecteur
        """,
        f="""
            haar hare haarzelf d'r vrouw dame meisje juffrouw maagd meid dienstmeid moeder echtgenoote gade
            gemalin dochter zuster tante nicht grootmoeder kleindochter koningin prinses vorstin gravin
            barones keizerin hertogin dienares kamenier keukenmeid kindermeid baker boerin burgeres waardin
            herbergierster koopvrouw onderwijzeres gouvernante non abdis kunstenares schilderes dichteres
            zangeres vriendin buurvrouw bruid geliefde weduwe schoonzuster schoonmoeder schoondochter heks fee
            heldin huishoudster huisvrouw freule mevrouw française engelsche
        """,
    ),
    adverb_endings=words("lijk ig jes zaam"),
    behind_nouns=words("""
        -nde -chend -lend -kend -rend -tend -gend -dend -zend -vend -pend -mend -nend hij zij ze hem haar zich
        zijn te uit toe aan af een was had half halfluid verbaasd verbluft onthutst ontwaardigd verschrikt
        zacht luid kort stil fel wild alleen ontroerd bedaard verheugd verbitterd geroerd gekrenkt geërgerd
        bedroefd bevreesd verward verlegen opgewekt opgewonden bewogen kalm koel droog bits barsch norsch
        bitter boos kwaad somber bedremmeld ontsteld ongeduldig
    """),
    capital_nouns=True,
    goes_on=0.35,
    speakers_measured=True,
    things=word_set("""
        antwoord arm armen avond blik brief buiging dag deur gelaat gezicht glimlach hand handen hart hoofd
        kamer lip lippen minuten minuut mond morgen nacht ogen ogenblik oog oogen oogenblik poos poosje
        schouder schouders stilte straat tafel teeken toon traan tranen vinger voorhoofd vraag wang wangen
        woord woorden zaak zucht zwijgen
    """),
    singing_words=word_set("""
        zingen zingt zong zongen gezongen zingend lied liedje liederen neuriede psalm wijsje
    """),
    their_words=words("zijn zyn haar"),
    auxiliaries=words("had hadden zou zoude was waren"),
    participles=words("t d en"),
    participle_prefix="ge",
    and_words=words("en"),
    because_words=words("want"),
    gerunds=words("end ende"),
    with_words=words("met"),
    heading_words=words("""
        hoofdstuk kapittel boek deel brief bedrijf tooneel toneel afdeeling afdeling voorwoord voorrede
        inleiding proloog epiloog nawoord naschrift slot besluit inhoud bijlage
    """),
    letter_openings=words("lieve liefste beste waarde geachte dierbare mijnheer mevrouw geliefde weledele"),
    letter_closings=words("uw uwe jouw hoogachtend"),
    scene_openings=phrases(
        "toen|nadat|voordat|voor dat|terwijl|zoodra|zodra|nauwelijks|tot|intusschen|intussen|"
        "ondertusschen|ondertussen|onderwijl|inmiddels|later|eenige|enige|een paar|na een|na eenige|"
        "na enige|na eenigen|na het|een uur|een half uur|een kwartier|een week|twee uur|twee dagen|"
        "drie dagen|weinige|den volgenden|de volgende|den anderen|de andere dag|dien avond|die avond|"
        "dien nacht|die nacht|dien dag|dienzelfden|diezelfde|op een|op zekeren|op zekere|eens|"
        "eindelijk|weldra|spoedig|'s avonds|'s morgens|'s nachts|'s middags|'s anderen|'s maandags|"
        "'s zondags|zondags|'t was|het was|tegen den|tegen de|tegen middernacht|om middernacht|vroeg|"
        "laat|buiten|beneden|boven|thuis|in den loop|in de loop|op weg"
    ),
    writing_words=word_set("""
        brief briefje brieven telegram opschrift inscriptie advertentie schreef schrijft geschreven las leest
        luidde luidt gelezen titel getiteld vers verzen briefkaart naschrift
    """),
    oblique=word_set("""
        aan achter bij binnen boven door in langs met na naar naast om onder op over per sedert sinds
        te tegen ten ter tot tusschen tussen uit van vanuit voor zonder
    """),
    small_words=word_set("""
        van met in naar na aan op bij en of voor door die dat wie wat als toen terwijl maar om over achter
        onder zonder tegen dan nu zoo zo dus nog ook weer eens hier daar er eindelijk plotseling intusschen
        intussen wel ja neen nee niet
    """),
    referring_words=genders(m="hij ie zijn zijne z'n", f="zij ze haar hare"),
    gestures=word_set("""
        glimlachend lachend schreiend snikkend zuchtend blozend knikkend hoofdschuddend wijzende wijzend
        ziende fluisterend zacht luid aarzelend opstaande opstaand buigend buigende gelach gejuich applaus
        toejuichingen bravo
    """),
    manners=word_set("stem toon glimlach zucht tranen nadruk buiging gebaar snik"),
    wrong_odds=(5.3, 4),
    joins_read=(66, 14),
    unsaid=phrases(
        "zou|zouden|had willen|hadden willen|wilde|wilden|wou|scheen te|schenen te|schijnt te|alsof|"
        "als wilde|als om te|zonder te|zonder|in plaats van te|op het punt te"
    ),
    negations=word_set("niet nooit"),
    saying=word_set("""
        zeggen zei zeide zeiden gezegd roepen geroepen vragen vroeg vroegen gevraagd fluisteren spreken
        sprak spraken smeken smeekte smeekten
    """),
    looks=word_set("oog ogen oogen blik blikken glimlach zwijgen"),
    thought_verbs=frozenset(
        phrases("dacht|dachten|denkt|peinsde|in zichzelf|bij zichzelf|bij zich zelf|bij zich zelve")
    ),
    thoughts_are_speech=True,
    telling_words=word_set("begon begint vertelde verhaalde verhaal geschiedenis"),
)
