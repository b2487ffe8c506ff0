"""Who decides disputes, where, by which law, in a Chinese agreement: name for name, by code. No I/O."""

import re

_NAME = r"[\u3400-\u9fff（）()]{2,24}?"
_BODY = rf"(?P<name>{_NAME}(?:仲裁委员会|仲裁院|仲裁中心|人民法院))"
_ASKED_AND_THERE = (
    (re.compile(rf"(?:提交|交由|改由|改为|[由向至到]){_BODY}"), re.compile(rf"(?:提交|[由向]){_BODY}")),
    (
        re.compile(r"在(?P<name>[\u3400-\u9fff]{2,8}?)(?:仲裁|诉讼|起诉|审理)"),
        re.compile(r"在(?P<name>[\u3400-\u9fff]{2,8}?)(?:仲裁|诉讼|起诉|审理)"),
    ),
    (
        re.compile(r"(?:适用|改为|改用|依照)(?P<name>[\u3400-\u9fff]{2,16}?)法律"),
        re.compile(r"(?:适用|依照)(?P<name>[\u3400-\u9fff]{2,16}?)法律"),
    ),
)


def forum_replaced(instruction: str, text: str) -> str:
    """The clause with the body, the seat and the law that the instruction names in place of those it holds;
    "" when it holds none of them exactly once."""
    new = text
    for asked, there in _ASKED_AND_THERE:
        wanted = asked.search(instruction)
        found = list(there.finditer(new))
        if wanted and len(found) == 1:
            new = new[: found[0].start("name")] + wanted["name"] + new[found[0].end("name") :]
    return new if new != text else ""
