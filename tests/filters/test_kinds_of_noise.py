"""The eight kinds of noise that rules can know (Wang et al. 2020, table 1), and raw texts, by all rules."""

import pytest

from dialogue_etl.filters.chain import Chain
from dialogue_etl.filters.parameters import Rules
from dialogue_etl.filters.utterance.blacklists import Blacklists
from tests.filters.ready import texts, turns

CHAINS = {
    language: Chain.of(language, Rules(min_turns=0).model_dump(), Blacklists.load(language).terms)
    for language in ("zh", "en")
}
FACE = '<span class="url-icon"><img alt=[笑cry] src="//h5.example.cn/笑.png" style="width:1em;" /></span>'


@pytest.mark.parametrize(
    ("language", "said", "left"),
    [
        # A tag of the platform is cut …
        ("zh", "回复@爱喝粥的猫 :今晚也加班", [["今晚也加班"]]),
        ("zh", "今晚也加班[允悲]", [["今晚也加班"]]),
        # … an advert, a dirty word, a special one and a sign of the platform end the dialogue …
        ("zh", "@木子小姐 带着新品首发的面霜来为大家倾情代言！", []),
        ("zh", "官方旗舰店限时优惠，点击购买", []),
        ("zh", "又被这个绿茶婊给骗了", []),
        ("zh", "要不先吃点阿奇霉素", []),
        ("zh", "数学班哪家强？求推荐【微信】", []),
        # … who is named becomes a placeholder, and a drawn face is cut.
        ("zh", "赵晓峰，你怎么还不来", [["<NAME1>，你怎么还不来"]]),
        ("zh", "小明和小红书没关系", [["<NAME1>和小红书没关系"]]),
        ("zh", "*( ¯ ▽ ¯ )*", []),
        ("zh", "终于下班了(≧▽≦)/", [["终于下班了"]]),
        # What people say with such words stays.
        ("zh", "他回复我了，说代购也行", [["他回复我了，说代购也行"]]),
        ("zh", "微信上说吧（真的）", [["微信上说吧（真的）"]]),
        # Texts as interfaces give them.
        ("zh", f"回复<a href='/n/大 树'>@大 树</a>:我也去{FACE}", [["我也去"]]),
        ("zh", '<a href="/s?q=%23早餐#早餐吃什么">#早餐吃什么#</a><br />豆浆&amp;油条', [["豆浆&油条"]]),
        ("zh", "<a href='/n/大树'>@大树</a>一起去吗", [["一起去吗"]]),
        ("zh", '今天的事说来话长...<a href="/status/1">全文</a>', [["今天的事说来话长"]]),
        (
            "en",
            "&gt; it never rains\n\nIt **does**, [look](https://example.org/a_(b)) u/bob_1!",
            [["It does, look !"]],
        ),
        ("en", "Removed.\n\n*I am a bot, and this action was performed automatically.*", []),
    ],
)
def test_what_is_left_of_an_utterance(language, said, left):
    assert texts(CHAINS[language].apply(turns([said])).pieces) == left


def test_an_answer_to_anything_goes():
    assert texts(CHAINS["zh"].apply(turns(["又要加班了", "我也要我也要 呜呜"])).pieces) == [["又要加班了"]]
