"""What an instruction asks for, read by code where the words are plain."""

import re
from dataclasses import dataclass
from typing import Literal

Act = Literal["question", "delete", "revise", "insert", "rename", "move", "take back", "unclear"]

_QUESTION_START = re.compile(
    r"^\s*(?:what|which|who|whom|whose|why|how|does|do|did|is|are|was|were|tell me|explain|summari[sz]e|list|"
    r"show me|find)\b",
    re.IGNORECASE,
)
_POLITE = re.compile(r"^\s*(?:please|kindly|could you|can you|would you|you should)[,\s]+", re.IGNORECASE)
_DELETE = re.compile(
    r"^(?:delete|strike(?:\s+out)?|remove|drop|take\s+(?:\S+\s+){0,8}?out|cut(?!.*\bto\b)|omit|get\s+rid\s+of|scrap|kill|axe|ditch|eliminate)\b",
    re.IGNORECASE,
)
_GOES = re.compile(
    r"\b(?:clause|section|article|provision|paragraph|part|one|it|that|\d[\w.()]*)\b[^.]{0,60}?\b(?:ha(?:s|ve)\s+to\s+go|needs?\s+to\s+go|must\s+go|"
    r"should\s+(?:go|come\s+out|be\s+(?:deleted|removed|struck))|(?:is|are)\s+to\s+be\s+(?:deleted|removed|struck)|"
    r"(?:can|may)\s+(?:go|come\s+out)|go(?:es)?(?=[.;]?\s*$))\b(?!\s+to)|"
    r"\bwe\s+(?:don['’]t|do\s+not|no\s+longer)\s+(?:need|want)\b.*(?:\b(?:clause|section|article|provision)\b|\d\.\d)",
    re.IGNORECASE,
)
_MOVE = re.compile(
    r"^(?:move|relocate|shift|transfer|put)\b(?=.*\b(?:after|before|behind|below|above|ahead\s+of|following|in\s+front\s+of|"
    r"(?:end|start|beginning|top|bottom)\s+of)\b)(?!.*\b(?:sentence|words?|phrase|date|deadline)\b)",
    re.IGNORECASE,
)
_TAKE_BACK = re.compile(
    r"^(?:undo|revert|revoke|roll\s*back|take\s+back|withdraw|cancel|reverse)\b(?=\s+(?:that|it|this|(?:the|my|your|our|all|both|every|"
    r"last|previous|latest)\b[^.]{0,40}\b(?:edits?|changes?|deletions?|insertions?|decisions?|acceptances?|steps?|revisions?|versions?)\b)"
    r"|\s*[.!]?\s*$)",
    re.IGNORECASE,
)
_AFTER_ADD = re.compile(
    r"^(?:(?:right\s+|directly\s+|straight\s+)?(?:after|before|following|below|above|behind)\s+[^:]{2,80}?,\s*(?:please\s+)?(?:add|insert|put|include)\b"
    r"(?!\s+(?:the\s+)?(?:words?|phrase|sentence|[“\"‘']))|(?:a\s+)?(?:new|further|another|additional)\s+"
    r"(?:clause|section|paragraph|article|sub-?section|sub-?clause|provision)\b)",
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
    r"\bnew\s+(?:clause|section|paragraph|article|sub-?section|sub-?clause|provision|item|\d+(?:\.\d+)+)\b",
    re.IGNORECASE,
)
_RENAME = re.compile(
    r"^(?:rename|replace\s+the\s+(?:defined\s+)?term|change\s+the\s+(?:defined\s+)?term)\b|\b(?:throughout|everywhere|wherever\s+it\s+(?:appears|occurs))\b",
    re.IGNORECASE,
)
_EDIT_VERB = re.compile(
    r"^(?:change|amend|replace|revise|make|raise|lower|increase|reduce|extend|shorten|set|swap|correct|fix|update|"
    r"reword|redraft|rewrite|limit|cap|cut|loosen|tighten|carve|narrow|widen|turn|switch|add|insert|include|fill|adjust|align|state|"
    r"provide|move|substitute|convert|double|halve|give|allow|require|exclude|improve|strengthen|soften|rework|notify)\b",
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
_IF_SILENT = re.compile(
    r"^(?:if|unless)\b.{3,160}?\b(?:say|says|said|state[sd]?|provides?|cover(?:s|ed)?|there|mention(?:s|ed)?)\b.{0,160}?,\s*(?:please\s+)?"
    r"(?:add|insert|include|put|write|say|provide|state)\b",
    re.IGNORECASE,
)
_PART_OF_CLAUSE = re.compile(
    r"\b(?:words?|phrase|sentence|item|limb|reference\s+to|proviso|carve-?out|exception|comma)\b|[\"“‘]|(?<!\w)'|"
    r"(?<!section)(?<!clause)(?<!article)(?<=[A-Za-z]{3})\s\([a-z]{1,3}\)",
    re.IGNORECASE,
)
_NAME = r"[A-Z][\w&'-]*(?:\s+(?:of\s+|and\s+|the\s+)?[A-Z][\w&'-]*){0,4}"
_NAME_NOT_NAME = re.compile(
    rf"\b(?:be|is|to|of|in|say|read|use|under|by)\s+(?:the\s+)?(?P<new>{_NAME})(?:,?\s+not|,?\s+instead\s+of|,?\s+rather\s+than)\s+"
    rf"(?:the\s+)?(?P<old>{_NAME}?)(?=[.,;]|\s*$)"
)
_CHINESE = (
    (
        "take back",
        re.compile(
            r"^(?:请)?(?:撤销|撤回|撤消|恢复|取消)(?:刚才|上次|上一|最近|这次|该|那|所有|全部)?[^，。]{0,8}(?:修改|改动|删除|编辑|操作|决定|接受)"
        ),
    ),
    ("move", re.compile(r"(?:移|挪|调整|放)(?:到|至|动到).{0,30}?(?:之?后|之?前|末尾|开头|后面|前面)")),
    ("delete", re.compile(r"^(?:请)?(?:将|把)?.{0,40}?(?:整条|全文|全部)?(?:删除|删去|删掉)")),
    ("insert", re.compile(r"^(?:请)?.{0,30}?(?:增加|新增|插入|添加|加)(?:入|上)?(?:一条|一款|一项|条款|新)")),
    ("rename", re.compile(r"(?:全文|所有|各处|通篇|凡是?).{0,40}?(?:改为|替换为|更名|改称|改成|统一为)")),
    (
        "revise",
        re.compile(
            r"(?:改为|改由|改用|修改|变更为|调整|替换|延长|缩短|提高|降低|增加|改成|提前|推迟|减少|改一下|设为|定为|换成|"
            r"[降升提增减缩延](?:到|至|为))"
        ),
    ),
    ("question", re.compile(r"(?:吗|呢|什么|哪|谁|何|是否|多少|怎么|如何|为何)[^。]*[？?]?\s*$")),
)


_NUMBER = re.compile(r"(?<![\d.])\d+(?:\.\d+)*(?:\([A-Za-z0-9]{1,5}\))*")
_ZH_CHECK = re.compile(
    r"^(?:请)?(?:确保|务必|保证|检查|确认)|(?:没有|未作?|尚未)(?:的?话|约定|规定|写明).{0,8}(?:加|补|写)"
)
_ZH_STATES = re.compile(r"(?:应当|应该|应|必须|不得|须|只能|可以|有权)(?![^。]*[？?])")


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
        if _ZH_CHECK.search(text) and not text.endswith(("？", "?")):
            return Intent("revise", before, after, if_missing=True)
        for act, pattern in _CHINESE:
            if pattern.search(text):
                return Intent(act, before, after)  # type: ignore[arg-type]
        return Intent("revise" if _ZH_STATES.search(text) else "unclear", before, after)
    bare = _POLITE.sub("", text)
    if _TAKE_BACK.match(bare):
        return Intent("take back")
    if _MOVE.match(bare):
        return Intent("move")
    if _AFTER_ADD.match(bare):
        return Intent("insert", before, after)
    if not (_DELETE.match(bare) or _INSERT.match(bare) or _EDIT_VERB.match(bare) or _RENAME.match(bare)):
        bare = _PLACE_FIRST.sub("", bare)
    if _IF_SILENT.match(bare):
        return Intent("revise", before, after, if_missing=True)
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
    behind = re.split(r"[:;]\s+", first)[-1]
    if _DELETE.match(behind) and _NUMBER.search(behind):  # "Only one side should indemnify: delete 9.2."
        return read_intent(behind)
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
