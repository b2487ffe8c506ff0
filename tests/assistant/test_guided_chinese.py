"""The same path on a Chinese agreement: articles, items, periods, shares and terms, by code alone."""

from pathlib import Path

import pytest

from tests.assistant.agreements import carry_out
from tests.assistant.obliging import obliging
from tests.models.scripted import ScriptedModel

TERMS = (
    "第一条 定义",
    "“质量保证期”指自验收之日起二十四个月的期间。",
    "第二条 价款",
    "合同生效后十个工作日内，买方支付合同总价的百分之三十作为预付款。",
    "第三条 通知",
    "卖方应当在发货七日前以书面形式通知买方。",
    "第四条 转让",
    "任何一方不得转让本合同。",
)
PLAIN = [
    ("第二条的付款期限由十个工作日改为十五个工作日。", TERMS[3], TERMS[3].replace("十个", "十五个")),
    ("把质量保证期由二十四个月改为三十六个月。", TERMS[1], TERMS[1].replace("二十四", "三十六")),
    ("预付款比例改为百分之二十。", TERMS[3], TERMS[3].replace("百分之三十", "百分之二十")),
    ("将发货通知提前到十日前。", TERMS[5], TERMS[5].replace("七日", "十日")),
    ("将第三条的“书面形式”改为“电子邮件”。", TERMS[5], TERMS[5].replace("书面形式", "电子邮件")),
]


@pytest.mark.parametrize(("instruction", "old", "new"), PLAIN)
def test_a_plain_change_is_made_by_code_alone(tmp_path: Path, instruction: str, old: str, new: str) -> None:
    done = carry_out(tmp_path, ScriptedModel([]), instruction, TERMS)
    assert done.changed == {old: new}, done.message


def test_a_whole_article_goes(tmp_path: Path) -> None:
    done = carry_out(tmp_path, obliging(), "删除第四条。", TERMS)
    assert done.changed == {TERMS[6]: None, TERMS[7]: None}


def test_an_article_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    done = carry_out(tmp_path, ScriptedModel([]), "第四十条改为十日。", TERMS)
    assert (done.state, done.edit) == ("refused", None)
    assert "第四十条" in done.message
