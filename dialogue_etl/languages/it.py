"""Italian: the lineetta at the beginning of the paragraph, or guillemets (caporali), or high marks."""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_PAST = word_set("""
    domandò domandai domandava domandarono esclamò esclamai esclamava esclamarono sclamò sclamai sclamava
    sclamarono gridò gridai gridava gridarono mormorò mormorai mormorava mormorarono replicò replicai
    replicava replicarono balbettò balbettai balbettava balbettarono osservò osservai osservava osservarono
    pensò pensai pensava pensarono continuò continuai continuava continuarono borbottò borbottai borbottava
    borbottarono brontolò brontolai brontolava brontolarono notò notai notava notarono interrogò interrogai
    interrogava interrogarono tuonò tuonai tuonava tuonarono urlò urlai urlava urlarono sussurrò sussurrai
    sussurrava sussurrarono susurrò susurrai susurrava susurrarono bisbigliò bisbigliai bisbigliava
    bisbigliarono pronunziò pronunziai pronunziava pronunziarono pronunciò pronunciai pronunciava
    pronunciarono seguitò seguitai seguitava seguitarono cominciò cominciai cominciava cominciarono principiò
    principiai principiava principiarono ripigliò ripigliai ripigliava ripigliarono ordinò ordinai ordinava
    ordinarono chiamò chiamai chiamava chiamarono pregò pregai pregava pregarono esortò esortai esortava
    esortarono affermò affermai affermava affermarono dichiarò dichiarai dichiarava dichiararono confessò
    confessai confessava confessarono spiegò spiegai spiegava spiegarono raccontò raccontai raccontava
    raccontarono singhiozzò singhiozzai singhiozzava singhiozzarono implorò implorai implorava implorarono
    supplicò supplicai supplicava supplicarono rimbeccò rimbeccai rimbeccava rimbeccarono rimbrottò rimbrottai
    rimbrottava rimbrottarono sentenziò sentenziai sentenziava sentenziarono incalzò incalzai incalzava
    incalzarono articolò articolai articolava articolarono annunziò annunziai annunziava annunziarono assicurò
    assicurai assicurava assicurarono constatò constatai constatava constatarono biascicò biascicai biascicava
    biascicarono mugolò mugolai mugolava mugolarono sospirò sospirai sospirava sospirarono strillò strillai
    strillava strillarono ansiò ansiai ansiava ansiarono comandò comandai comandava comandarono salutò salutai
    salutava salutarono protestò protestai protestava protestarono obbiettò obbiettai obbiettava obbiettarono
    obiettò obiettai obiettava obiettarono incoraggiò incoraggiai incoraggiava incoraggiarono terminò terminai
    terminava terminarono farfugliò farfugliai farfugliava farfugliarono barbugliò barbugliai barbugliava
    barbugliarono insinuò insinuai insinuava insinuarono azzardò azzardai azzardava azzardarono accennò
    accennai accennava accennarono scattò scattai scattava scattarono disse dissi diceva dicevo dissero
    dicevano rispose risposi rispondeva rispondevo risposero rispondevano soggiunse soggiunsi soggiungeva
    soggiunsero aggiunse aggiunsi aggiungeva chiese chiesi chiedeva chiesero ripetè ripeté ripetei ripeteva
    riprese ripresi riprendeva interruppe interruppi interrompeva proruppe proruppi proseguì proseguii
    proseguiva conchiuse conchiusi conchiudeva concluse conclusi concludeva insistè insisté insistette
    insisteva ribattè ribatté ribatteva fece fe' feci faceva ruggì ruggiva gemette gemè gemeva assentì
    assentiva rise rideva sorrise sorrideva ammise ammonì avvertì proferì proferiva riflettè rifletteva
    interpose intervenne propose suggerì smentì muggì saltò guaì squittì corresse ripicchiò commentò consigliò
    ghignò dissegli dissemi rispósegli risposegli rispondevagli diss rispos soggiuns esclamaron gridavano
    esclamavano mormoravano domandavano chiedevano ripetevano ripeterono urlavano fecero ripresero
    interruppero
""")

