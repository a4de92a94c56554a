"""Ukrainian: a dash before each speech and around the narrator's words; quotations between « and ».

Український правопис (2019, §§ 161 to 167), and novels of 1840 to 1920 in older spellings.
"""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

UKRAINIAN = Language(
    tag="uk",
    name="Ukrainian",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("„", "“", weight=2),
        Quotes("“", "”", weight=2),
        Quotes('"', '"', weight=1),
    ),
    tag_dashes=True,
    asking_stems=("спита", "пита", "запита"),
    speech_verbs=word_set("""
        сказав сказала сказали каже кажуть казав казала говорить говорив говорила мовив мовила мовить промовив
        промовила промовляє спитав спитала питає питав питала питається запитав запитала відповів відповіла
        відповідає відказав відказала відказує обізвався обізвалась обізвалася озвався озвалась озвалася
        крикнув крикнула кричить кричав кричала гукнув гукнула гукає шепнув шепнула шепче прошепотів
        прошепотіла додав додала додає вів вела повторив повторила зауважив зауважила почав почала перебив
        перебила подумав подумала думає засміявся засміялась зітхнув зітхнула просить просив просила кажу
    """),
    resuming_verbs=word_set("додав додала додає"),
    thought_verbs=word_set("подумав подумала думає"),
    pronouns=genders(m="він той", f="вона та", narrator="я"),
    subject_endings=genders(m="в вся", f="ла лась лася", narrator="жу ю", several="ли лись лися"),
    name_cases=words("у ю ові еві і о ом ем ою"),
    titles=genders(
        m="пан панич дядько отець князь граф доктор дід", f="пані панна панночка тітка матуся баба"
    ),
    gender_words=genders(m="його чоловік батько брат син старий", f="її жінка мати сестра дочка стара"),
    talk_words=word_set("ти ви тебе вас тобі вам мій моя моє наш ваш твій так ні ну ми нас нам"),
    determiners=word_set("його її інший інша другий друга старий стара молодий молода"),
    small_words=word_set("і й та а але що як коли якщо так тут там потім ще вже не в у на з до від по за"),
    things=word_set("голос рука очі лице серце думка мовчання хвилина погляд"),
    heading_words=words("розділ частина книга том"),
    scene_openings=phrases("другого дня|на другий день|через тиждень|одного разу|тим часом|увечері|вранці"),
    goes_on=0.35,
)
