"""Portuguese: the travessão opens the paragraph and parts off the narrator's words; or guillemets."""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_PAST = word_set("""
    perguntou perguntei perguntava perguntaram exclamou exclamei exclamava exclamaram continuou continuei
    continuava continuaram replicou repliquei replicava replicaram murmurou murmurei murmurava murmuraram
    gaguou gaguei gaguava gaguaram balbuciou balbuciei balbuciava balbuciaram acrescentou acrescentei
    acrescentava acrescentaram accrescentou accrescentei accrescentava accrescentaram atalhou atalhei atalhava
    atalharam tornou tornei tornava tornaram bradou bradei bradava bradaram chamou chamei chamava chamaram
    clamou clamei clamava clamaram começou comecei começava começaram principiou principiei principiava
    principiaram notou notei notava notaram concordou concordei concordava concordaram pensou pensei pensava
    pensaram interrogou interroguei interrogava interrogaram gritou gritei gritava gritaram lembrou lembrei
    lembrava lembraram observou observei observava observaram recommendou recommendei recommendava
    recommendaram recomendou recomendei recomendava recomendaram rosnou rosnei rosnava rosnaram ponderou
    ponderei ponderava ponderaram emendou emendei emendava emendaram ajuntou ajuntei ajuntava ajuntaram
    comentou comentei comentava comentaram commentou commentei commentava commentaram afirmou afirmei afirmava
    afirmaram affirmou affirmei affirmava affirmaram declarou declarei declarava declararam segredou segredei
    segredava segredaram sussurrou sussurrei sussurrava sussurraram susurrou susurrei susurrava susurraram
    suspirou suspirei suspirava suspiraram soluçou solucei soluçava soluçaram explicou expliquei explicava
    explicaram aconselhou aconselhei aconselhava aconselharam ordenou ordenei ordenava ordenaram anunciou
    anunciei anunciava anunciaram annunciou annunciei annunciava annunciaram protestou protestei protestava
    protestaram objetou objetei objetava objetaram objectou objectei objectava objectaram insinuou insinuei
    insinuava insinuaram asseverou asseverei asseverava asseveraram assegurou assegurei assegurava asseguraram
    resmungou resmunguei resmungava resmungaram articulou articulei articulava articularam confessou confessei
    confessava confessaram informou informei informava informaram avisou avisei avisava avisaram avizou avizei
    avizava avizaram cochichou cochichei cochichava cochicharam berrou berrei berrava berraram urrou urrei
    urrava urraram trovejou trovejei trovejava trovejaram terminou terminei terminava terminaram indagou
    indaguei indagava indagaram inquirou inquirei inquirava inquiraram apontou apontei apontava apontaram
    disse dizia disseram diziam dixe dixo respondeu respondi respondia responderam proseguiu prossegui
    prosseguiu proseguia prosseguia interrompeu interrompi interrompia interromperam acudiu acudi acudia
    acudiram insistiu insisti insistia repetiu repeti repetia repetiram concluiu concluí conclui concluia
    concluía redarguiu redargui redarguia retorquiu retrucou retruquei retrucava volveu volvi volvia rugiu
    rugia gemeu gemia fez fiz fazia interveio interveiu propoz propôs reflectiu refletiu reflecti reflectia
    sorriu sorri sorria riu ria rompeu rompia pediu pedi pedia proferiu proferia inquiriu advertiu adverti
    sugeriu admitiu admittiu assentiu assentia corrigiu redisse respondeo disserão dizião perguntarão gritavam
    exclamavam murmuravam perguntavam respondiam repetiam bradavam clamavam continuavam acudiam
""")

_OTHER_FORMS = word_set("""
    pergunta exclama continua replica murmura gagua balbucia acrescenta accrescenta atalha torna brada chama
    clama começa principia nota concorda pensa interroga grita lembra observa recommenda recomenda rosna
    pondera emenda ajunta comenta commenta afirma affirma declara segreda sussurra susurra suspira soluça
    explica aconselha ordena anuncia annuncia protesta objeta objecta insinua assevera assegura resmunga
    articula confessa informa avisa aviza cochicha berra urra troveja termina indaga inquira aponta diz digo
    dizem responde respondo prosegue prossegue interrompe acode insiste repete conclue conclui redargue volve
    ruge geme faz sorri
""")

_TALK_WORDS = word_set("""
    eu tu vós você vocemecê vossa vosso v nós me te lhe meu minha meus minhas teu tua teus tuas vossos vossas
    nosso nossa sou és estou estás tenho tens hei has não sim quero queres posso podes vou vaes vais vamos
    creio sei senhor senhora
""")

