"""Russian: a dash before speech and around narration; « and »; ъ before 1918 (Правила 1956, §§ 195-203)."""

from dialogue_etl.languages.language import Dash, Language, Quotes, genders, phrases, word_set, words

_SAID = words("""
    сказал говорил проговорил молвил промолвил вымолвил спросил спрашивал ответил отвечал возразил
    воскликнул вскричал закричал кричал крикнул шепнул прошептал шептал прибавил добавил продолжал
    повторил заметил начал перебил бормотал пробормотал подумал думал объявил заговорил подхватил просил
    вздохнул кликнул позвал
""")
_OTHERS = word_set(
    "говорит спрашивает отвечает сказали говорили отозвался отозвалась произнес произнесла обратился"
)

RUSSIAN = Language(
    tag="ru",
    name="Russian",
    marks=(
        Dash(weight=2),
        Quotes("«", "»", weight=2),
        Quotes("„", "“", weight=2),
        Quotes('"', '"', weight=1),
    ),
    tag_dashes=True,
    asking_stems=("спроси", "спраши"),
    speech_verbs=_OTHERS.union(f"{verb}{ending}" for verb in _SAID for ending in ("", "а", "ъ")),
    resuming_verbs=word_set("продолжал продолжала прибавил прибавила добавил добавила"),
    thought_verbs=frozenset(phrases("подумал|подумала|думал|думала|про себя|сам себе|сама себе")),
    pronouns=genders(m="он онъ тот этот", f="она та", narrator="я"),
    subject_endings=genders(m="л лъ лся", f="ла лась", narrator="ю", several="ли лись"),
    name_cases=words("у ю е ы и ом ем ой ою"),
    titles=genders(
        m="господин князь граф барон генерал полковник майор капитан доктор отец дядя дядюшка дедушка",
        f="госпожа княгиня княжна графиня баронесса тетка тетушка бабушка няня матушка",
    ),
    gender_words=genders(m="его старик отец брат сын муж", f="ее её женщина старуха мать сестра дочь"),
    talk_words=word_set("ты вы тебя вас тебе вам мой моя мое наш ваш твой да нет ну мы нас нам"),
    determiners=word_set("его ее её другой другая старый старая молодой молодая первый второй"),
    small_words=word_set(
        "и а но что как когда если так тут там потом вдруг еще уже не в на с у к от из за по"
    ),
    things=word_set("голос рука глаза лицо сердце мысль молчание минута взгляд"),
    object_pronouns=words("не ему ей им мне нам его ее её их опять снова уже"),
    and_words=words("и"),
    past_endings=words("л ла ло ли лся лась лось лись"),
    heading_words=words("глава часть книга том"),
    scene_openings=phrases("на другой день|на следующий день|через неделю|однажды|между тем|вечером|утром"),
    goes_on=0.35,
)
