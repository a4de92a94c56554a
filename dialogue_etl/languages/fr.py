"""French: a dash for every new speaker, guillemets around a conversation or a speech; tags between commas.

Lexique des règles typographiques en usage à l'Imprimerie nationale, "Guillemets": the dash opens each speech
of a dialogue, guillemets its beginning and end; a short tag (dit-il) is inside, unmarked.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_SPEECH_VERBS = word_set("""
    demanda demandait demande demandai demandèrent cria criait crie criai crièrent écria écriait écrie écriai
    écrièrent répliqua répliquait réplique répliquai répliquèrent murmura murmurait murmure murmurai
    murmurèrent ajouta ajoutait ajoute ajoutai ajoutèrent continua continuait continue continuai continuèrent
    répéta répétait répétai répétèrent balbutia balbutiait balbutie balbutiai balbutièrent hasarda hasardait
    hasarde hasardai hasardèrent insista insistait insiste insistai insistèrent observa observait observe
    observai observèrent protesta protestait proteste protestai protestèrent déclara déclarait déclare
    déclarai déclarèrent affirma affirmait affirme affirmai affirmèrent assura assurait assure assurai
    assurèrent expliqua expliquait explique expliquai expliquèrent objecta objectait objecte objectai
    objectèrent riposta ripostait riposte ripostai ripostèrent interrogea interrogeait interroge interrogeai
    interrogèrent hurla hurlait hurle hurlai hurlèrent soupira soupirait soupire soupirai soupirèrent sanglota
    sanglotait sanglote sanglotai sanglotèrent chuchota chuchotait chuchote chuchotai chuchotèrent grommela
    grommelait grommelai grommelèrent grogna grognait grogne grognai grognèrent marmotta marmottait marmotte
    marmottai marmottèrent marmonna marmonnait marmonne marmonnai marmonnèrent articula articulait articule
    articulai articulèrent bégaya bégayait bégaye bégayai bégayèrent bredouilla bredouillait bredouille
    bredouillai bredouillèrent susurra susurrait susurre susurrai susurrèrent souffla soufflait soufflai
    soufflèrent tonna tonnait tonne tonnai tonnèrent avoua avouait avoue avouai avouèrent confessa confessait
    confesse confessai confessèrent pensa pensait pense pensai pensèrent songea songeait songe songeai
    songèrent annonça annonçait annonce annonçai annoncèrent commença commençait commence commençai
    commencèrent coupa coupait coupe coupai coupèrent lança lançait lance lançai lancèrent jeta jetait jetai
    jetèrent beugla beuglait beugle beuglai beuglèrent vociféra vociférait vociférai vociférèrent implora
    implorait implore implorai implorèrent supplia suppliait supplie suppliai supplièrent pria priait prie
    priai prièrent conseilla conseillait conseille conseillai conseillèrent ordonna ordonnait ordonne ordonnai
    ordonnèrent commanda commandait commande commandai commandèrent appela appelait appelai appelèrent raconta
    racontait raconte racontai racontèrent nota notait note notai notèrent rectifia rectifiait rectifie
    rectifiai rectifièrent confirma confirmait confirme confirmai confirmèrent approuva approuvait approuve
    approuvai approuvèrent remarqua remarquait remarque remarquai remarquèrent exclama exclamait exclame
    exclamai exclamèrent récria récriait récrie récriai récrièrent informa informait informe informai
    informèrent acquiesça acquiesçait acquiesce acquiesçai acquiescèrent plaisanta plaisantait plaisante
    plaisantai plaisantèrent railla raillait raille raillai raillèrent gouailla gouaillait gouaille gouaillai
    gouaillèrent bougonna bougonnait bougonne bougonnai bougonnèrent rognonna rognonnait rognonne rognonnai
    rognonnèrent ânonna ânonnait ânonne ânonnai ânonnèrent siffla sifflait siffle sifflai sifflèrent acheva
    achevait achevai achevèrent clama clamait clame clamai clamèrent dit dis disait disais dirent fit fis
    faisait fait firent répondit répondis répondait répond répondirent reprit repris reprenait reprend
    reprirent interrompit interrompis interrompait interrompt poursuivit poursuivis poursuivait poursuit
    repartit répartit conclut concluait gémit gémissait glapit gronda grondait gronde ricana ricanait ricane
    rugit rugissait mugit bondit redit redisait rétorqua rétorquai intervint sourit souriait rit riait concéda
    concède admit prononça prononçait proféra réitéra renchérit reconnut promit promis remit achève crient
    disent répondent répètent répète murmuraient criaient demandaient répétaient interpella interpellait
    entonna claironna trancha tranche exposa précisa précise ronchonna ronchonne minauda minaude achevaient
    acquiesçaient affirmaient ajoutaient annonçaient appelaient approuvaient articulaient assuraient avouaient
    balbutiaient beuglaient bondirent bougonnaient bredouillaient bégayaient chuchotaient clamaient
    commandaient commençaient concluaient conclurent concédèrent confessaient confirmaient conseillaient
    continuaient coupaient disaient déclaraient exclamaient expliquaient exposèrent faisaient glapirent
    gouaillaient grognaient grommelaient grondaient grondèrent gémirent gémissaient hasardaient hurlaient
    imploraient informaient insistaient interpellaient interrogeaient interrompaient interrompirent
    intervinrent jetaient lançaient marmonnaient marmottaient mugirent notaient objectaient observaient
    ordonnaient pensaient plaisantaient poursuivaient poursuivirent priaient promirent prononçaient
    protestaient précisèrent racontaient raillaient reconnurent rectifiaient redirent redisaient remarquaient
    renchérirent repartirent reprenaient riaient ricanaient ricanèrent ripostaient rirent rognonnaient
    rugirent rugissaient récriaient réitérèrent répartirent répliquaient répondaient rétorquèrent sanglotaient
    sifflaient songeaient soufflaient soupiraient souriaient sourirent suppliaient susurraient tonnaient
    tranchèrent vociféraient ânonnaient écriaient
