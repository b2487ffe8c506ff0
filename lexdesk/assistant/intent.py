"""What an instruction asks for, read by code where the words are plain."""

import re
from dataclasses import dataclass
from typing import Literal

Act = Literal["question", "delete", "revise", "insert", "rename", "unclear"]

_QUESTION_START = re.compile(
    r"^\s*(?:what|which|who|whom|whose|why|how|does|do|did|is|are|was|were|tell me|explain|summari[sz]e|list|"
    r"show me|find)\b",
    re.IGNORECASE,
)
_POLITE = re.compile(r"^\s*(?:please|kindly|could you|can you|would you|you should)[,\s]+", re.IGNORECASE)
_DELETE = re.compile(
    r"^(?:delete|strike(?:\s+out)?|remove|drop|take\s+(?:\w+\s+)?out|cut(?!.*\bto\b)|omit|get\s+rid\s+of|scrap|kill|axe|ditch|eliminate)\b",
    re.IGNORECASE,
)
_GOES = re.compile(
    r"\b(?:clause|section|article|provision|paragraph|part|one|it|that|\d[\w.()]*)\b[^.]{0,60}?\b(?:ha(?:s|ve)\s+to\s+go|needs?\s+to\s+go|must\s+go|"
    r"should\s+(?:go|come\s+out|be\s+(?:deleted|removed|struck))|(?:is|are)\s+to\s+be\s+(?:deleted|removed|struck))\b(?!\s+to)",
    re.IGNORECASE,
)
_PLACE_FIRST = re.compile(
    r"^(?:(?:in|at|under)\s+(?:section|clause|article)?\s*\d[\w.()]*\s+|(?:in|at|under|to)\s+[^,:]{1,80}[,:]\s+|[^,.:]{1,50}\b(?:clause|section|article|provision)\b[^,.:]{0,20}:\s+|"
    r"(?:clause|section|article|§)?\s*\d[\w.()]*:\s+)",
    re.IGNORECASE,
)
_INSERT = re.compile(
    r"^(?:add|insert|include|create|put\s+in)\b.{0,60}?\b(?:new\s+)?(?:clause|section|paragraph|article|sub-?section|sub-?clause|provision)\b",
    re.IGNORECASE,
)
_A_CLAUSE = re.compile(
    r"^(?:(?:add|insert|include|create|put\s+in)\s+(?:an?|another|one)\s+(?:\w+\s+)?(?:clause|section|article|sub-?section|sub-?clause|"
    r"provision|definition)\b|define\s+[“\"‘']?[A-Z])",
    re.IGNORECASE,
)
_NEW_CLAUSE = re.compile(
    r"\bnew\s+(?:clause|section|paragraph|article|sub-?section|sub-?clause|provision|item)\b", re.IGNORECASE
)
_RENAME = re.compile(
    r"^(?:rename|replace\s+the\s+(?:defined\s+)?term|change\s+the\s+(?:defined\s+)?term)\b|\b(?:throughout|everywhere|wherever\s+it\s+(?:appears|occurs))\b",
    re.IGNORECASE,
)
_EDIT_VERB = re.compile(
    r"^(?:change|amend|replace|revise|make|raise|lower|increase|reduce|extend|shorten|set|swap|correct|fix|update|"
    r"reword|redraft|rewrite|limit|cap|cut|loosen|tighten|carve|narrow|widen|turn|switch|add|insert|include|fill|adjust|align|state|"
    r"provide|move|substitute|convert|double|halve|give|allow|require|exclude)\b",
    re.IGNORECASE,
)
_CHECK = re.compile(
    r"^(?:check|verify|confirm|ensure|make\s+(?:sure|certain|it\s+clear)|see\s+(?:to\s+it\s+)?that|double-?check|clarify)\b",
    re.IGNORECASE,
)
_CHECK_TO_CHANGE = re.compile(r"^(?:ensure|make|see|clarify)\b", re.IGNORECASE)
_IF_NOT = re.compile(
    r"\bif\s+(?:not|it\s+(?:does\s+not|doesn['’]t|is\s+not|isn['’]t)|there\s+is\s+(?:no|none)|missing)\b|\botherwise\b|\bif\s+need(?:ed|\s+be)\b",
    re.IGNORECASE,
)
_PART_OF_CLAUSE = re.compile(
    r"\b(?:words?|phrase|sentence|item|limb|reference\s+to|proviso|carve-?out|exception|comma)\b|[\"“‘']",
    re.IGNORECASE,
)
_NAME = r"[A-Z][\w&'-]*(?:\s+(?:of\s+|and\s+|the\s+)?[A-Z][\w&'-]*){0,4}"
_NAME_NOT_NAME = re.compile(
    rf"\b(?:be|is|to|of|in|say|read|use|under|by)\s+(?:the\s+)?(?P<new>{_NAME})(?:,?\s+not|,?\s+instead\s+of|,?\s+rather\s+than)\s+"
    rf"(?:the\s+)?(?P<old>{_NAME}?)(?=[.,;]|\s*$)"
)
_CHINESE = (
    ("delete", re.compile(r"^(?:请)?(?:将|把)?.{0,40}?(?:整条|全文|全部)?(?:删除|删去|删掉)")),
    ("insert", re.compile(r"^(?:请)?.{0,30}?(?:增加|新增|插入|添加)(?:一条|一款|一项|条款|新)")),
    ("rename", re.compile(r"(?:全文|所有|各处).{0,30}?(?:改为|替换为|更名)")),
    (
        "revise",
        re.compile(
            r"(?:改为|修改|变更为|调整|替换|延长|缩短|提高|降低|增加|改成|提前|推迟|减少|改一下|设为|定为)"
        ),
    ),
    ("question", re.compile(r"(?:吗|呢|什么|哪|谁|何|是否|多少|怎么|如何|为何)[^。]*[？?]?\s*$")),
)


