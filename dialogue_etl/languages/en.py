"""English: quotation marks, double or single, straight or curly; or what typists make of them.

Hart's Rules 9.2: British books set speech in single marks, American ones in double marks. Early transcribers
type backtick and acute accent, or backtick and apostrophe, one or two of each.
"""

from dialogue_etl.languages.language import Language, Quotes, genders, nicknames, phrases, word_set, words

ENGLISH = Language(
    tag="en",
    name="English",
    marks=(
        Quotes('"', '"', weight=1),
        Quotes("“", "”", weight=2),
        Quotes("‘", "’", weight=2),
        Quotes("'", "'", weight=1),
        Quotes("`", "´", weight=2),
        Quotes("`", "'", weight=2),
        Quotes("``", "''", weight=2),
        Quotes("«", "»", weight=2),
    ),
    elisions=word_set("""
        'tis 'twas 'twill 'twould 'twere 'twasn 'tisn 'twon 'tain 'em 'm 'un 'uns 'ere 'er 'im 'isself 'imself
        'ouse 'ow 'ome 'ad 'ave 'ard 'ead 'eart 'elp 'alf 'ope 'orse 'undred 'cause 'cos 'coz 'bout 'cept
        'fore 'gainst 'mongst 'neath 'nough 'nuff 'pon 'scuse 'spose 'spect 'stead 'prentice 'tween 'twixt
        'til 'ud 'll 'd 's 't 've 're 'ee 'e 'n 'cello 'varsity 'twenties 'thirties 'forties 'fifties 'sixties
        'seventies 'eighties 'nineties o' th' an' wi' i' ha' d' t' po' ol' lil' mo' fo' yo' jes' las' fi' gi'
        wha' ma' ev' mos' tha' wo' de' f' ca' ain' don'
    """),
    asking_stems=("ask", "inquir", "enquir"),
    speech_verbs=word_set("""
        saying crying exclaiming adding asking answering calling whispering muttering replying shouting
        went put broke struck chimed said says say saith sayd sayeth quoth asked asks ask answered answers
        answer replied replies reply cried cries exclaimed exclaims exclaim ejaculated ejaculates whispered
        whispers murmured murmurs muttered mutters mutter shouted shouts called yelled yells screamed screams
        shrieked shrieks roared roars bellowed bawled growled growls snarled snapped hissed sighed sighs
        sobbed sobs moaned groaned gasped panted breathed laughed chuckled giggled sneered scoffed jeered
        observed observes remarked remarks returned returns rejoined rejoins retorted retorts responded
        responds continued continues added adds resumed resumes repeated repeats echoed began begins
        interposed interrupted interjected inquired inquires enquired enquires demanded demands questioned
        queried interrogated insisted persisted urged pleaded begged entreated implored besought protested
        objected argued contended maintained declared declares announced announces proclaimed stated affirmed
        asserted averred avowed vowed swore assured admitted confessed acknowledged owned allowed conceded
        granted agreed assented consented acquiesced concluded finished ended ventured hazarded suggested
        suggests proposed offered advised warned cautioned admonished ordered commanded directed bade told
        tells tell informed explained explains expounded related reported recounted narrated expostulated
        remonstrated reproached rebuked scolded chided complained grumbled lamented wailed whimpered whined
        pouted blurted burst stammered stuttered faltered mumbled drawled lisped croaked squeaked piped
        chirped purred cooed crooned sang hummed chanted recited read quoted thundered stormed raged fumed
        exploded barked grunted snorted sniffed coughed apologised apologized pronounced uttered spoke speaks
        speak commented reflected mused pondered thought thinks wondered soliloquised soliloquized
        philosophised moralised joked jested quipped teased taunted mocked boasted bragged congratulated
        thanked greeted saluted welcomed hailed corrected contradicted denied refused confirmed supplemented
        amended reminded recalled recollected remembered pursued proceeded prompted pressed coaxed wheedled
        soothed consoled comforted encouraged reassured promised threatened challenged accused invited
        appealed prayed blessed cursed hinted intimated insinuated implied promulgated quavered trembled
        wheezed rasped rumbled gurgled squealed squawked yelped howled hooted hollered shrilled trilled gushed
        rattled prattled chattered babbled jabbered gabbled rapped rejoiced marvelled marveled gibed ordained
        counselled counseled volunteered vociferated apostrophised apostrophized iterated reiterated
        summarised decided reasoned deprecated demurred dissented temporised temporized
    """),
    resuming_verbs=word_set("went continued continues added adds resumed resumes pursued proceeded"),
    pronouns=genders(m="he", f="she", narrator="i"),
    articles=words("the a an my your his her our their one another"),
    companions=words("with and as in without who when while his her to from at looking -ing -ly"),
    talk_words=word_set("""
        i me my mine we us our ours you your yours thou thee thy ye yes no oh o ah eh hello please sir ma'am
    """),
    behind_nouns=words("""
        -ed -ing was were is are had has would could might did do does came went took stood sat ran rose fell
        drew made gave began held kept put he she i they it who not then perhaps again himself herself
        very almost whose
    """),
    past_endings=words("ed"),
    past_verbs=word_set("""
        was were had did went came took stood sat got gave made put began felt knew thought told left ran rose
        held kept fell drew saw heard shook spoke threw caught bent led met set broke brought bought wore
        wrote read ate drank slept lay hung swung flung stuck struck let cut shut bit hid rode drove shone
        sprang sank sang rang strode crept swept slid became would could seemed
    """),
    subject_first=True,
    wrong_odds=(1.35, 6),
    goes_on=0.46,
    speakers_measured=True,
    titles=genders(
        m="""
            mr mister sir lord master squire captain cap'n capt colonel col major general gen lieutenant
            lieut sergeant corporal commodore admiral commander count baron earl duke marquis marquess
            viscount prince king emperor uncle father fr brother monsieur m signor don herr senor señor
            rev reverend parson vicar bishop archbishop abbé abbe deacon pope monseigneur mynheer pasha
            rajah emir sheik sultan shah tsar czar sahib esquire friar rabbi reb sheriff marshal constable
            inspector gaffer goodman grandfather grandpa grandpapa papa pa dad daddy massa gospodin sire
            messrs messieurs dr doctor doc prof professor judge detective
        """,
        f="""
            mrs miss ms mistress missus missis lady madam madame mme mademoiselle mlle dame aunt auntie aunty
            sister mother mamma mama ma mam mammy grandmother grandma grandmamma granny goody goodwife gammer
            signora signorina donna doña dona senora señora señorita senorita frau fräulein fraulein princess
            queen countess baroness duchess marchioness marquise viscountess empress nurse widow abbess ma'am
            marm matron mesdames
        """,
        either="""
            justice president governor senator mayor st saint hon honourable honorable chief old young
            little poor dear cousin citizen comrade private secretary minister chancellor
        """,
    ),
    married_titles=word_set(
        "mrs mistress missus madam madame mme dame signora donna doña dona senora señora frau"
    ),
    nicknames=nicknames(
        elizabeth="lizzy lizzie eliza betsy bess bessy beth betty libby liz",
        william="bill billy will willy willie",
        robert="bob bobby rob robin bert",
        richard="dick dickie",
        thomas="tom tommy",
        james="jim jimmy jem",
        john="jack johnny",
        joseph="joe joey",
        michael="mike mick",
        edward="ned ted teddy eddy ed",
        henry="harry hal",
        charles="charley charlie",
        margaret="maggie meg peggy madge margery daisy",
        mary="molly polly may",
        catherine="kitty kate katy cathy",
        katharine="kitty kate katy",
        katherine="kitty kate katy",
        frances="fanny",
        francis="frank",
        frederick="fred freddy",
        george="georgie",
        david="davy dave",
        daniel="dan danny",
        samuel="sam sammy",
        benjamin="ben",
        alexander="alec alick sandy",
        albert="bert bertie",
        andrew="andy",
        anthony="tony",
        theodore="ted teddy theo",
        helen="nell nellie nelly",
        ellen="nell nellie nelly",
        eleanor="nell nora",
        susan="sue susie",
        sarah="sally sal sadie",
        anne="nancy annie nan",
        ann="nancy annie nan",
        martha="patty",
        matilda="tilly",
        dorothy="dolly dot",
        caroline="carrie",
        henrietta="harriet hetty",
        isabella="bella belle",
        jane="jenny janey",
        lawrence="larry laurie",
        lucy="lu",
        nicholas="nick",
        patrick="pat paddy",
        peter="pete",
        philip="phil pip",
        rebecca="becky",
        stephen="steve",
        timothy="tim",
        walter="wat walt",
        abraham="abe",
        edmund="ned",
        gabriel="gabe",
        gerald="jerry",
        jacob="jake",
        jonathan="jon",
        matthew="matt",
        rosamond="rosy",
        rose="rosie",
    ),
    determiners=word_set("""
        the a an this that another one my your his her its our their some any each every no either neither
        whose other others both these those latter former first second third next last voice voices
    """),
    oblique=word_set("""
        about above across after against along among around at behind beneath beside between beyond by
        during for from in inside into near of off on onto out over past round through to towards
        toward under upon with within without
    """),
    small_words=word_set("""
        of with in to after at and or for from by who as on into that which when while but upon before about
        behind over under without near than against through then but so now here there still yet if how why
        what well thus once again also even just meanwhile presently suddenly
    """),
    referring_words=genders(m="he his himself", f="she her hers herself"),
    parents=word_set("father mother papa mamma mama"),
    spouses=word_set("husband wife"),
    gender_words=genders(
        m="""
            his him himself man gentleman boy lad fellow chap youth father husband son brother uncle nephew
            grandfather grandson king prince lord duke earl baron count master servant footman butler coachman
            groom gardener clergyman priest monk friar bishop vicar rector curate parson soldier sailor
            officer captain colonel major general sergeant lieutenant policeman constable detective barber
            blacksmith miller butcher baker farmer squire landlord innkeeper porter waiter clerk merchant
            lawyer doctor surgeon professor schoolmaster tutor hunter fisherman shepherd peasant bachelor
            widower bridegroom lover suitor sire papa dad daddy stepfather godfather father-in-law son-in-law
            brother-in-law hero giant dwarf wizard emperor sultan knave rascal scoundrel villain ruffian
            blackguard workman woodman foreman postman chairman englishman frenchman irishman scotchman
            scotsman dutchman german italian spaniard negro indian
        """,
        f="""
            her hers herself woman lady girl lass lassie maid maiden mother wife daughter sister aunt niece
            grandmother granddaughter queen princess duchess countess baroness mistress maidservant housemaid
            housekeeper governess nurse cook landlady hostess waitress widow spinster bride sweetheart nun
            abbess witch fairy heroine goddess empress mamma mama stepmother godmother mother-in-law
            daughter-in-law sister-in-law damsel dame matron schoolmistress actress authoress seamstress
            milliner laundress washerwoman charwoman gentlewoman frenchwoman englishwoman irishwoman negress
            shepherdess heiress hag crone beauty sultana
        """,
    ),
    adverb_endings=words("ly wards"),
    singing_words=word_set("""
        sing sings sang sung singing song songs hum hummed humming chant chanted chanting crooned trilled
        carol carolled hymn ditty tune psalm whistled whistling
    """),
    things=word_set("""
        answer answers arm arms breath brow cheek cheeks courage day door ear evening eye eyes face faces
        finger fingers glance hair hall hand hands head heart house idea inquiry knee knees letter lip
        lips look minute minutes moment morning mouth name night note pause question questions room
        shoulder shoulders silence smile sound stone table tears thought thoughts throat time tongue word
        words
    """),
    their_words=words("his her their"),
    auxiliaries=words("had would"),
    participles=words("ed d ied"),
    because_words=words("for"),
    gerunds=words("ing"),
    with_words=words("with"),
    heading_words=words("""
        chapter chap book part volume vol letter act scene canto stave section prologue epilogue preface
        introduction foreword afterword conclusion interlude postscript appendix contents finis
    """),
    letter_openings=words("dear dearest darling sir madam lord gentlemen honoured honored beloved"),
    letter_closings=words("""
        yours your's your am remain believe affectionately sincerely faithfully respectfully
    """),
    scene_openings=phrases(
        "when|after|before|while|as|until|till|since|by the time|as soon as|no sooner|hardly had|"
        "scarcely had|the moment|meanwhile|in the meantime|in the mean time|in the meanwhile|later|"
        "some time|some days|some hours|some weeks|some months|some minutes|several|a few|"
        "a little later|an hour|half an hour|ten minutes|five minutes|a quarter of an hour|two hours|"
        "two days|three days|a day|a week|a month|a year|within|in a few|in ten|in five|in half|"
        "in an hour|in less than|the next|next|the following|the same evening|the same night|"
        "the same day|that day|that night|that evening|that morning|that afternoon|one day|"
        "one morning|one evening|one night|one afternoon|early|late|at last|at length|at night|"
        "at noon|at midnight|at dawn|at daybreak|at sunset|at dinner|at supper|at breakfast|"
        "in the morning|in the evening|in the afternoon|in the night|in the course of|on the morning|"
        "on the evening|on the following|on the next|on the day|on monday|on tuesday|on wednesday|"
        "on thursday|on friday|on saturday|on sunday|on his return|on her return|on reaching|"
        "on arriving|on entering|towards|during|for some time|for some days|for several|for a time|"
        "presently|soon|shortly|it was now|it was not till|it was late|it was nearly|it was about|"
        "it was past|not long|outside|downstairs|upstairs"
    ),
    writing_words=word_set("""
        letter letters note notes telegram telegrams postscript inscription inscribed advertisement paragraph
        message epistle newspaper postcard inscriptions epitaph motto wrote written writes write writing read
        reads ran entry headed entitled titled labelled signed distich verse verses text texts scrawled
        scribbled
    """),
    gestures=word_set("""
        aside aloud apart smiling laughing grinning giggling chuckling sighing sobbing weeping crying blushing
        colouring coloring frowning nodding winking bowing curtseying shrugging shaking wringing clasping
        rubbing clapping stamping turning looking glancing gazing staring eyeing pointing lowering raising
        dropping lifting speaking whispering muttering shouting calling addressing turns looks smiles laughs
        sighs nods points bows rising sitting seating standing starting stopping pausing hesitating
        hesitatingly recollecting recovering correcting checking interrupting entering leaving coming going
        advancing approaching running walking stepping throwing taking giving handing holding putting pulling
        laying opening shutting closing reading repeating returning seeing perceiving observing touching
        patting stroking kissing embracing pressing twinkling dispersing breathing inclining bending leaning
        kneeling wiping drying triumphantly apologetically hear cheers cheering applause laughter sensation
        interruption
    """),
    manners=word_set("""
        smile smiles sigh sighs sob sobs bow curtsey nod wink blush frown grin laugh laughter shudder shrug
        tears voice tone tones accent accents whisper emphasis elevation hesitation indignation dignity
        solemnity eagerness
    """),
    unsaid=phrases(
        "would have|could have|might have|should have|seemed to|seems to|seem to|as if|as though|"
        "as much as to|as who should|going to|about to|ready to|like to|wanted to|wished to|longed to|"
        "meant to|intended to|tempted to|used to|without|instead of|imagined|imagine|fancied"
    ),
    negations=word_set("not never didn't don't doesn't wouldn't won't couldn't can't hadn't"),
    saying=word_set("""
        say says said saying add cry shout whisper call exclaim speak spoke spoken ask asked implored
        implore begged pleaded told expressed meant implied
    """),
    looks=word_set("eye eyes look looks glance glances gaze smile silence"),
    present_verbs=word_set("""
        is are am has have does do can will shall isn't aren't don't doesn't can't won't haven't hasn't it's
        that's he's she's there's let
    """),
    thought_verbs=frozenset(
        phrases(
            "thought|thinks|mentally|inwardly|to himself|to herself|to myself|within himself|within herself|"
            "within myself|reflected|mused|soliloquised|soliloquized"
        )
    ),
    thoughts_are_speech=True,
    telling_words=word_set(
        "began begins commenced told related narrated recounted story tale history narrative"
    ),
)
