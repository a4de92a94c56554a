"""Finnish: a dash (repliikkiviiva) before each speech, or marks of one glyph on both sides.

Kielitoimiston ohjepankki, "Lainausmerkit" and "Repliikkiviiva": ”…” or »…»; the tag follows a comma.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_SPEECH_VERBS = word_set("""
    sanoi sanoo sanoin sanovat sanoivat sanon vastasi vastaa vastasin vastasivat vastaan kysyi kysyy kysyin
    kysyivät kysyn virkkoi virkkaa virkkoin virkkoivat virkahti virkahtaa virkahdin jatkoi jatkaa jatkoin
    huudahti huudahtaa huudahdin huusi huutaa huusin huusivat lausui lausuu lausuin lausuivat nauroi nauraa
    nauroin nauroivat naurahti väitti väittää väitin hymyili hymyilee hymyilin hymähti selitti selittää
    selitin arveli arvelee arvelin keskeytti keskeyttää keskeytin kysäsi kysäisi kysäsin kysäisin lisäsi lisää
    lisäsin huomautti huomauttaa huomautin kiljasi kiljaisi kiljui kiljahti kuului puhui puhuu puhuin puhuivat
    kuiskasi kuiskaa kuiskasin kuiskaili kuiskutti ihmetteli ihmettelee ihmettelin julisti julistaa käski
    käskee käskin toisti toistaa toistin myönsi myöntää myönsin voivotteli valitti valittaa valitin huokasi
    huokaa huokasin huokaili vakuutti vakuuttaa vakuutin vakuutteli alkoi aloitti alotti pyysi pyytää pyysin
    rukoili rukoilee ajatteli ajattelee ajattelin mietti miettii tuumi tuumii tuumin tuumaili mutisi mutisee
    mumisi murahti ärjäsi ärjäisi ärjyi karjui karjaisi karjasi torui toruu nuhteli sopersi sopertaa änkytti
    änkyttää nyyhkytti itki itkee parkaisi parahti voihkasi voihki vaikeroi naljaili naurahteli pilkkasi
    ivaili lohdutti rauhoitti kehoitti kehotti kehoittaa kielsi kieltää epäsi uhkasi uhkaa uhkaili puuttui
    yhtyi intti inttää penäsi tiuskasi tiuskaisi sähisi supatti supisi hihkasi hihkaisi riemuitsi hoki hokee
    höpisi höpötti jutteli kertoi kertoo kertoin kertoivat tervehti komensi komentaa määräsi ehdotti ehdottaa
    ehdotin neuvoi neuvoo oikaisi oikasi todisti todistaa tunnusti tunnustaa päätti lopetti päivitteli siunasi
    kirosi noitui manasi kehui kehasi kerskasi tokaisi tokasi tiedusti tiedusteli tiedustelin uteli utelin
    kiirehti ehätti pisti katkaisi vahvisti myönteli veikeili vastaili väitteli vänisi hohotti intoili
    nenitteli touhusi laski leperteli
""")

_TALK_WORDS = word_set("""
    minä sinä te me minun sinun teidän meidän minua sinua teitä meitä minut sinut teidät minulla sinulla
    minulle sinulle teille meille olen olet olette olemme en et emme ette kyllä niin ei voi