""")

_TALK_WORDS = word_set("""
    je j tu vous nous me m te t moi toi mon ma mes ton ta tes votre vos notre nos mien tien vôtre nôtre oui
    non hélas ah oh eh allons voyons voilà voici monsieur madame mademoiselle monseigneur
""")

FRENCH = Language(
    tag="fr",
    name="French",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("demand",),
    speech_verbs=_SPEECH_VERBS,
    resuming_verbs=word_set("""
        continua continuai continuait continue continuèrent poursuivit poursuivait poursuit ajouta ajoutait
        ajoute ajoutai
    """),
    pronouns=genders(m="il celui-ci celui-là", f="elle celle-ci celle-là", narrator="je"),
    titles=genders(
        m="""
            monsieur m messieurs mm monseigneur mgr sieur maître père frère oncle abbé comte duc marquis baron
            vicomte chevalier roi prince capitaine colonel général docteur
        """,
        f="""
            madame mme mesdames mademoiselle mlle dame mère soeur sœur tante comtesse duchesse marquise
            baronne vicomtesse reine princesse
        """,
    ),
    object_pronouns=words("lui leur me nous vous te se y en s' m' t' l'"),
    articles=words("""
        le la les l' un une des du mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs ce cet
        cette ces m mm mme mlle monsieur madame mademoiselle monseigneur celui-ci celle-ci celui celle
        quelqu'un tout l'un l'autre d'une d'un
    """),
    that_words=words("que si"),
    companions=(
        *words("""
            en avec sans qui que dont où tout toute et puis à au aux d'un d'une d’un d’une son sa
            ses comme pour sur dans par tandis pendant après quand dès auprès lorsque non plus
            moins si -ant -é -ée -és -ées -ie -ue
        """),
        *phrases(
            "les yeux|les mains|les bras|les joues|le front|le regard|le sourire|la main|la voix|la tête|"
            "une main|un doigt|un sourire|l'œil|l'oeil|l'air"
        ),
    ),
    talk_words=_TALK_WORDS,
    past_endings=words("""
        ait aient oit oient ba ça da ffa gea gna la ma na pa sa ta ia va ya qua èrent irent urent inrent ut
        int ît ût dit rit sit tit mit vit fit ntra mura eura tira pira ora ua ca ja éa
    """),
    past_verbs=word_set("fit mit dit prit vit rit fut eut put vint entra"),
    written_past=words("""
        ba ça da ffa gea gna la ma na pa sa ta ia va ya qua ntra mura ora ua ca ja éa èrent irent urent ut int
        dit rit sit tit mit vit fit
    """),
    gerund_words=words("en tout se"),
    their_words=words("son sa ses"),
    auxiliaries=words("avait avaient eut eurent aurait auraient eût a ont"),
    participles=words("é i u it is ie"),
    and_words=words("et"),
    because_words=words("car qui mais"),
    gerunds=words("ant"),
    with_words=words("avec d' d'une d'un"),
    heading_words=words("""
        chapitre chap livre partie tome volume lettre acte scène tableau chant section prologue épilogue
        préface avant-propos introduction conclusion appendice
    """),
    letter_openings=words("cher chère chers monsieur madame mademoiselle ami amie chérie"),
    letter_closings=words("votre vôtre ton tienne agréez recevez croyez"),
    scene_openings=phrases(
        "quand|lorsque|lorsqu'|après|avant|pendant|tandis que|tandis qu'|comme|dès que|dès qu'|"
        "aussitôt que|à peine|en attendant|sur ces entrefaites|plus tard|une heure|"
        "une demi-heure|un quart d'heure|dix minutes|cinq minutes|deux heures|deux jours|trois jours|"
        "quelques|plusieurs|au bout|le lendemain|le soir|le matin|le même soir|le même jour|la nuit|"
        "la veille|le jour|ce soir-là|ce jour-là|ce matin-là|cette nuit-là|cette nuit|un soir|"
        "un matin|un jour|une nuit|vers|à minuit|à midi|à six heures|à huit heures|à dix heures|"
        "dans la soirée|dans la journée|dans la matinée|dans la nuit|enfin|bientôt|il était|c'était|"
        "le lundi|le mardi|le mercredi|le jeudi|le vendredi|le samedi|le dimanche|dehors|en rentrant|"
        "en arrivant|en sortant|depuis"
    ),
    behind_nouns=words("""
        -ment un une le la les lui leur se me son sa ses tout toute très d'un d'une souriant riant levant
        essayant tremblant pleurant regardant tendant montrant frappant triomphant baissant haussant
        -a -ut -it s'inclinant s'adressant ému émue étonné étonnée effrayé effrayée anxieux au-dehors
    """),
    capital_nouns=True,
    things=word_set("""
        bouche bras chambre coeur cœur doigt doigts figure fois front geste instant joue joues jour larme
        larmes lettre lèvre lèvres main mains moment mot mots nuit oeil pause porte question regard regards
        rue réponse silence soir soupir sourire table ton tête visage voix yeux épaule épaules étonnement œil
    """),
    married_titles=word_set("madame mme mesdames"),
    determiners=word_set("""
        le la les l' un une des ce cet cette mon ton son ma ta sa mes tes ses notre votre leur nos vos leurs
        autre autres premier première second seconde dernier dernière
    """),
    oblique=word_set("""
        à au aux avec chez contre dans de d' derrière des devant du durant en entre jusqu'à malgré par
        parmi pendant pour sans sous sur vers
    """),
    small_words=word_set("""
        de du des d' avec en à au aux dans sur sous par pour et ou mais donc car qui que quoi dont où quand
        lorsque comme si alors puis ensuite enfin après avant pendant tandis sans contre vers chez non oui ne
        pas plus là ici
    """),
    gender_words=genders(
        m="""
            homme monsieur garçon père fils frère oncle neveu mari roi prince duc comte baron marquis curé
            prêtre abbé docteur médecin capitaine colonel général soldat vieillard maître valet domestique
            cocher paysan jeune-homme notaire juge avocat étranger inconnu
        """,
        f="""
            femme dame fille mère soeur sœur tante nièce épouse reine princesse duchesse comtesse baronne
            marquise religieuse servante bonne cuisinière hôtesse veuve jeune-fille maîtresse paysanne
            étrangère inconnue demoiselle vieille
        """,
    ),
    referring_words=genders(m="il lui-même", f="elle elle-même"),
    gestures=word_set("""
        souriant riant ricanant pleurant sanglotant soupirant rougissant montrant regardant désignant tendant
        baissant levant élevant saluant hésitant entrant sortant tournant tirant prenant donnant lisant bas
        haut rires applaudissements bravos murmures sensation hilarité
    """),
    manners=word_set("voix ton sourire soupir larmes sanglot sanglots geste accent rire"),
    joins_read=(35, 9),
    unsaid=phrases(
        "aurait|auraient|aurais|eût|eussent|semblait|semblaient|semble|comme pour|allait|allaient|"
        "voulait|voulaient|voulut|sans|au lieu de|faillit"
    ),
    negations=word_set("pas point jamais"),
    saying=word_set("""
        dire dit disait disaient disent crier crié ajouter ajouté demander demandé demandait demandaient
        supplier suppliait suppliaient signifiait signifiaient
    """),
    looks=word_set("œil oeil yeux regard regards sourire silence"),
    present_verbs=word_set("est sont a ont suis ai peut va faut fait veut doit sera"),
    thought_verbs=frozenset(
        phrases(
            "pensa|pensait|pensai|pense|songea|songeait|se dit-il|se dit-elle|se disait|me dis-je|"
            "en lui-même|en elle-même|à part lui|à part elle"
        )
    ),
    thoughts_are_speech=True,
    telling_words=word_set("commença commence raconta raconte conta narra récit histoire"),
)
