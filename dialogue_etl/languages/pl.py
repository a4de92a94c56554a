"""Polish: a dash (pauza) before each speech and around the narrator's words; quotations between „ and ”.

Wielki słownik ortograficzny PWN, rules 93.3 and 98: the dash in dialogues, the marks of quotation.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_SPEECH_VERBS = word_set("""
    rzekł rzekła rzekli rzekłem rzekłam rzecze odrzekł odrzekła odrzekłem odrzekłam odrzecze wyrzekł wyrzekła
    wyrzekłem powiedział powiedziała powiedzieli powiedziałem powiedziałam powiada powiadał powiadała mówi
    mówił mówiła mówili mówię mówiłem mówiłam odparł odparła odparłem odparłam odparli odpowiedział
    odpowiedziała odpowiedziałem odpowiedziałam odpowiada odpowiadał odpowiadała odpowiadam zapytał zapytała
    zapytałem zapytałam zapytuje zapytywał zapytywała spytał spytała spytałem spytałam pyta pytał pytała
    pytałem pytam pytali zawołał zawołała zawołałem zawołałam zawołali woła wołał wołała wołali krzyknął
    krzyknęła krzyknąłem krzyczał krzyczała krzyczy krzyczeli szepnął szepnęła szepnąłem szepnęłam szepce
    szepcze szeptał szeptała szeptali wyszeptał wyszeptała dodał dodała dodałem dodałam dodaje dodawał
    dodawała dorzucił dorzuciła dorzuca powtórzył powtórzyła powtórzyłem powtarza powtarzał powtarzała
    przerwał przerwała przerwałem przerywa przerywał wtrącił wtrąciła wtrąciłem wtrąca przyznał przyznała
    przyznałem przyznaje ciągnął ciągnęła ciągnąłem ciągnie zagadnął zagadnęła zagadnąłem oświadczył
    oświadczyła oświadczyłem oświadcza mruknął mruknęła mruknąłem mruczy mruczał mruczała zamruczał zamruczała
    odezwał odezwała odezwałem odzywa przekładał protestował protestowała protestuje zaprotestował
    zaprotestowała zauważył zauważyła zauważyłem oznajmił oznajmiła oznajmiłem zaprzeczył zaprzeczyła
    przytwierdził przytwierdziła potwierdził potwierdziła poświadczył zaczął zaczęła zacząłem zaczyna zaczynał
    prosi prosił prosiła poprosił poprosiła błagał błagała błaga jęknął jęknęła jęczał jęczała jęczy westchnął
    westchnęła westchnąłem wzdycha wzdychał wykrzyknął wykrzyknęła wykrzykiwał wykrztusił wykrztusiła wyjąkał
    wyjąkała jąkał jąkała bąknął bąknęła wybąknął wybełkotał wybełkotała bełkotał bełkotała bełkoce zasyczał
    zasyczała syczał syczała syknął syknęła zaskrzeczał skrzeknął wrzasnął wrzasnęła wrzeszczał wrzeszczała
    wrzeszczy ryknął ryknęła ryczał huknął burknął burknęła warknął warknęła zagadał gadał gadała gada
    tłómaczył tłomaczył tłumaczył tłumaczyła tłumaczy tłómaczyła tłomaczyła wyjaśnił wyjaśniła wyjaśniał
    objaśnił objaśniła objaśniał podchwycił podchwyciła podchwyciłem pomyślał pomyślała pomyślałem myślał
    myślała myśli nalegał nalegała przytakiwał przytakiwała przytaknął zgodził zaśmiał zaśmiała śmiał śmiała
    śmieje roześmiał roześmiała uśmiechnął uśmiechnęła wybuchnął wybuchnęła zaklął klął klęła zakończył
    zakończyła skończył dokończył dokończyła kończył recytował radził radziła poradził rozkazał rozkazała
    rozkazuje zakomenderował komenderował nakazał ostrzegł ostrzegła upomniał upominał pocieszał pocieszała
    uspokajał uspokajała żartował żartowała zażartował zdziwił zdziwiła dziwił dziwiła oburzył oburzyła
    odburknął odkrzyknął wycedził wycedziła cedził zawyrokował zadecydował stwierdził stwierdziła twierdził
    twierdziła przekonywał przekonywała zapewnił zapewniła zapewniał zapewniała obiecał obiecała wyznał
    wyznała poprawił poprawiła podjął podjęła załkał łkał łkała szlochał szlochała zapłakała płakała zaśpiewał
    śpiewał ozwał ozwała rzucił rzuciła rzuca informował poinformował mówiono pytano przerywano
""")

_TALK_WORDS = word_set("""
    ja ty my wy mnie mi mię ciebie cię tobie ci nas nam was wam mój moja moje twój twoja twoje nasz wasz pan
    pani państwo panie jestem jesteś jesteśmy mam masz nie tak proszę no