_OTHER_FORMS = word_set("""
    domanda esclama sclama grida mormora replica balbetta osserva pensa continua borbotta brontola nota
    interroga tuona urla sussurra susurra bisbiglia pronunzia pronuncia seguita comincia principia ripiglia
    ordina chiama prega esorta afferma dichiara confessa spiega racconta singhiozza implora supplica rimbecca
    rimbrotta sentenzia incalza articola annunzia assicura constata biascica mugola sospira strilla ansia
    comanda saluta protesta obbietta obietta incoraggia termina farfuglia barbuglia insinua azzarda accenna
    scatta dice dico dicono risponde rispondo rispondono soggiunge aggiunge chiede ripete riprende interrompe
    prosegue conchiude conclude insiste ribatte fa fo
""")

_TALK_WORDS = word_set("""
    io tu voi noi me te mi ti ci vi mio mia miei mie tuo tua tuoi tue vostro vostra vostri nostro nostra sono
    sei siamo siete ho hai avete abbiamo sì no signore signora signor
""")

ITALIAN = Language(
    tag="it",
    name="Italian",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("domand", "chied", "chies"),
    speech_verbs=_PAST | _OTHER_FORMS,
    comma_verbs=_PAST,
    resuming_verbs=word_set("""
        continuò continuai continuava continua proseguì proseguiva prosegue seguitò seguitava aggiunse
        aggiungeva aggiunge aggiunsi
    """),
    thought_verbs=frozenset(
        phrases(
            "pensò|pensava|pensai|pensavo|pensarono|fra sé|fra sè|fra me|tra sé|tra sè|tra me|dentro di sé|"
            "dentro di sè|dentro di me|in cuor suo|in cuor mio"
        )
    ),
    pronouns=genders(
        m="egli ei lui esso questi quegli costui colui",
        f="ella essa lei costei colei",
        narrator="io",
    ),
    titles=genders(
        m="""
            signor signore sig don padre fra frate fratello zio conte duca marchese barone re principe
            capitano colonnello generale dottore cavaliere maestro messer ser
        """,
        f="""
            signora signorina donna suor madre sorella zia contessa duchessa marchesa baronessa regina
            principessa madonna
        """,
    ),
    object_pronouns=words("gli le mi ti ci vi si lo la m' s' l'"),
    that_words=words("che se"),
    companions=words("""
        che con senza e mentre al alla come quando cui tra fra per quasi tutto tutta piano -ando -endo -andosi
        -endosi -andogli -endogli -ato -ata -ito -ita -uto -uta -mente
    """),
    talk_words=_TALK_WORDS,
    address_words=word_set("tu ti te tuo tua tuoi tue voi vostro vostra vostri vostre"),
    past_endings=words("""
        ò ava eva iva arono erono irono ero avano evano ivano avan evan ivan aron eron iron cì dì nì rì tì uì
    """),
    past_verbs=word_set("""
        fece disse volle seppe poté potè dovette ebbe diede stette vide prese rise sorrise rispose chiese mise
        scosse interruppe proruppe volse venne tacque parve strinse corse chiuse scese tese trasse giunse
    """),
    written_past=words("bò cò dò fò gò iò lò mò nò pò sò tò vò zò arono erono irono"),
    their_words=words("suo sua suoi sue"),
    auxiliaries=words("aveva avevano avea ebbe ebbero avrebbe avrebbero ha hanno era erano"),
    participles=words("to so sto"),
    and_words=words("e ed"),
    because_words=words("perché perchè poiché poichè che"),
    gerunds=words("ando endo andosi endosi"),
    with_words=words("con"),
    heading_words=words("""
        capitolo capo libro parte tomo volume lettera atto scena canto quadro prologo epilogo prefazione
        proemio introduzione conclusione indice appendice
    """),
    letter_openings=words("""
        caro cara carissimo carissima gentile gentilissimo gentilissima egregio signore signora illustrissimo
    """),
    letter_closings=words("tuo tua suo sua vostro vostra affezionatissimo devotissimo"),
    scene_openings=phrases(
        "quando|dopo|prima di|prima che|mentre|appena|non appena|intanto|nel frattempo|frattanto|"
        "più tardi|un'ora|mezz'ora|un quarto d'ora|due ore|due giorni|tre giorni|pochi|poche|alcuni|"
        "alcune|qualche|il giorno|la mattina|la sera|la notte|l'indomani|il domani|la stessa|"
        "lo stesso|quella sera|quella notte|quella mattina|quel giorno|una sera|una notte|"
        "una mattina|un giorno|verso|a mezzanotte|a mezzogiorno|all'alba|al tramonto|finalmente|"
        "alla fine|ben presto|era già|erano le|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|"
        "domenica|fuori|passarono|passato|passati"
    ),
    adverb_endings=("mente",),
    behind_nouns=words("""
        -ando -endo -andosi -endosi -andole -endole -andogli -endogli un una il la lo gli le si mi ti
        suo sua tutto tutta molto più mezzo col -ò -ì -ava
    """),
    capital_nouns=True,
    things=word_set("""
        bocca braccia braccio cuore dita dito domanda faccia fronte gesto giorno guance guancia istante labbra
        labbro lagrima lagrime lettera mani mano momento notte occhi occhio parola parole pausa pianto porta
        risposta sera sguardo silenzio sorriso sospiro spalla spalle stanza strada stupore tavola testa tono
        tratto viso voce voci volta volto
    """),
    married_titles=word_set("signora donna"),
    determiners=word_set("""
        il lo la i gli le l' un uno una questo questa quello quella mio mia tuo tua suo sua nostro nostra
        altro altra altri altre primo prima secondo seconda ultimo ultima
    """),
    oblique=word_set("""
        a ad al allo alla ai agli alle col colla coi con contro da dal dallo dalla dai dagli dalle di
        del dello della dei degli delle d' dell' dall' nell' all' sull' fra tra in nel nello nella nei
        negli nelle per presso senza sopra sotto su sul sulla sui sugli sulle verso
    """),
    small_words=word_set("""
        di del della dei con in a al alla da dal dalla per e ed o ma che chi quando come se allora poi dopo
        prima mentre senza contro verso sopra sotto non sì già qui lì perché dove nel nella sul sulla
    """),
    gender_words=genders(
        m="""
            uomo signore padre figlio fratello zio nipote marito re principe duca conte barone marchese prete
            frate dottore medico capitano colonnello generale soldato vecchio giovane giovanotto ragazzo
            padrone servo cocchiere giudice avvocato
        """,
        f="""
            donna signora signorina madre figlia sorella zia moglie regina principessa duchessa contessa
            marchesa monaca serva vecchia ragazza padrona dama fanciulla
        """,
    ),
    referring_words=genders(m="egli lui", f="ella lei essa"),
    gestures=word_set("""
        sorridendo ridendo piangendo singhiozzando sospirando guardando guardandolo guardandola additando
        mostrando indicando abbassando alzando alzandosi volgendosi voltandosi accennando facendo prendendo
        dando piano forte applausi risa ilarità bravo mormorio
    """),
    manners=word_set("voce tono sorriso sospiro lacrime lagrime gesto accento enfasi riso"),
    joins_read=(25, 6),
    unsaid=phrases(
        "avrebbe|avrebbero|avesse|pareva|parevano|sembrava|sembravano|pare|sembra|come per|come se|"
        "come a|stava per|voleva|volevano|senza|invece di"
    ),
    negations=word_set("non mai"),
    saying=word_set("""
        dire detto dicesse dicessero disse dissero diceva dicevano gridare gridato aggiungere aggiunto
        chiedere chiedeva chiedevano supplicava supplicavano implorava imploravano
    """),
    looks=word_set("occhio occhi sguardo sguardi sorriso silenzio"),
    present_verbs=word_set("è sono ha hanno ho può va deve vuole sarà"),
    telling_words=word_set("cominciò incominciò raccontò narrò racconto storia"),
)
