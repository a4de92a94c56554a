"""The knobs of the rules that cut out what a platform, not a person, wrote: tags, links, mentions, codes."""

from __future__ import annotations

from dialogue_etl.params.rule import Cutting, Judging, Phrases, action, flag, rule
from dialogue_etl.params.section import OURS, Section, knob


class PlatformRules(Section):
    """Rules for what platforms add to texts."""

    fixed_strings: Cutting = action(
        "cut", "Texts that apps put in place of a picture, link or film", source=flag("de_specific")
    )
    fixed_strings_texts: Phrases = knob(
        lambda: ["查看图片", "网页链接", "秒拍视频", "微博视频", "抱歉,此微博已被作者删除"],
        "Which; they are found anywhere in an utterance",
        unit="texts",
        source=OURS,
    )
    reply_tags: Cutting = action(
        "cut", "`回复@name:`, `Reply to @name:`: the tag in front of an answer", source=rule(1)
    )
    angle_brackets: Cutting = action(
        "cut",
        "`<b>`, `{\\i1}`: markup, without a Han character. Placeholders such as <PHONE> stay",
        source=flag("de_angle"),
    )
    urls: Cutting = action(
        "cut",
        "Web addresses; a blank takes their place. Of `[text](address)` the text stays",
        source=rule(2),
    )
    short_urls: Cutting = action(
        "cut", "Addresses of link shorteners, with http:// or without: t.cn/…", source=flag("de_weibo_url")
    )
    full_width_brackets: Cutting = action(
        "cut",
        "`［…］`: codes of pictures; `【…】` in front of a text: the title of a post",
        source=flag("de_brackets"),
    )
    full_width_brackets_characters: int = knob(
        20, "The longest code inside", unit="characters", source=OURS, ge=1, le=1_000
    )
    square_brackets: Cutting = action(
        "cut", "`[…]`: codes of pictures such as [doge]", source=f"{rule(1)}; {flag('de_brackets')}"
    )
    square_brackets_characters: int = knob(
        20, "The longest code inside; longer ones are said", unit="characters", source=OURS, ge=1, le=1_000
    )
    hashtags: Cutting = action(
        "cut", "`#topic#`; and, from blank to blank, `#topic`, but not `#1`", source=flag("de_hashtag")
    )
    hashtags_characters: int = knob(
        60, "The longest topic", unit="characters", source="Weibo: topics have up to 32", ge=1, le=1_000
    )
    emotion_codes: Cutting = action(
        "cut", "Names of faces between colons: `:smile:`", source=flag("de_emotion")
    )
    repost_mentions: Cutting = action(
        "cut", "`@name:`, but not behind `//`", source=flag("de_single_repost_mention")
    )
    reposts: Cutting = action(
        "cut", "`//@name: …` to the end: what is reposted, not said", source=flag("de_repost")
    )
    mentions: Cutting = action(
        "cut",
        "`@name`, up to a blank or a sign that names have not; clean-dialog leaves the utterance out",
        source=f"{flag('de_mention')}, no_mention",
    )
    mentions_characters: int = knob(
        30, "The longest name", unit="characters", source="Weibo: names have 4 to 30", ge=1, le=1_000
    )
    show_all: Cutting = action(
        "cut", "`…显示全部`: the button of a shortened text", source=flag("de_showall")
    )
    comment_tails: Cutting = action(
        "cut", "`¡ 评论` and what follows it: the buttons below a post", source="clean-dialog, `¡ 评论`"
    )
    link_words: Cutting = action("cut", "`alink`: the trace of a link", source="clean-dialog, `alink`")
    trademarks: Cutting = action(
        "cut", "Signs behind the names of products: ™ ® © ℠", source="clean-dialog, TM"
    )
    emoji: Cutting = action(
        "cut",
        "Emoji, by the data of the `emoji` library: neither rare Han characters nor boxes and bullets",
        source=flag("de_emoji"),
    )
    letters_and_digits: Cutting = action(
        "off",
        "Chinese: words of ASCII letters and digits mixed (abc9). Off, for they are names of things too: B12",
        source=flag("de_alpha_num"),
    )
    polls: Judging = action(
        "split",
        "The text Weibo writes for whoever voted: `我参与了…投票…你也快来表态吧`",
        source=flag("no_toupiao"),
    )
    generic_forms: Judging = action(
        "split", "Utterances that are nothing but one of these texts", source=f"{rule(8)}; no_specific_utter"
    )
    generic_forms_texts: Phrases = knob(
        lambda: ["repost", "转发", "转发微博", "repostweibo", "分享图片", "轉發", "轉發微博", "分享圖片"],
        "Which; case, blanks and punctuation do not matter",
        unit="texts",
        source=flag("no_specific_utter"),
    )
