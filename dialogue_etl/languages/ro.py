"""Romanian: a dash before speech, narration between commas; „ and ” (Îndreptarul ortografic, 1995)."""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

ROMANIAN = Language(
    tag="ro",
    name="Romanian",
    marks=(
        Dash(weight=2),
        Quotes("„", "”", weight=2),
        Quotes("„", "“", weight=2),
        Quotes("«", "»", weight=2),
        Quotes('"', '"', weight=1),
    ),
    tag_dashes=True,
    and_words=words("și şi"),
    definite_endings=words("ul"),
    asking_stems=("întreb", "intreb"),
    speech_verbs=word_set("""
        zise zisă ziseră zice zicea zic zisei spuse spuseră spunea răspunse răspunseră răspunde răspundea
        răspunsei respunse respunseră respunde întrebă întreba întreabă întrebai strigă striga strigară
        strigai exclamă șopti şopti șoptea şoptea șoptește şopteşte murmură murmura adaogă adăogă adaose
        adăugă adaugă adăuga urmă continuă reluă repetă întrerupse observă făcu făcură începu gândi gîndi
        cugetă oftă suspină râse rîse zâmbi zîmbi porunci rugă ruga uimi răcni îngână adresă spusei bombăni
        grăbi replică ripostă declară bolborosi adăogi mormăi întâmpină grăi rosti rânji continua repeta
    """),
    resuming_verbs=word_set("adaogă adăogă adaose adăugă adaugă urmă continuă reluă"),
    thought_verbs=frozenset(phrases("gândi|gîndi|cugetă|în sine|în sinea|în gând")),
    pronouns=genders(m="el dânsul dînsul acesta acela", f="ea dânsa dînsa aceasta aceea", narrator="eu am"),
    subject_endings=genders(narrator="ai ei ii", several="ră"),
    name_cases=words("ei ii ului o"),
    titles=genders(
        m="domnul domnu domn dl conu conul moș moş nenea părintele doctorul căpitanul boierul contele vodă",
        f="doamna domnișoara domnişoara cocoana coana madam dna contesa prințesa mătușa lelea",
    ),
    object_pronouns=words("mai mă îi îl le o i-o mi îmi își îşi se ne vă"),
    talk_words=word_set("uite tu voi dumneata te vă ție meu mea tău ta da nu noi ne domnule doamnă cocoane"),
    gender_words=genders(m="lui bărbatul omul tatăl fratele fiul", f="ei femeia fata mama sora fiica"),
    determiners=word_set("lui ei un o acest această alt altă cel cea bătrânul bătrîna tânărul tînăra"),
    small_words=word_set("lîngă sunt e și şi dar însă că când cînd dacă atunci apoi nu de la în din cu pe"),
    companions=(*words("cu care și şi -ind -înd -ând -indu -îndu -ându"), "după ce", "ceea ce"),
    because_words=words("îndată căci cînd când după"),
    past_endings=words("ise use ase ese rse nse tră ră"),
    gerunds=words("înd ind ând îndu indu ându"),
    past_verbs=word_set("întrebau răspundeau adăugi adăogi porunci șopti şopti vorbi veni sări ieși ieşi"),
    things=word_set("vocea mâna mîna ochii fața faţa inima gândul tăcerea clipa"),
    heading_words=words("capitolul partea cartea tomul"),
    scene_openings=phrases("a doua zi|peste o săptămână|într-o zi|într-o seară|seara|dimineața|dimineaţa"),
    goes_on=0.35,
)