""")

POLISH = Language(
    tag="pl",
    name="Polish",
    marks=(
        Dash(weight=2),
        Quotes("„", "”", weight=2),
        Quotes("„", "“", weight=2),
        Quotes("»", "«", weight=2),
        Quotes("«", "»", weight=2),
        Quotes('"', '"', weight=1),
    ),
    asking_stems=("pyta", "zapyt", "spyt"),
    speech_verbs=_SPEECH_VERBS,
    resuming_verbs=word_set("""
        ciągnął ciągnęła ciągnąłem ciągnie dodał dodała dodałem dodałam dodawał dodawała dodaje
    """),
    thought_verbs=word_set("pomyślał pomyślała pomyślałem pomyślałam myślał myślała"),
    pronouns=genders(m="on ten ów tamten", f="ona ta tamta", narrator="ja"),
    titles=genders(
        m="""
            pan p pana panie jegomość ksiądz ks ojciec brat wuj stryj hrabia książę baron król kapitan
            pułkownik generał doktor dr profesor sir
        """,
        f="pani panna jejmość siostra matka ciotka hrabina księżna księżniczka baronowa królowa lady",
    ),
    object_pronouns=words("mu jej jemu im mi nam się"),
    that_words=words("że żeby iż aby czy"),
    companions=words("z ze bez który która i a gdy kiedy jak podczas -ąc -ąca -ący -wszy -łszy"),
    talk_words=_TALK_WORDS,
    things=word_set("""
        broda chwila chwili cisza czoło drzwi dzień dłoń gniew godzina głos głowa list milczenie minuta
        noc oczy oko palec pauza pokój policzki pytanie ramiona ramię ruch ręce ręka serce spojrzenie stół
        słowa słowo twarz usta uśmiech wargi westchnienie wieczór wyraz znak łza łzy śmiech
    """),
    singing_words=word_set("""
        śpiewa śpiewał śpiewała śpiewać śpiewając zaśpiewał zaśpiewała pieśń piosenka piosenkę nucił
        nuciła zanucił psalm
    """),
    their_words=words("swój swoją swego swoim swoją jego jej"),
    auxiliaries=words("był była byłby byłaby"),
    participles=words("ł ła"),
    dashes_replace_commas=True,
    and_words=words("i"),
    because_words=words("bo gdyż albowiem"),
    past_endings=words("""
        ał ała ało ali ały iał iała ieli ił iła iło ili iły ył yła yło yli yły uł uła uli ął ęła ęło
        ęli ęły edł edli ekł ekła ekli ekły arł arła arli
    """),
    past_verbs=word_set("rzekł rzekła szedł szła"),
    gerunds=words("ąc szy"),
    with_words=words("z ze"),
    heading_words=words("""
        rozdział rozdzial księga ksiega część czesc tom akt scena odsłona pieśń list prolog epilog przedmowa
        wstęp wprowadzenie zakończenie posłowie
    """),
    letter_openings=words("""
        drogi droga kochany kochana szanowny szanowna łaskawy najdroższy najdroższa ukochany wielmożny
    """),
    letter_closings=words("twój twoja pański wasz oddany kochający"),
    scene_openings=phrases(
        "kiedy|gdy|skoro|zaledwie|ledwie|po|przed|podczas|tymczasem|w tym czasie|później|w godzinę|"
        "w pół godziny|za godzinę|za chwilę|w kilka|w parę|kilka|dwa dni|trzy dni|nazajutrz|"
        "następnego|na drugi dzień|tego wieczora|tego wieczoru|tego dnia|tej nocy|pewnego|pewnej|"
        "jednego|wieczorem|rano|nad ranem|w nocy|w południe|o północy|o świcie|o zmroku|nareszcie|"
        "wreszcie|wkrótce|niebawem|było już|dopiero|na dworze|w domu"
    ),
    married_titles=word_set("pani"),
    determiners=word_set("""
        ten ta to ci te tamten tamta mój moja twój twoja swój swoja nasz nasza wasz wasza jego jej ich inny
        inna drugi druga pierwszy pierwsza ostatni ostatnia głos
    """),
    oblique=word_set("""
        bez dla do ku mimo między na nad nade o od ode po pod pode poza przed przede przez przy u w we
        wśród z za ze zza
    """),
    small_words=word_set("""
        z ze w we do na po od za przez i a lub ale że gdy kiedy jak jeśli wtedy potem jeszcze też nie tak tu
        tam teraz więc bo który co już przecież wreszcie nareszcie oboje obaj obie chcę
    """),
    gender_words=genders(
        m="""
            mężczyzna człowiek chłopiec chłopak ojciec brat syn wuj stryj mąż król książę hrabia baron ksiądz
            doktor kapitan pułkownik starzec stary młodzieniec rycerz szlachcic
        """,
        f="""
            kobieta dziewczyna dziewczę panna pani matka siostra córka ciotka żona królowa księżna hrabina
            stara staruszka babka niewiasta
        """,
    ),
    referring_words=genders(m="on jemu jego", f="ona jej"),
    gestures=word_set("""
        uśmiechając śmiejąc płacząc szlochając wzdychając rumieniąc kiwając wskazując szepcząc wstając cicho
        głośno szeptem śmiechy oklaski brawa
    """),
    manners=word_set("uśmiechem westchnieniem głosem głosu tonem łzami naciskiem ukłonem"),
    unsaid=phrases(
        "jakby|jak gdyby|jakby chciał|jakby chciała|zdawał się|zdawała się|zdawało się|zdawały się|"
        "chciał|chciała|miał|miała|byłby|byłaby|zamiast|bez"
    ),
    negations=word_set("nie nigdy"),
    saying=word_set("""
        powiedzieć powiedział powiedziała mówić mówił mówiła mówiły rzec rzekł rzekła zawołać zapytać dodać
        krzyknąć szepnąć błagał błagała błagały
    """),
    looks=word_set("oko oczy wzrok spojrzenie uśmiech milczenie"),
    present_verbs=word_set("jest są mam ma może będzie musi chce"),
    telling_words=word_set("zaczął zaczęła opowiadał opowiadała opowieść historię"),
)