""")

FINNISH = Language(
    tag="fi",
    name="Finnish",
    marks=(
        Dash(weight=2),
        Quotes("”", "”", weight=1),
        Quotes("»", "»", weight=1),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("kysy", "kysä"),
    speech_verbs=_SPEECH_VERBS,
    resuming_verbs=word_set("jatkoi jatkoin jatkaa lisäsi lisäsin lisää"),
    thought_verbs=word_set("ajatteli ajattelin"),
    pronouns=genders(narrator="minä", either="hän tämä"),
    titles=genders(
        m="""
            herra hra isä setä eno veli paroni vapaaherra kreivi ruhtinas kuningas kapteeni luutnantti majuri
            eversti tohtori pastori maisteri ukko
        """,
        f="""
            rouva rva neiti nti äiti täti sisar paronitar vapaaherratar kreivitär ruhtinatar kuningatar muori
            mamma
        """,
    ),
    object_pronouns=words("hän"),
    that_words=words("että jotta ettei etten"),
    companions=words("joka ja kun jonka samalla -en -essaan -essään -ttaen -llä -lla"),
    talk_words=_TALK_WORDS,
    things=word_set("""
        aamu aika ajatus ele hetki huokaus huone huulet hymy ilta itku kasvot katse kirje kyynel kyynelet
        kädet käsi merkki mieli minuutti nauru naurunsa otsa ovi päivä pää pöytä sana sanat silmä silmät
        suu sydän tuokio vastaus yö äänensä ääni
    """),
    singing_words=word_set("""
        laulaa lauloi laulavat lauloivat laulaen laulu laulun laulua hyräili virsi virttä
    """),
    auxiliaries=words("oli olivat olisi"),
    parted_verbs={"pääsi": "häneltä"},
    participles=words("nut nyt neet vinaan vinään"),
    and_words=words("ja"),
    because_words=words("sillä"),
    past_endings=words("oi oivat ui uivat yi yivät si sivat sivät hti htivat kki tti ttivat"),
    inverts_tags=True,
    gerunds=words("en"),
    heading_words=words("""
        luku osa kirja nide näytös kohtaus kuvaelma laulu kirje esipuhe alkusanat alkulause johdanto
        loppulause loppusanat jälkisanat sisällys
    """),
    letter_openings=words("rakas rakkaani hyvä kunnioitettu kallis armas arvoisa"),
    letter_closings=words("sinun teidän ystäväsi rakastava kunnioittaen kunnioituksella tervehtien"),
    scene_openings=phrases(
        "kun|sittenkuin|sitten kun|ennenkuin|ennen kuin|samalla kun|niin pian kuin|tuskin|"
        "sillä välin|sillä aikaa|sillaikaa|myöhemmin|tunnin|puolen tunnin|kahden|parin|muutaman|"
        "muutamia|seuraavana|samana|eräänä|sinä iltana|sinä yönä|sinä päivänä|illalla|aamulla|yöllä|"
        "iltapäivällä|päivällä|puoliyön|vihdoin|viimein|pian|kohta|oli jo|ulkona|kotona|jonkun ajan"
    ),
    married_titles=word_set("rouva"),
    determiners=word_set("se tuo tämä eräs toinen ensimmäinen viimeinen ääni"),
    oblique=word_set("-lle -lta -ltä -lla -llä -ssa -ssä -sta -stä"),
    small_words=word_set("""
        ja tai mutta että kun jos kuin niin sitten vielä myös ei kyllä tässä siellä nyt vaan sillä joka mikä
    """),
    gender_words=genders(
        m="""
            mies poika isä veli setä eno kuningas ruhtinas kreivi pappi tohtori kapteeni ukko herra isäntä
            renki
        """,
        f="nainen tyttö äiti sisar täti kuningatar ruhtinatar kreivitär rouva neiti vaimo akka emäntä piika",
    ),
    gestures=word_set("""
        hymyillen naurahtaen nauraen itkien nyyhkyttäen huoaten huokaisten punastuen nyökäten osoittaen
        kuiskaten epäröiden hiljaa naurua suosionosoituksia
    """),
    unsaid=phrases(
        "olisi|olisivat|ikäänkuin|ikään kuin|aivan kuin|näytti|näyttivät|tahtoi|aikoi|halusi|oli vähällä"
    ),
    negations=word_set("ei eivät"),
    saying=word_set("""
        sanoa sanoi sanoivat sanonut sanovan sanoisi huutaa huutanut kysyä kysyi kysyivät kysynyt lisätä
        kuiskata rukoilivat anoivat
    """),
    looks=word_set("silmä silmät katse katseet katseensa silmänsä hymy hiljaisuus"),
    present_verbs=word_set("on ovat voi täytyy tulee menee"),
    telling_words=word_set("alkoi kertoi kertomus kertomuksen"),
)
