"""Serbian: a dash before each speech; the narrator between commas or dashes; quotations between „ and “.

Правопис српскога језика (Матица српска 2010, §§ 157 to 177); Cyrillic, as novels of 1850 to 1920 are printed.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

SERBIAN = Language(
    tag="sr",
    name="Serbian",
    marks=(
        Dash(weight=2),
        Quotes("„", "“", weight=2),
        Quotes("„", "”", weight=2),
        Quotes("»", "«", weight=2),
        Quotes("«", "»", weight=2),
        Quotes('"', '"', weight=1),
    ),
    tag_dashes=True,
    asking_stems=("пита", "упита", "запита"),
    speech_verbs=word_set("""
        рече рекао рекла рекоше рекох вели велим каже казао казала одговори одговорио одговорила одговара
        одврати одвратио упита упитао упитала пита питао питала питале запита запитао запитала викну викнуо
        викнула виче викао повика узвикну ускликну прошапта шапну шапће шапташе додаде додао додала настави
        наставио наставила продужи продужио понови поновио примети приметио поче отпоче прекиде помисли
        помислио мислио насмеја насмеши уздахну моли молио молила замоли јави јавља промрмља прихвати зовну
        дрекну стаде говораше говорио говорила проговори изусти упитах узвикнух
    """),
    resuming_verbs=word_set("додаде додао додала настави наставио наставила продужи продужио"),
    thought_verbs=word_set("помисли помислио помислих мислио мислила"),
    pronouns=genders(m="он овај онај", f="она ова", narrator="ја сам"),
    subject_endings=genders(m="ао ио ео уо", f="ла", narrator="х ем им ам", several="ли ле оше ху"),
    name_cases=words("у ју о и е ом ем"),
    titles=genders(
        m="господин госп г гроф кнез краљ доктор поп прота отац чича газда капетан учитељ",
        f="госпођа госпа госпођица баба мајка тетка снаша сестра краљица",
    ),
    object_pronouns=words("се му јој им ми га је"),
    gender_words=genders(m="његов муж старац отац син брат момак", f="њен њена жена девојка мати кћи сестра"),
    talk_words=word_set("ти ви те вас теби вам мој моја моје наш ваш твој да не но ми нас нам"),
    determiners=word_set("његов њен њена тај та то други друга стари стара млади млада први"),
    small_words=word_set("и па а али кад да као ако тако ту тамо онда још већ не у на с са к од до по за из"),
    companions=words("са с који која које и а те па као -ћи -вши"),
    things=word_set("глас рука очи лице срце мисао тишина час поглед"),
    past_endings=words("ао ио ла ло ли ше де ну ова ева ива жи ци"),
    inverts_tags=True,
    heading_words=words("глава део књига"),
    scene_openings=phrases("други дан|сутрадан|сутра дан|после недељу дана|једног дана|увече|ујутру|међутим"),
    goes_on=0.35,
)