@dataclass(frozen=True)
class Intent:
    """``act`` and, for a change "from X to Y", both sides as written ("" when not given)."""

    act: Act
    before: str = ""
    after: str = ""
    if_missing: bool = False  # only to be changed where the agreement does not say so yet


def read_intent(instruction: str) -> Intent:
    """What the words plainly ask for; ``unclear`` when a model or the lawyer has to say."""
    text = " ".join(instruction.split())
    before, after = _from_to(text)
    if re.search(r"[\u4e00-\u9fff]", text):
        for act, pattern in _CHINESE:
            if pattern.search(text):
                return Intent(act, before, after)  # type: ignore[arg-type]
        return Intent("unclear", before, after)
    bare = _POLITE.sub("", text)
    if not (_DELETE.match(bare) or _INSERT.match(bare) or _EDIT_VERB.match(bare) or _RENAME.match(bare)):
        bare = _PLACE_FIRST.sub("", bare)
    if not _POLITE.match(text) and (_QUESTION_START.match(bare) and not _EDIT_VERB.match(bare)):
        return Intent("question")
    sentences = re.split(r"(?<=[.;!])\s+", bare)
    first = sentences[0]
    if _CHECK.match(bare):
        wants = _CHECK_TO_CHANGE.match(bare) or _IF_NOT.search(bare)
        return Intent("revise", before, after, if_missing=True) if wants else Intent("question")
    if _RENAME.search(first) and not _DELETE.match(first):
        return Intent("rename", before, after)
    if _DELETE.match(first):
        whole = not _PART_OF_CLAUSE.search(_without_reason(first)) or re.search(
            r"\b(?:in\s+full|entirely|entire|whole|title\s+and\s+text|altogether|completely)\b",
            first,
            re.IGNORECASE,
        )
        return Intent("delete" if whole else "revise", before, after)
    where = re.search(r"\bafter\b|\bbefore\b", first)
    if _A_CLAUSE.match(first) or (_INSERT.match(first) and (_NEW_CLAUSE.search(first) or where)):
        return Intent("insert", before, after)
    if _EDIT_VERB.match(first):
        return Intent("insert" if _NEW_CLAUSE.search(first) else "revise", before, after)
    if bare.endswith(("?", "？")):
        return Intent("question")
    if _GOES.search(first) and not _PART_OF_CLAUSE.search(_without_reason(first)):
        return Intent("delete", before, after)
    verbs = [sentence for sentence in sentences[1:] if _EDIT_VERB.match(sentence) or _DELETE.match(sentence)]
    if verbs:
        return read_intent(verbs[0])
    if re.search(r"\b(?:should|must|shall|need(?:s)? to|ought to)\b", first):
        return Intent("revise", before, after)
    return Intent("unclear", before, after)


def _without_reason(text: str) -> str:
    """The instruction without its "because ..." tail, whose words do not say what to do."""
    return re.split(r"\b(?:because|since|as it|so that|given that)\b", text, maxsplit=1, flags=re.IGNORECASE)[
        0
    ]


def _from_to(text: str) -> tuple[str, str]:
    """Both sides of "from X to Y", "X becomes Y", "replace X with Y", "由X改为Y"; ("", "") otherwise."""
    for pattern in (
        r"\bfrom\s+[\"“‘']?(.{1,80}?)[\"”’']?\s+to\s+[\"“‘']?(.{1,120}?)[\"”’']?(?:[.;]?\s*$|[.;]\s|,\s)",
        r"\breplace\s+[\"“‘'](.{1,120}?)[\"”’']\s+(?:with|by)\s+[\"“‘'](.{1,160}?)[\"”’']",
        r"(?:由|从|将)[“\"]?(.{1,40}?)[”\"]?(?:改为|变更为|延长至|缩短至|改成|调整为|提高至|降低至)[“\"]?(.{1,60}?)[”\"]?(?:[。；，]|$)",
    ):
        hit = re.search(pattern, text, re.IGNORECASE)
        if hit:
            return hit.group(1).strip(), hit.group(2).strip()
    hit = _NAME_NOT_NAME.search(text)
    return (hit["old"].strip(), hit["new"].strip()) if hit else ("", "")
