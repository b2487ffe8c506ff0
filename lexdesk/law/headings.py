"""What a section is called: the words between its number and its text."""

import re

from lexdesk.law.model import Block

_LOWER_CASE = "a an and as at by for from if in into of on or per the to upon vs with without"
_SMALL = frozenset(_LOWER_CASE.split())
_NOTE = re.compile(r"\s*\([^()]*\)$")
_QUOTED = re.compile(r"[\"“'‘](?P<term>[^\"“”]{1,80}?)[\"”'’](?=[\s,]|$)")


def heading_line(text: str) -> bool:
    """True for a line that can be a heading: short, no sentence in it."""
    line = text.strip()
    if not line or len(line) > 100 or line[-1] in ";,，；":
        return False
    if re.search(r"[.。！!?？:：]\s*\S", re.sub(r"\b(?:U\.S\.|No\.|Inc\.|Ltd\.|Co\.)", "", line)):
        return False
    if re.search(r"[\u4e00-\u9fff]", line):
        return len(line) <= 40 and not re.search(r"[。；，：]", line)
    words = re.findall(r"[A-Za-z][\w’'-]*", line)
    big = sum(1 for w in words if w[0].isupper() or w.lower() in _SMALL)
    return bool(words) and words[0][0].isupper() and (big >= 0.7 * len(words) or len(words) <= 4)


def heading_after(block: Block, start: int, scheme: str) -> str:
    """Heading of the section whose words begin at ``block.text[start:]``; "" when it has none."""
    text = block.text[start:]
    if scheme in ("lower", "upper", "roman", "upper_roman", "digit", "zh_paren", "circle"):
        return ""
    if scheme.startswith("zh") or re.match(r"[\u4e00-\u9fff]", text):
        line = text.strip().split("\n")[0]
        return re.sub(r"^第\S+条\s*", "", line) if heading_line(line) and len(line) <= 40 else ""
    quoted = _QUOTED.match(text)
    if quoted:
        return quoted["term"].rstrip(",.")
    first = re.match(r"\s*(?P<head>[^.:;\n]{1,90}?)\s*(?:\.(?=\s|[A-Z]|$)|:|\n|\t|\s[–—]\s|$)", text)
    if first is None:
        return ""
    head = first["head"].strip()
    bold_end = max((b.end for b in block.bold if b.start <= start + 1 < b.end), default=0)
    if bold_end and bold_end < len(block.text.rstrip()):
        marked = block.text[start:bold_end].strip().rstrip(".:")
        if heading_line(marked):
            return marked
    # "Fees (number typed by hand)" alone in its paragraph: the note behind a heading need not look like one.
    bare = _NOTE.sub("", head) if first.end() == len(text) and not text.rstrip().endswith(".") else head
    return head if heading_line(head) or heading_line(bare) else ""
