"""Spanish: the raya at the beginning of the paragraph and around the narrator's words; or guillemets.

Ortografía de la lengua española (2010), 3.4.6 and 3.4.8. Transcribers also type two hyphens.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_PAST = word_set("""
    preguntó pregunté preguntaba preguntaron exclamó exclamé exclamaba exclamaron contestó contesté contestaba
    contestaron gritó grité gritaba gritaron murmuró murmuré murmuraba murmuraron manifestó manifesté
    manifestaba manifestaron articuló articulé articulaba articularon declaró declaré declaraba declararon
    observó observé observaba observaron interrogó interrogué interrogaba interrogaron apuntó apunté apuntaba
    apuntaron tartamudeó tartamudeé tartamudeaba tartamudearon gimoteó gimoteé gimoteaba gimotearon balbuceó
    balbuceé balbuceaba balbucearon pronunció pronuncié pronunciaba pronunciaron ordenó ordené ordenaba
    ordenaron afirmó afirmé afirmaba afirmaron agregó agregué agregaba agregaron consultó consulté consultaba
    consultaron objetó objeté objetaba objetaron confirmó confirmé confirmaba confirmaron llamó llamé llamaba
    llamaron insinuó insinué insinuaba insinuaron suplicó supliqué suplicaba suplicaron apoyó apoyé apoyaba
    apoyaron masculló mascullé mascullaba mascullaron aseveró aseveré aseveraba aseveraron explicó expliqué
    explicaba explicaron vociferó vociferé vociferaba vociferaron corroboró corroboré corroboraba corroboraron
    terminó terminé terminaba terminaron protestó protesté protestaba protestaron sollozó sollocé sollozaba
    sollozaron reiteró reiteré reiteraba reiteraron comentó comenté comentaba comentaron aclaró aclaré
    aclaraba aclararon indicó indiqué indicaba indicaron continuó continué continuaba continuaron replicó
    repliqué replicaba replicaron refunfuñó refunfuñé refunfuñaba refunfuñaron pensó pensé pensaba pensaron
    recordó recordé recordaba recordaron susurró susurré susurraba susurraron cuchicheó cuchicheé cuchicheaba
    cuchichearon argumentó argumenté argumentaba argumentaron saludó saludé saludaba saludaron mandó mandé
    mandaba mandaron invitó invité invitaba invitaron acentuó acentué acentuaba acentuaron anunció anuncié
    anunciaba anunciaron consoló consolé consolaba consolaron tronó troné tronaba tronaron bramó bramé bramaba
    bramaron rezongó rezongué rezongaba rezongaron chilló chillé chillaba chillaron suspiró suspiré suspiraba
    suspiraron recalcó recalqué recalcaba recalcaron rogó rogué rogaba rogaron bisbiseó bisbiseé bisbiseaba
    bisbisearon voceó voceé voceaba vocearon aseguró aseguré aseguraba aseguraron atajó atajé atajaba atajaron
    aconsejó aconsejé aconsejaba aconsejaron dijo dije decía dijeron decían repuso repuse repusieron respondió
    respondí respondía respondieron añadió añadí añadía añadieron repitió repetí repetía repitieron
    interrumpió interrumpí prosiguió proseguí proseguía siguió seguía concluyó concluí concluía advirtió
    advertí insistió insistí insistía asintió rugió rugía gruñó gruñía gimió gemía arguyó argüí intervino
    interpuso propuso propuse rió reía sonrió sonreí sonreía aulló mugió reflexionó clamó clamaba notó volvió
    tornó empezó comenzó balbució profirió resolvió atrevió pidió pedí pedía maldijo bendijo contradijo
    predijo sugirió admitió convino opuso expuso transigió acudió prorrumpió prorrumpieron corrigió cortó
    díjole díjome díjoles díjonos decíale decíame díjele respondile respondíle preguntele preguntéle gritaban
    exclamaban murmuraban preguntaban contestaban repetían respondían clamaban clamaron seguían siguieron
    interrumpieron añadían replicaban
