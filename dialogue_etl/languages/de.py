"""German: low-and-high marks, guillemets pointing inwards (Swiss ones outwards), or straight marks.

Amtliches Regelwerk der deutschen Rechtschreibung, §§ 89 to 95; Swiss printers set «so». Typists close with
whatever they have („so", ,,so''). Single marks are inside double ones, and in the tales of a frame story.
"""

from dialogue_etl.languages.language import Language, Quotes, genders, phrases, word_set, words

GERMAN = Language(
    tag="de",
    name="German",
    marks=(
        Quotes("„", "“", weight=2),
        Quotes("»", "«", weight=2),
        Quotes("«", "»", weight=2),
        Quotes("“", "”", weight=2),
        Quotes(",,", "''", weight=2),
        Quotes("``", "''", weight=2),
        Quotes('"', '"', weight=1),
        Quotes("”", "”", weight=1),
        Quotes("›", "‹", weight=2),
        Quotes("‹", "›", weight=2),
        Quotes("‚", "‘", weight=2),
        Quotes("‘", "’", weight=2),
        Quotes("'", "'", weight=1),
    ),
    elisions=word_set("""
        's 'n 'ne 'nen 'nem 'ner 'nes 'ns 'm 'r 'ran 'rein 'raus 'rauf 'rab 'runter 'rüber 'nauf 'naus 'nunter
        'nüber 'nab 'mal 'st 'sist 'swar 't hab' geh' komm' seh' steh' mach' sag' glaub' wär' hätt' könnt'
        möcht' sollt' wollt' müßt' werd' würd' thu' tu' thät' lass' laß' nehm' bring' denk' halt' hör' leb'
        bitt' wart' weiß' gib' hol' ein' kein' heut' gern' eh' ohn' all' manch' solch' ruh' müh' freud' seel'
        aug' stund' könn'
    """),
    asking_stems=("frag", "frug"),
    speech_verbs=word_set("""
        sagte sagt sage sagten sprach spricht spreche sprachen rief ruft rufe riefen fragte fragt frage
        fragten frug antwortete antwortet antworte antworteten erwiderte erwidert erwiderten erwiederte
        erwiedert entgegnete entgegnet entgegneten versetzte versetzt versetzten meinte meint meinten
        flüsterte flüstert flüsterten lispelte lispelt hauchte murmelte murmelt brummte brummt knurrte schrie
        schreit schrien brüllte brüllt kreischte rufend seufzte seufzt stöhnte ächzte jammerte klagte klagt
        wehklagte schluchzte weinte wimmerte lachte lacht lachten kicherte lächelte lächelt scherzte spottete
        spottet höhnte bemerkte bemerkt wandte warf fiel unterbrach unterbricht ergänzte fügte fügt setzte
        setzt fuhr fährt begann beginnt begannen hub hob anhub anfing fing fängt schloß schließt schloss
        endete erzählte erzählt berichtete berichtet erklärte erklärt erläuterte versicherte versichert
        beteuerte betheuerte behauptete behauptet bestätigte bestätigt gestand gesteht bekannte bekennt gab
        gibt giebt räumte wiederholte wiederholt mahnte mahnt ermahnte warnte warnt drohte droht befahl
        befiehlt gebot gebietet kommandierte commandirte herrschte schalt schilt zankte schimpfte tadelte
        rügte bat bittet baten flehte fleht beschwor drängte forderte forscht forschte erkundigte erkundigt
        stammelte stammelt stotterte stottert lallte stieß stößt platzte brach rang hervorstieß zischte
        zischelte raunte raunt tuschelte grollte donnerte polterte wetterte tobte fluchte schwor schwur
        gelobte versprach verspricht tröstete tröstet beruhigte beruhigt beschwichtigte begütigte ermunterte
        lobte pries dankte dankt grüßte begrüßte sang singt las liest zitierte citirte betete betet äußerte
        äußert urteilte urtheilte entschied beschloß dachte denkt gedachte überlegte sann grübelte erinnerte
        riet rieth rät räth schlug schlägt wagte wagt nickte winkte gähnte keuchte krächzte quäkte piepste
        jubelte jauchzte frohlockte triumphierte staunte wunderte verwunderte zürnte eiferte ereiferte
        widersprach widerspricht protestierte protestirte verteidigte vertheidigte entschuldigte pflichtete
        stimmte willigte vernahm scholl erscholl ertönte plauderte schwatzte plapperte predigte orakelte
        näselte schnarrte schnauzte fauchte trumpfte schmeichelte log prahlte witzelte neckte foppte munterte
        verkündete meldete melde redete redet
    """),
    resuming_verbs=word_set("fuhr fährt fügte fügt setzte setzt"),
    thought_verbs=frozenset(
        phrases(
            "dachte|dachten|denkt|sagte sich|sagte er sich|sagte sie sich|sagte ich mir|bei sich|"
            "zu sich selbst"
        )
    ),
    pronouns=genders(m="er", f="sie", narrator="ich"),
    articles=words("""
        der die das ein eine mein meine sein seine ihr ihre unser unsere jener jene dieser diese
    """),
    companions=words("mit und indem während ohne der die in als wobei sich -end"),
    talk_words=word_set("""
        ich du wir ihr mich mir dich dir uns euch mein meine dein deine unser euer ihnen ja nein ach o oh
    """),
    past_endings=words("te ten"),
    past_verbs=word_set("""
        war waren ging gingen kam kamen ließ ließen liess nahm nahmen stand standen sah sahen saß saßen gab
        gaben hielt hielten zog zogen lief liefen fiel fielen blieb blieben schlug schlugen griff wurde ward
        wurden begann that tat warf bog sprang schloß schob wies stieg trat traten riß hob schwieg schwiegen
        schien fand rief fuhr lag hing
    """),
    titles=genders(
        m="""
            herr herrn hr monsieur sir lord graf fürst prinz könig kaiser herzog baron freiherr ritter
            junker markgraf landgraf burggraf hauptmann oberst obrist major general leutnant lieutenant
            rittmeister feldwebel wachtmeister unteroffizier kapitän admiral pfarrer pastor pater bruder
            kaplan bischof abt prior kantor küster lehrer schulmeister rektor vater onkel oheim ohm vetter
            großvater großpapa papa meister geselle förster oberförster amtmann hofrat hofrath geheimrat
            geheimrath rat rath justizrat kommerzienrat commerzienrath konsul consul bürgermeister
            schultheiß vogt schulze signor don kurfürst erzherzog doktor doctor dr prof professor assessor
            referendar präsident minister direktor director inspektor verwalter
        """,
        f="""
            frau fräulein frl fräul jungfer jungfrau madame mademoiselle mamsell dame gräfin fürstin
            prinzessin prinzeß königin kaiserin herzogin baronin baronesse freifrau freiin komtesse comtesse
            markgräfin mutter tante muhme base großmutter großmama mama schwester äbtissin oberin signora
            signorina donna lady miss mistress mrs pfarrerin amtmännin hofrätin hofräthin rätin räthin majorin
            generalin kurfürstin
        """,
        either="""
            sankt st alte alter alten junge junger jungen kleine kleiner kleinen arme armer gute guter
            liebe lieber
        """,
    ),
    married_titles=word_set("frau"),
    determiners=word_set("""
        der die das den dem des ein eine einer eines einem einen dieser diese dieses diesem diesen jener jene
        jenes jenem jenen mein meine meiner meines dein deine deiner sein seine seiner seines ihr ihre ihrer
        ihres unser unsere unsre unserer euer eure kein keine keiner jeder jede jedes mancher manche andere
        anderer welcher andere anderer anderen erste zweite dritte letzte stimme
    """),
    gender_words=genders(
        m="""
            sein seine seiner seinem seinen seines ihm ihn mann herr knabe bub bube junge bursche bursch
            jüngling greis vater gatte gemahl ehemann sohn bruder onkel oheim vetter neffe großvater enkel
            könig prinz fürst graf baron freiherr ritter junker kaiser herzog diener knecht kutscher jäger
            förster gärtner bauer bürger meister geselle lehrling schneider schuster müller bäcker metzger
            schmied wirt wirth kellner kaufmann händler krämer advokat richter amtmann schreiber sekretär arzt
            doktor professor lehrer schulmeister student pfarrer pastor mönch priester bischof soldat offizier
            hauptmann oberst major general leutnant lieutenant kapitän matrose fischer hirt hirte künstler
            maler dichter sänger musikant fremde freund nachbar bräutigam liebhaber witwer schwager
            schwiegervater schwiegersohn alte kleine fremdling wanderer räuber kerl schelm held zwerg riese
            zauberer engländer franzose italiener deutscher
        """,
        f="""
            ihr ihre ihrer ihrem ihren ihres frau dame fräulein mädchen mägdlein jungfrau jungfer magd mutter
            gattin gemahlin tochter schwester tante muhme base nichte großmutter enkelin königin prinzessin
            fürstin gräfin baronin kaiserin herzogin dienerin zofe köchin amme wärterin bäuerin bürgerin
            meisterin wirtin wirthin kellnerin händlerin lehrerin erzieherin gouvernante nonne äbtissin
            fischerin künstlerin malerin dichterin sängerin freundin nachbarin braut geliebte witwe wittwe
            schwägerin schwiegermutter schwiegertochter greisin hexe fee heldin zauberin weib weibsbild
            hausfrau haushälterin dirne engländerin französin italienerin pfarrerin müllerin förstersfrau
        """,
    ),
    adverb_endings=words("lich weise"),
    behind_nouns=words("sie er es ich sein seine seinen seiner ihr ihre ihren ein eine einen den dem"),
    capital_nouns=True,
    things=word_set("""
        abend antwort arm arme auge augen augenblick bewegung blick blicke brief finger frage gesicht hand
        haupt herz hände kopf lippe lippen lächeln minute minuten morgen mund nacht pause sache schulter
        schultern schweigen seufzer stille stimmen stirn straße tag thräne thränen thür tisch ton tränen tür
        verbeugung wange wangen weile wort worte zeichen zimmer züge
    """),
    singing_words=word_set("""
        singen singt sang sangen gesungen singend singender lied lieder gesang summte summend trällerte
        psalm melodie
    """),
    their_words=words("sein seine seinen seinem seiner seines"),
    auxiliaries=words("hatte hatten hätte würde war waren"),
    participles=words("t en"),
    participle_prefix="ge",
    because_words=words("denn"),
    gerunds=words("end"),
    with_words=words("mit"),
    heading_words=words("""
        kapitel capitel buch teil theil band abschnitt brief akt aufzug auftritt szene scene gesang vorwort
        vorrede vorspiel einleitung prolog epilog nachwort nachspiel schluß schluss inhalt anhang
    """),
    letter_openings=words("""
        liebe lieber liebes liebste liebster teure teurer theure theurer geehrter geehrte verehrter verehrte
        hochgeehrter werter werther geliebte geliebter gnädige gnädiges
    """),
    letter_closings=words("dein deine ihr ihre euer eure hochachtungsvoll ergebenst"),
    scene_openings=phrases(
        "als|nachdem|bevor|ehe|während|sobald|kaum|bis|da|inzwischen|unterdessen|indessen|"
        "mittlerweile|währenddessen|später|einige|ein paar|nach einer|nach einiger|nach wenigen|"
        "nach einigen|nach dem|nach zwei|nach drei|eine stunde|eine halbe stunde|eine woche|"
        "zwei stunden|zwei tage|drei tage|wenige|am nächsten|am andern|am anderen|am folgenden|"
        "am selben|am abend|am morgen|am nachmittag|am tage|am montag|am dienstag|am mittwoch|"
        "am donnerstag|am freitag|am samstag|am sonnabend|am sonntag|den nächsten|den andern|"
        "den folgenden|des andern|des nächsten|des abends|des morgens|des nachts|in der nacht|"
        "in derselben|an diesem|an demselben|an einem|eines abends|eines morgens|eines nachts|"
        "eines tages|endlich|bald|gegen abend|gegen mittag|gegen mitternacht|um mitternacht|"
        "um mittag|mittags|abends|nachts|morgens|früh|spät|draußen|unten|oben|zu hause|im laufe|"
        "auf dem heimweg"
    ),
    writing_words=word_set("""
        brief briefe briefchen billet billett zettel telegramm depesche inschrift aufschrift anzeige schrieb
        schreibt geschrieben las liest lautete lautet überschrift titel vers verse spruch postkarte
        nachschrift
    """),
    oblique=word_set("""
        ab an am auf aus bei beim bis durch für gegen hinter in im ins mit nach neben ohne seit über
        um unter von vom vor während wegen wider zu zum zur zwischen dem den des einem einen eines
        diesem diesen dieses jenem jenen meinem meinen seinem seinen ihrem ihren deinem deinen unserem
    """),
    small_words=word_set("""
        von mit in zu nach bei an auf und oder für durch der die das wer was als wenn da während aber um über
        hinter unter ohne gegen dann nun so also noch auch wieder einmal hier dort endlich plötzlich indessen
        doch ja nein nicht im am zum zur vom beim daß dass
    """),
    referring_words=genders(
        m="er ihm ihn sein seine seinen seinem seiner seines",
        f="sie ihr ihre ihren ihrem ihrer ihres",
    ),
    gestures=word_set("""
        lächelnd lachend kichernd weinend schluchzend seufzend errötend erröthend nickend kopfschüttelnd
        zeigend deutend flüsternd leise laut beiseite zögernd stockend aufstehend aufspringend auffahrend
        lebhaft heftig heiter ernst bitter spöttisch höhnisch gerührt beifall heiterkeit gelächter unruhe hört
    """),
    manners=word_set("""
        lächeln seufzer seufzen stimme ton tone tränen thränen nachdruck verbeugung blick achselzucken
    """),
    joins_read=(61, 12),
    unsaid=phrases(
        "hätte|hätten|würde|würden|möchte|möchten|als wollte|als wollten|als wolle|als ob|als wenn|"
        "ohne zu|ohne|statt zu|schien zu|schienen zu|scheint zu|wollte|wollten|im begriff zu"
    ),
    negations=word_set("nicht nie niemals"),
    saying=word_set("""
        sagen sagte sagten sagt gesagt rufen gerufen fragen fragte fragten gefragt bitten bat baten flehte
        flehten sprechen sprach sprachen schreien flüstern hinzufügen hinzugefügt
    """),
    looks=word_set("auge augen blick blicke miene lächeln schweigen"),
    telling_words=word_set("erzählte erzählt begann beginnt hub anfing fing berichtete erzählung geschichte"),
)