PORTUGUESE = Language(
    tag="pt",
    name="Portuguese",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("pergunt",),
    speech_verbs=_PAST | _OTHER_FORMS,
    comma_verbs=_PAST,
    resuming_verbs=word_set("""
        continuou continuei continuava proseguiu prosseguiu prossegui prosseguia acrescentou acrescentei
        acrescentava accrescentou accrescentei accrescentava ajuntou
    """),
    thought_verbs=word_set("pensou pensava pensei pensavam pensaram comsigo consigo commigo"),
    pronouns=genders(m="ele elle êle este aquele aquelle", f="ela ella esta aquela aquella", narrator="eu"),
    titles=genders(
        m="""
            senhor sr snr dom d padre frei irmão tio conde duque marquez marquês visconde barão rei príncipe
            principe capitão coronel general doutor dr mestre
        """,
        f="""
            senhora sra snra dona menina madre soror irmã tia condessa duqueza duquesa marqueza marquesa
            viscondessa baroneza baronesa rainha princeza princesa
        """,
    ),
    object_pronouns=words("lhe lhes me nos se te vos"),
    that_words=words("que se"),
    companions=words("""
        que com sem em e emquanto enquanto ao á à como quando quem cujo entre por para já muito quasi quase
        todo toda tão apenas depois onde de no na n'um n'uma num numa indo -ando -endo -indo -ondo -ado -ada
        -ido -ida -mente
    """),
    talk_words=_TALK_WORDS,
    past_endings=words("ou eu iu ava ia aram eram iram avam iam ára êra éra íra"),
    past_verbs=word_set("""
        disse fez pôde poude pôz veio trouxe quiz quis teve esteve soube houve
        deu viu
    """),
    their_words=words("seu sua seus suas"),
    auxiliaries=words("tinha tinham havia haviam teria teriam houvera era eram"),
    participles=words("do to"),
    and_words=words("e"),
    because_words=words("porque pois que"),
    gerunds=words("ando endo indo ando-se endo-se indo-se"),
    with_words=words("com"),
    heading_words=words("""
        capítulo capitulo livro parte tomo volume carta acto ato scena cena quadro canto prólogo prologo
        epílogo epilogo prefácio prefacio introdução introducção conclusão índice apêndice
    """),
    letter_openings=words("""
        caro cara querido querida presado prezado prezada estimado senhor senhora amigo excelentíssimo
    """),
    letter_closings=words("teu tua seu sua vosso vossa"),
    scene_openings=phrases(
        "quando|depois|depois de|antes de|enquanto|apenas|assim que|logo que|entretanto|entrementes|"
        "mais tarde|uma hora|meia hora|um quarto de hora|duas horas|dois dias|três dias|"
        "dias depois|horas depois|poucos|poucas|alguns|algumas|no dia|no outro dia|na manhã|na noite|"
        "naquela noite|naquela tarde|naquela manhã|naquele dia|nessa noite|nessa tarde|nesse dia|"
        "uma noite|uma tarde|uma manhã|um dia|à noite|à tarde|à meia-noite|ao meio-dia|ao anoitecer|"
        "ao amanhecer|ao cabo|ao chegar|ao entrar|ao sair|daí a|dali a|passados|passado|passaram|"
        "por fim|afinal|era já|era já noite|eram|fora|desde"
    ),
    adverb_endings=("mente",),
    behind_nouns=words("""
        -ou -iu -ando -endo -indo -ondo -ndo-a -ndo-o -ando-se -endo-se -indo-se -ando-lhe -endo-lhe -indo-lhe
        um uma o a os as lhe se seu sua muito tão mais todo toda meio baixo devagar n'um n'uma d'um d'uma
    """),
    capital_nouns=True,
    things=word_set("""
        attitude boca braço braços cabeça carta coração dedo dedos dia face gesto hombro hombros instante
        instantes labio labios lagrima lagrimas lábio lábios lágrimas mesa momento momentos mão mãos noite
        olhar olho olhos ombro ombros palavra palavras pausa pergunta porta quarto resposta riso rosto rua
        semblante silencio silêncio sorriso suspiro tarde testa tom vez voz vozes
    """),
    married_titles=word_set("senhora dona d"),
    determiners=word_set("""
        o a os as um uma uns umas este esta esse essa aquele aquela meu minha teu tua seu sua nosso nossa
        outro outra outros outras primeiro primeira segundo segunda último última voz
    """),
    oblique=word_set("""
        à ao aos ás às ante após até com contra da das de desde do dos d' dum duma em entre na nas no
        nos num numa para pela pelas pelo pelos perante por sem sob sobre á
    """),
    small_words=word_set("""
        de do da dos das com em no na ao à por para e ou mas que quem quando como se então depois antes
        enquanto sem contra sobre sob não sim já aqui ali pois porque onde pelo pela
    """),
    gender_words=genders(
        m="""
            homem senhor cavalheiro pai filho irmão tio sobrinho marido rei príncipe duque conde barão marquês
            padre abade doutor médico capitão coronel general soldado velho rapaz moço menino amo criado juiz
            fidalgo
        """,
        f="""
            mulher senhora menina mãe filha irmã tia sobrinha esposa rainha princesa duquesa condessa marquesa
            freira criada velha rapariga moça dama fidalga
        """,
    ),
    referring_words=genders(m="ele êle", f="ela"),
    gestures=word_set("""
        sorrindo sorrindo-se rindo rindo-se chorando soluçando suspirando olhando apontando mostrando baixando
        abaixando levantando levantando-se voltando-se dirigindo-se tomando dando fazendo aparte applausos
        aplausos apoiados risos riso hilaridade sussurro sensação
    """),
    manners=word_set("voz tom sorriso suspiro lágrimas lagrimas gesto acento ênfase riso"),
    joins_read=(49, 8),
    unsaid=phrases(
        "teria|teriam|tivesse|parecia|pareciam|parece|como se|como para|como quem|ia|iam|queria|queriam|"
        "quis|sem|em vez de"
    ),
    negations=word_set("não nunca jamais"),
    saying=word_set("""
        dizer dito dissesse diz disse disseram dizia diziam gritar gritado acrescentar acrescentado
        perguntar perguntava perguntavam supplicava suplicava suplicavam
    """),
    looks=word_set("olho olhos olhar olhares sorriso silêncio silencio"),
    present_verbs=word_set("é são está estão tem têm pode vai deve será sou"),
    telling_words=word_set("começou principiou contou narrou história historia conto"),
)
