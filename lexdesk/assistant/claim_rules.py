"""Which kind of source a sentence needs, told by its words: law, fact, current wording. No model, no I/O.

Rules. A sentence speaks of *law* when it names an enactment or a decision or says what the law, a court or a
statute does; of *wording* when it says what the agreement, one of its clauses or a draft says; of *fact* when
it tells what somebody did, wrote, paid, sent or said on a day or in the past. A legal proposition needs
authority that is valid at the matter's date; a fact needs the client's evidence; current wording needs the
current version; a draft proves none of them, save what that draft itself said. Where the words show no kind,
or more than one, nobody is accused: the sentence is said to be not classified. Nor is anybody accused where a
sentence for the most part repeats the passage of the agreement or of the authority that it cites: then it
states what that passage says, whatever words it uses for it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from lexdesk.assistant.ranking import words
from lexdesk.evidence.ontology import OUTDATED, word
from lexdesk.matter.records import SourceRow

SentenceKind = Literal["law", "fact", "wording", "earlier_wording", "playbook", "not_classified"]
NOT_THE_COURT = ("dissent", "headnote", "argument")
_REPEATED = 0.6  # share of the sentence's telling words that stand in the passage it cites
WRONG_KIND = "wrong_kind_of_source"
NOT_CLASSIFIED = "not_classified"
UNCONFIRMED = "authority_unconfirmed"

_LAW = re.compile(
    r"\b(?:[A-Z][\w’'-]+\s+)+(?:Act|Code|Statute|Ordinance|Regulations?|Directive|Convention|Rules)\b(?:\s+(?:of\s+)?\d{4})?"
    r"|\b(?:the|that|this)\s+(?:act|statute|code|regulation|directive)\b"
    r"|\b(?:by|under|as a matter of|at|in)\s+(?:the\s+)?"
    r"(?:applicable\s+|governing\s+|mandatory\s+|common\s+|case\s+)?law\b"
    r"|\bthe\s+(?:common\s+|case\s+)?law\s+(?:is|says|provides|requires|allows|permits|forbids|does)\b"
    r"|\b(?:the\s+)?(?:supreme\s+|high\s+|appeal\s+|district\s+)?courts?\s+(?:of\s+\w+\s+)*"
    r"(?:held|holds?|decided|ruled|found|will|would|may|must|cannot|construes?|construed|reads?|enforces?|applies|applied)\b"
    r"|\b[A-Z][\w.&’'-]*(?:\s+[\w.&’'-]+){0,5}\s+v\.?\s+[A-Z]"
    r"|\[(?:19|20)\d{2}\]\s+[A-Z]{2,}|\b\d+\s+(?:U\.?S\.?|F\.?\s?[23]d|S\.?\s?Ct)\.?\s+\d+"
    r"|\b(?:is|are)\s+(?:void|voidable|unenforceable|unlawful|enforceable)\b"
    r"|\b(?:was|were|is)\s+(?:overruled|repealed|superseded)\b"
    r"|《[^》]*(?:法|条例|规定|解释|办法|法典|公约|通则)》"
    r"|(?:根据|依照|按照|依据)?(?:法律|法规|民法典|司法解释)(?:的)?(?:规定|要求|允许|禁止)"
    r"|(?:最高人民法院|[\u4e00-\u9fff]{0,8}人民法院|法院|仲裁庭)(?:认为|判决|裁定|认定|应当|会|不予|可以|指出)"
    r"|依法|(?:无效|可撤销|不具有法律效力|有法律约束力)(?:的)?[。；，]?$",
)
_EARLIER = re.compile(
    r"\b(?:earlier|previous|prior|first|old|original|superseded)\s+(?:draft|version|wording|text)\b|\bpreviously\s+"
    r"(?:read|said|provided)\b|\bbefore\s+the\s+(?:change|edit|amendment)\b|\bversion\s+\d+\s+(?:said|read|had|provided)\b"
    r"|(?:早先|先前|之前|初|旧|原|前一|上一)(?:的)?(?:稿|草案|版本|文本|版)|原文(?:曾|为|写|是)|修改前",
    re.IGNORECASE,
)
_PLAYBOOK = re.compile(
    r"\bplaybook\b|\bfallback\s+position\b|谈判手册|谈判指引|合同审查手册|审查指引", re.IGNORECASE
)
_WORDING = re.compile(
    r"(?<!unless )(?<!if )(?<!where )(?<!whether )\b(?:this|the)\s+"
    r"(?:(?:supply|licen[cs]e|service|services|lease|framework|master|purchase|loan|current|present)\s+)*"
    r"(?:agreement|contract|lease|deed)\s+(?:\w+\s+){0,2}?"
    r"(?:says|provides|states|requires|allows|permits|contains|has|gives|fixes|limits|caps|sets|defines|excludes|is\s+silent|"
    r"does|names|obliges|begins|ends|continues|may|shall|must)\b"
    r"|\b(?:section|clause|article|schedule|paragraph|annex|exhibit)s?\s+(?:\d|[IVXLC]+\b|[A-Z]\b)"
    r"|\bunder\s+(?:this|the)\s+(?:agreement|contract)\b|\bthe\s+current\s+(?:wording|text|draft|version)\b"
    r"|\bthe\s+(?:supplier|customer|seller|buyer|licensor|licensee|lessor|lessee|receiving\s+party|disclosing\s+party|parties|"
    r"landlord|tenant|contractor|client)\s+(?:shall|must|may)\b"
    r"|(?:本合同|本协议|该合同|该协议|合同|协议)(?:的)?(?:约定|规定|载明|要求|写明|允许|限制|未约定|没有约定|第)"
    r"|(?:根据|依照|按照)(?:本|该)?(?:合同|协议)"
    r"|第[\d一二三四五六七八九十百]+(?:\.\d+)*(?:条|款|项|章|节)"
    r"|(?:甲方|乙方|卖方|买方|供方|需方|出租人|承租人|许可方|被许可方|双方)(?:应当|应|须|不得|可以|有权)",
    re.IGNORECASE,
)
_TOLD = (
    r"sent|wrote|told|said|says|paid|received|delivered|agreed|asked|confirmed|refused|signed|replied|called|met|visited|"
    r"reported|complained|ordered|invoiced|notified|informed|stated|knew|lost|returned|used|bought|sold|promised|admitted|"
    r"explained|expects?|wants?|fears?|believes?|uses|writes|asks|reports|warns"
)
_FACT = re.compile(
    rf"\b(?:our\s+client|the\s+client|we|he|she|they|[A-Z][\w’'-]+(?:\s+[A-Z][\w’'-]+)*)(?:’s|'s)?\s+(?:\w+\s+){{0,2}}?"
    rf"(?:has\s+|have\s+|had\s+)?(?:{_TOLD})\b"
    r"|\b(?:the\s+)?(?:e-?mail|letter|invoice|minutes|memo|message|report|receipt)s?\s+(?:of|from|dated|sent|says|shows|states|"
    r"confirms|records|reports)\b"
    r"|\bon\s+\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?[A-Z][a-z]+(?:\s+\d{4})?,?\s|\bin\s+fact\b"
    r"|(?:我方|客户|委托人|当事人|对方|其|他|她)(?:\S{0,12})?(?:告知|发送|发出|收到|支付|付款|交付|签署|签收|回复|确认|表示|拒绝|承认|通知|"
    r"陈述|写道|称|说)"
    r"|(?:邮件|电子邮件|来信|函件|发票|会议纪要|收据|报告)(?:显示|载明|写明|说明|记录|表明|称)"
    r"|于\s*\d{4}年\d{1,2}月\d{1,2}日",
)
_ALLEGED = re.compile(
    r"\b(?:alleges?|alleged|claims?|claimed|asserts?|asserted|contends?|contended|argues?|argued|says|said|states?|stated|writes|"
    r"wrote|according\s+to|other\s+side)\b|主张|声称|称|辩称|诉称|对方(?:说|表示|认为)",
    re.IGNORECASE,
)
_STATUTE_SECTION = re.compile(
    r"\b(?:section|article|rule|regulation)s?\s+[\d.]+(?:\(\w+\))*\s+of\s+the\s+(?!agreement|contract|schedule)",
    re.IGNORECASE,
)
_FOR = {
    "law": "A statement of law needs authority",
    "fact": "A statement of fact needs the client's evidence",
    "wording": "A statement of the current wording needs the current version",
    "playbook": "A statement of the playbook needs the playbook",
    "earlier_wording": "A statement of earlier wording needs that draft",
}


@dataclass(frozen=True)
class Backing:
    """What stands behind a pin: a source with the voice of the passage, or a version of the agreement.

    ``source`` None: the agreement; ``current`` says whether it is its current version.
    """

    source: SourceRow | None
    current: bool = True
    voice: str = ""
    text: str = ""  # of the passage cited


def kinds_of(sentence: str) -> tuple[SentenceKind, ...]:
    """The kinds the words show, in the order law, earlier wording, playbook, wording, fact; () for none.

    A section "of the Retention Act" is law and no wording; what an earlier draft said is earlier wording and
    no current one.
    """
    found: list[SentenceKind] = []
    rest = _STATUTE_SECTION.sub(" the ", sentence)
    if _LAW.search(sentence):
        found.append("law")
        rest = re.sub(
            r"《[^》]*》(?:的)?(?:第[\d一二三四五六七八九十百零]+条)?(?:第[\d一二三四五六七八九十]+款)?",
            "",
            rest,
        )
    if _EARLIER.search(rest):
        found.append("earlier_wording")
    elif _PLAYBOOK.search(rest):
        found.append("playbook")
    elif _WORDING.search(rest):
        found.append("wording")
    if (
        _FACT.search(rest)
        and "wording" not in found
        and "earlier_wording" not in found
        and "law" not in found
    ):
        found.append("fact")
    return tuple(found)


def check_kind(sentence: str, backings: Sequence[Backing], as_of: str = "") -> list[tuple[str, str]]:
    """(state, message): ``wrong_kind_of_source``, ``not_classified``, ``authority_unconfirmed``, or nothing
    where the kind of source fits. ``as_of`` is the matter's date (ISO, "" = none set).

    A sentence of one kind is wrong where none of its sources is of that kind; one of two kinds where its
    sources are of neither, and is not classified where they are of one only.
    """
    if not backings:
        return []
    kinds = _kinds_beside(sentence, backings)
    if not kinds:
        only = _what_never_proves(backings)
        if only:
            return [
                (WRONG_KIND, f"{only} An earlier draft proves neither law nor fact nor the current wording.")
            ]
        return [
            (
                NOT_CLASSIFIED,
                "Whether this states law, fact or wording was not classified; the kind of its source was not "
                "checked.",
            )
        ]
    reasons = {kind: [_why_not(kind, backing, sentence, as_of) for backing in backings] for kind in kinds}
    good = [kind for kind in kinds if "" in reasons[kind]]
    if not good:
        said = "; ".join(dict.fromkeys(why for kind in kinds for why in reasons[kind] if why))
        need = " or ".join(_FOR[kind] for kind in kinds)
        return [(WRONG_KIND, f"{need}: {said}.")]
    checks: list[tuple[str, str]] = []
    if len(good) < len(kinds):
        lacking = ", ".join(kind.replace("_", " ") for kind in kinds if kind not in good)
        checks.append(
            (
                NOT_CLASSIFIED,
                f"The sentence seems to speak of {lacking} too, for which it cites nothing of that kind.",
            )
        )
    if "law" in good:
        checks += _unconfirmed(
            [one for one, why in zip(backings, reasons["law"], strict=True) if not why], as_of
        )
    return checks


def _kinds_beside(sentence: str, backings: Sequence[Backing]) -> tuple[SentenceKind, ...]:
    """The kinds of a sentence beside what it cites: one that repeats the current agreement states wording,
    one that repeats an authority states law."""
    for backing in backings:
        if _repeats(sentence, backing.text):
            if backing.source is None and backing.current:
                return ("wording",)
            if backing.source is not None and backing.source.role == "law":
                return ("law",)
    return kinds_of(sentence)


def _repeats(sentence: str, text: str) -> bool:
    said = set(words(sentence))
    return bool(said) and len(said & set(words(text))) >= _REPEATED * len(said)


def authority_fault(source: SourceRow, voice: str, as_of: str) -> str:
    """Why a source, or this voice of it, is no authority valid at the date; "" if nothing speaks against it.

    Literature, a status of superseded, repealed or overruled, a first day after the date, a last day before
    it, a dissent, a headnote and counsel's argument are none.
    """
    name = source.short_name or source.title or source.file_name
    if source.role != "law":
        return f"{name} is {_a(word(source.kind or source.role))}, no authority"
    if source.status in OUTDATED:
        return f"{name} is {word(source.status)}"
    starts = source.valid_from or source.dated
    if as_of and starts and starts > as_of:
        return f"{name} is of {starts}, later than the matter's date {as_of}"
    if as_of and source.valid_to and source.valid_to < as_of:
        return f"{name} was in force until {source.valid_to}, before the matter's date {as_of}"
    if voice in NOT_THE_COURT:
        return f"the passage of {name} is {_a(word(voice))}, not the decision"
    return ""


def _a(words: str) -> str:
    if words.startswith(("client", "other side", "counsel", "law", "kind not")):
        return words
    return f"an {words}" if words[0] in "aeiou" else f"a {words}"


def _why_not(kind: SentenceKind, backing: Backing, sentence: str, as_of: str) -> str:
    source = backing.source
    if kind in ("wording", "earlier_wording"):
        if source is None:
            return (
                ""
                if backing.current or kind == "earlier_wording"
                else "the version cited is not the current one"
            )
        name = source.short_name or source.title
        if kind == "earlier_wording" and source.role in ("earlier_draft", "draft"):
            return ""
        return f"{name} is {_a(word(source.kind or source.role))}"
    if source is None:
        return "the agreement itself is cited"
    if kind == "law":
        return authority_fault(source, backing.voice, as_of)
    if kind == "playbook":
        return "" if source.role == "playbook" else f"{source.short_name} is no playbook"
    if source.role == "fact" or (source.role == "other_side_fact" and _ALLEGED.search(sentence)):
        return ""
    if source.role == "other_side_fact":
        return f"{source.short_name} is what the other side says, which shows only that they say it"
    return f"{source.short_name} is {_a(word(source.kind or source.role))}"


def _what_never_proves(backings: Sequence[Backing]) -> str:
    """A sentence about the sources when every one of them is a draft of before; "" otherwise."""
    drafts = [one.source for one in backings if one.source is not None and one.source.role == "earlier_draft"]
    if len(drafts) < len(backings):
        return ""
    return f"Only {', '.join(dict.fromkeys(row.short_name for row in drafts))} is cited."


def _unconfirmed(backings: Sequence[Backing], as_of: str) -> list[tuple[str, str]]:
    """That nobody vouches for the authority at the date, when that is so of every one cited."""
    said = []
    for backing in backings:
        source = backing.source
        if source is None:
            continue
        if source.status == "in_force" and (not as_of or source.as_of >= as_of):
            return []
        until = f"vouched for only until {source.as_of}" if source.as_of else "vouched for by nobody"
        status = "unknown" if source.status == "unknown" else word(source.status)
        what = until if source.status == "in_force" else f"status {status}"
        said.append(f"{source.short_name}: {what}")
    return [(UNCONFIRMED, f"{'; '.join(dict.fromkeys(said))}.")] if said else []
