"""A corpus in which every rule finds something, a line or two for each parameter: the sample is too clean."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.sources.threads.building import add, chain, lines, talk

if TYPE_CHECKING:
    from pathlib import Path

# A dialogue for each: what a person says, the noise, and what is said to it.
NOISY_ZH = {
    "fixed_strings": "你看网页链接了吧",
    "fixed_pictures": "查看图片再说",
    "reply_tags": "回复@小明:我也是这样想",
    "angle_brackets": "这部<b>电影</b>真好",
    "entities": "猫&amp;狗都很可爱",
    "quotes": "> 昨天你说的\n我今天才看到",
    "markdown": "这一点**很重要**的",
    "faces": "今天真开心(⊙o⊙)啊",
    "bots": "我说一句，I am a bot, and this action was performed automatically",
    "bots_texts": "本条由程序写成，不用回答",
    "id_cards": "身份证号110101199003071234别丢了",
    "wechat_ids": "微信号：abc_12345加一下",
    "urls": "看http://example.org/a?b=1这篇好看",
    "short_urls": "好看 t.cn/A6abCd 吧",
    "full_width_brackets": "今天好［笑哭］开心",
    "square_brackets": "今天好[笑哭]开心",
    "hashtags": "#周末去哪#去山上走走",
    "emotion_codes": "真是:smile:太好了",
    "repost_mentions": "@小明:你说得对",
    "reposts": "说得好// @小明",
    "mentions": "你好@小明 在家吗",
    "show_all": "这件事太长了…显示全部",
    "comment_tails": "写得很好 ¡ 评论 赞 收藏",
    "link_words": "请看alink这里",
    "trademarks": "我买了魔方™很好玩",
    "emoji": "今天真开心😂啊",
    "letters_and_digits": "我买了abc9的票",
    "emails": "写信给我ann@example.org吧",
    "phones": "打我电话13800138000吧",
    "qq_numbers": "加我QQ:123456789聊",
    "mojibake": "他说â€œ好的â€\x9d就走了",
    "control_characters": "你好\u200b吗\x07朋友",
    "script_conversion": "這個東西真的很貴",
    "no_script": "yes indeed",
    "no_script_numbers": "178",
    "polls": "我参与了投票，我投给了“红色”，你也快来表态吧",
    "generic_forms": "转发微博",
    "too_short": "嗯",
    "too_long": "".join(map(chr, range(0x4E00, 0x5300))),
    "repeated_phrases": "哈" * 12 + "好",
    "repeated_long_phrases": "今天天气真好" * 9,
    "dirty": "你是坏词，真的",
    "dirty_inside": "我在上海大学读书",
    "topics": "说说药词，怎么样",
    "topics_inside": "中华人民共和国很大",
    "names": "阿梨，你来吗",
    "names_inside": "他在北京大学教书",
    "symbols": "真好☆☆看",
    "symbols_inside": "我家在南京大学旁边",
    "platform": "广词，快来买",
    "platform_inside": "我们在天安门见面",
    "alpha_noise": "asdfghjk嗯",
    "repeated_words": "红 蓝 绿 红 绿 蓝 蓝 绿 红 绿 红 蓝 蓝 红",
    "repeated_common_words": "红 红 红 红 蓝 蓝 蓝 绿 绿 绿 黄 紫",
    "on_bad": "@小明",
    "split_reposts": "我也觉得 //@小红:这里真美",
}
ENDS = {
    "generic_responses": ("昨天又没睡好", "我也是 我也是 啊啊"),
    "same_as_post": ("你吃饭了吗", "你吃饭了吗"),
    "short_response": ("晚上一起吃饭吧", "可以", "嗯"),
    "long_dialogues": tuple(f"第{n}句话说的是别的事{n * 7}" for n in range(35)),
    "adverts_1": ("昨天的比赛很精彩", "全场商品打折欢迎大家到本店来选购先到先得数量不多"),
    "adverts_2": ("明天要下雨了", "全场商品打折欢迎大家到本店来选购先到先得数量不多"),
    "adverts_3": ("猫会不会做梦", "全场商品打折欢迎大家到本店来选购先到先得数量不多"),
    "trigrams_1": ("这本书讲什么", "我不知道你在说什么"),
    "trigrams_2": ("那条路通哪里", "我不知道你在说什么"),
}
LISTS = {  # a term that is a word, and one that lies inside another word
    "dirty": "坏词\n海大\n",
    "topics": "药词\n华人\n",
    "names": "阿梨\n京大\n",
    "symbols": "☆☆\n京大\n",
    "platform": "广词\n安门\n",
}


def _rows() -> list[dict[str, object]]:
    rows = []
    for name, text in NOISY_ZH.items():
        rows += chain(name, f"先说一件{name}的小事", "后来怎么样了呢", text, "原来是这样", "就是这样的")
    for name, texts in ENDS.items():
        rows += chain(name, *texts)
    return rows


def corpora(folder: Path) -> Path:
    """Chinese with every noise, and English to train on."""
    add(folder, "corners", {"corners.jsonl": lines(_rows())}, "zh")
    add(folder, "talk", {"talk.jsonl": lines(talk(150))}, "en")
    return folder


def blacklists(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in LISTS.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return folder


def annotations(folder: Path) -> Path:
    """Who answers a post of talk by the words of another one is noisy."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = talk(150, seed=1)
    texts = {row["id"]: row["text"] for row in rows}
    pairs = [(texts[row["parent"]], row["text"]) for row in rows if row["parent"]]
    labelled = []
    for number, (post, response) in enumerate(pairs):
        other = pairs[(number + 7) % len(pairs)][1]
        labelled += [(post, response, "clean"), (post, other, "noisy")]
    text = "".join(
        json.dumps({"post": post, "response": response, "label": label, "language": "en"}) + "\n"
        for post, response, label in labelled
    )
    (folder / "noise.jsonl").write_text(text, "utf-8")
    return folder