""")

_OTHER_FORMS = word_set("""
    pregunta exclama contesta grita murmura manifesta articula declara observa interroga apunta tartamudea
    gimotea balbucea pronuncia ordena afirma agrega consulta objeta confirma llama insinua suplica apoya
    masculla asevera explica vocifera corrobora termina protesta solloza reitera comenta aclara indica
    continua replica refunfuña pensa recorda susurra cuchichea argumenta saluda manda invita acentua anuncia
    consola trona brama rezonga chilla suspira recalca roga bisbisea vocea asegura aconseja dice digo dicen
    responde respondo añade repite repone interrumpe prosigue sigue concluye insiste advierte asiente ruge
    gime arguye interviene propone sonríe ríe
""")

_TALK_WORDS = word_set("""
    yo tú vos usted ustedes vd vds vosotros nosotros me te nos os mi mí mis ti tu tus contigo conmigo vuestro
    vuestra vuestros nuestro nuestra mío mía tuyo tuya soy eres somos estoy estás tengo tienes he has sí no
    quiero quieres puedo puedes voy vas vamos creo sé
""")

SPANISH = Language(
    tag="es",
    name="Spanish",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("pregunt",),
    speech_verbs=_PAST | _OTHER_FORMS,
    comma_verbs=_PAST,
    resuming_verbs=word_set("""
        continuó continué continuaba continuaron prosiguió proseguí proseguía prosigue siguió seguía sigue
        añadió añadí añadía añade agregó agregué agregaba agrega
    """),
    thought_verbs=frozenset(
        phrases(
            "pensó|pensaba|pensé|pensaban|pensaron|piensa|se dijo|se decía|se preguntó|se preguntaba|"
            "entre sí|entre mí|para sí|consigo mismo|para sus adentros"
        )
    ),
    pronouns=genders(m="él éste este aquél aquel", f="ella ésta esta aquélla aquella", narrator="yo"),
    titles=genders(
        m="""
            señor sr don d señorito padre fray hermano tío conde duque marqués barón rey príncipe capitán
            coronel general doctor dr maestro
        """,
        f="""
            señora sra señorita srta doña dª sor madre hermana tía condesa duquesa marquesa baronesa reina
            princesa
        """,
    ),
    object_pronouns=words("le les me nos se te lo la"),
    that_words=words("que si"),
    companions=words("""
        que con sin en y mientras al a á ante después como cuando quien cuyo tras entre por para mirando dando
        ya muy casi todo toda -ando -iendo -ándole -ándose -iéndose -ado -ada -ido -ida -mente
    """),
    talk_words=_TALK_WORDS,
    address_words=word_set("""
        usted vd ud tú ti contigo te tu tus tuyo tuya tuyos tuyas os vosotros vosotras vuestro vuestra
        vuestros vuestras
    """),
    past_endings=words("ó ió aba ía aron ieron aban ían"),
    past_verbs=word_set("""
        dijo pudo quiso hizo tuvo estuvo puso vino supo hubo dio dió vio vió trajo
        anduvo
    """),
    their_words=words("su sus"),
    auxiliaries=words("había habían hubo habría habrían hubiera ha han era eran"),
    participles=words("do cho to"),
    and_words=words("y e"),
    because_words=words("porque pues que"),
    gerunds=words("ando iendo ándose iéndose yendo"),
    with_words=words("con"),
    heading_words=words("""
        capítulo capitulo cap libro parte tomo volumen carta acto escena cuadro jornada canto prólogo prologo
        epílogo epilogo prefacio introducción conclusión índice apéndice
    """),
    letter_openings=words("""
        querido querida queridísimo queridísima estimado estimada señor señora amigo adorado adorada amado
        amada
    """),
    letter_closings=words("tu tuyo tuya suyo suya su afectísimo"),
    scene_openings=phrases(
        "cuando|después|después de|antes de|mientras|apenas|así que|luego que|en cuanto|al cabo|"
        "al día siguiente|al otro día|a la mañana|a la noche|a la tarde|a las|a los pocos|a poco|"
        "al anochecer|al amanecer|al caer|al llegar|al salir|al entrar|aquel día|aquel mismo|"
        "aquella noche|aquella tarde|aquella mañana|aquella misma|una noche|una tarde|una mañana|"
        "un día|entretanto|entre tanto|en tanto|mientras tanto|más tarde|horas después|días después|"
        "dos días|tres días|una hora|media hora|un cuarto de hora|pocos|pocas|algunos|algunas|"
        "pasaron|pasado|pasados|por fin|al fin|por la noche|por la mañana|por la tarde|de noche|"
        "era ya|era la|eran las|ya era|desde aquel|desde entonces|el lunes|el martes|el miércoles|"
        "el jueves|el viernes|el sábado|el domingo|el día|la noche|fuera|afuera|hacia"
    ),
    writing_words=word_set("""
        carta cartas billete telegrama esquela inscripción letrero rótulo anuncio escribió escribía escribe
        escrito escrita leyó leía versos posdata título titulado epitafio párrafo
    """),
    adverb_endings=("mente",),
    behind_nouns=words("""
        -ando -endo -ándose -éndose -ándole -éndole -ándoles -éndoles -dosele -doseles -doselo un una
        el la los las le les se su sus cada muy tan más todo toda llena lleno medio hecha hecho á lo desde
        adentro -ó
    """),
    capital_nouns=True,
    things=word_set("""
        boca brazo brazos cabeza calle cara carta ceño cocina corazón cuarto dedo dedos día frente hombro
        hombros instante instantes labio labios lágrima lágrimas mano manos mejilla mejillas mesa mirada
        momento momentos noche ojo ojos oído palabra palabras pausa pensamiento pregunta puerta respuesta
        rostro silencio sollozos sonrisa suelo suspiro tarde tono vez voces voz
    """),
    married_titles=word_set("señora sra doña"),
    determiners=word_set("""
        el la los las un una unos unas este esta ese esa aquel aquella mi tu su mis tus sus nuestro nuestra
        otro otra otros otras primero primera segundo segunda último última
    """),
    oblique=word_set("""
        a á al ante bajo con contra de del desde durante en entre hacia hasta para por sin sobre tras
    """),
    small_words=word_set("""
        de del con en a al por para y e o u pero que quien cuando como si entonces luego después antes
        mientras sin contra hacia sobre bajo no sí ya aquí allí pues porque donde
    """),
    gender_words=genders(
        m="""
            hombre señor caballero padre hijo hermano tío sobrino marido rey príncipe duque conde barón
            marqués cura sacerdote doctor médico capitán coronel general soldado viejo anciano joven muchacho
            mozo niño amo criado cochero campesino juez abogado
        """,
        f="""
            mujer señora señorita madre hija hermana tía sobrina esposa reina princesa duquesa condesa
            marquesa monja criada vieja anciana muchacha moza niña ama dama dueña
        """,
    ),
    referring_words=genders(m="él", f="ella"),
    gestures=word_set("""
        sonriendo sonriéndose riendo riéndose llorando sollozando suspirando mirando mirándole mirándola
        señalando mostrando bajando alzando levantando levantándose volviéndose dirigiéndose acercándose dando
        tomando cogiendo haciendo juntando moviendo aparte aplausos risas bravo murmullos sensación
    """),
    manners=word_set("voz tono sonrisa suspiro lágrimas gesto acento risa énfasis"),
    joins_read=(44, 11),
    unsaid=phrases(
        "habría|habrían|hubiera|hubieran|hubiese|hubiesen|parecía|parecían|parece|como si|como para|"
        "como|iba a|iban a|quería|querían|quiso|sin|en vez de"
    ),
    negations=word_set("no nunca jamás"),
    saying=word_set("""
        decir dicho diciendo dijera dijese dijo dijeron decía decían gritar gritado añadir añadido preguntar
        preguntaba preguntaban suplicar suplicaba suplicaban
    """),
    looks=word_set("ojo ojos mirada miradas sonrisa silencio"),
    present_verbs=word_set("es son está están ha han he puede va debe tiene será soy"),
    telling_words=word_set("empezó comenzó contó refirió relató narró historia relato cuento"),
)
