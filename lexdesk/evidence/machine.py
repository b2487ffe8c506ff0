"""Words of a source that speak to a machine instead of a reader: told to the lawyer, never obeyed.

Rules, no model: who is spoken to (an assistant, a model, "the reviewing system", 审阅系统), or an order that only
a machine could carry out; and look-alikes of what LexDesk writes itself (pins, tool calls, turns, notes about
compaction). Ordinary duties of ordinary systems ("the booking software shall report") are not meant.
"""

import base64
import binascii
import re
from collections.abc import Iterator

from lexdesk.evidence.model import Finding
from lexdesk.text.normalise import INVISIBLE

MOST = 20  # findings of one kind for one text; the rest are counted

_WHO = (
    r"(?:a\.?i\.?(?:[- ](?:agent|assistant|model|reviewer|system|tool|reader|software|bot)s?)?|ll?ms?|chat ?bots?"
    r"|(?:large )?language models?|generative (?:model|system|tool)s?|artificial intelligences?"
    r"|chat ?gpt|gpt(?:-\w+)?|claude|copilot|gemini|llama|mistral|qwen|deepseek|lexdesk"
    r"|(?:automated|automatic|machine|digital|virtual|electronic)[- ](?:reader|reviewer|assistant|drafting tool"
    r"|drafting system|review(?:ing)? (?:tool|system|software)|drafter|agent)s?"
    r"|(?:review(?:ing)?|drafting|summari[sz]ing|reading|analysing|analyzing|legal)[- ](?:model|bot|ai|assistant"
    r"|agent)s?|(?:reviewing|summari[sz]ing|reading)[- ](?:system|software|tool|machine)s?"
    r"|ki[- ]?(?:assistent|system|modell|agent)\w*|sprachmodell\w*|(?:assistant|modèle|système|agent)s? d['’]ia"
    r"|intelligence artificielle|(?:asistente|modelo|sistema|agente)s? de ia|inteligencia artificial"
    r"|modelos? de lenguaje|modelli? linguistic[oi])"
)
_WEAK = r"(?:assistants?|models?|agents?|bots?|computers?|machines?|software|systems?)"
_ORDER = (
    r"(?:ignore|disregard|delete|remove|accept|approve|mark|say|state|report|tell|write|output|print|answer|respond"
    r"|reply|treat|classif(?:y|ies)|rank|record|remember|forget|memori[sz]e|show|hide|open|read|search|send|post"
    r"|upload|call|run|execute|insert|replace|change|set|stage|list|skip|quote|include|summari[sz]e|translate"
    r"|decode|follow|confirm|copy|load|fetch|visit|do not|don['’]t|never|always|please|shall|should|must|may|are to"
    r"|is to|you (?:are|must|shall|should|will|may|can|have))"
)
_CALLED = re.compile(r"\W{0,3}(?:dear |hey )?(?:assistants?|models?|agents?|bots?)\s*[:,]", re.IGNORECASE)
_WHAT_NEXT = re.compile(
    r"\W*(?:please )?(?:do not |don['’]t |never )?(?:say|state|report|accept|ignore|treat|answer|show|list|mark|tell|mention"
    r"|quote|hide|skip|open|send|call|delete|remember)\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_ORDERS = re.compile(rf"\b{_ORDER}\b", re.IGNORECASE)
_WRAPPED = re.compile(r"(?<=[\w,;’'-])[ \t]*\n[ \t]*(?=[\w(“\"])")
_STOP = re.compile(r"[.!?](?=\s)\s*|[。！？]\s*|\n\s*\n\s*")
_SPOKEN_TO = re.compile(
    rf"(?:@|\b)(?:(?:note|message|instructions?|attention|attn\.?|notice|memo)\b[ :]*(?:to|for)\b|to|for|dear|hey|hello"
    rf"|attention|attn)?[ :]*(?:any|all|every|the|each|an?)? ?\b{_WHO}\b[^:,;]{{0,60}}[:,—–]",
    re.IGNORECASE,
)
_DIRECTED = (
    # A machine is named and something is asked of it.
    re.compile(rf"\b{_WHO}\b[^.;]{{0,80}}?\b{_ORDER}\b", re.IGNORECASE),
    # Called by a common noun, at the beginning, with an order that follows.
    re.compile(
        rf"^\W{{0,3}}(?:dear |hey |hello |to (?:the|any|all|every) |note to (?:the |any )?|for (?:the|any) )?"
        rf"(?:(?:assistants?|models?|agents?|bots?)\s*[:,—–]\s*(?:\w+ ){{0,6}}?{_ORDER}\b"
        rf"|(?:assistants|models|bots) {_ORDER}\b)",
        re.IGNORECASE,
    ),
    re.compile(r"(?:^|\s)@(?:assistant|model|bot|ai|llm|lexdesk|agent)\b", re.IGNORECASE),
    re.compile(r"\bnote to (?:the |any |every )?(?:reviewing|reading|automated) \w+", re.IGNORECASE),
    re.compile(
        rf"\b(?:read|processed|reviewed|analy[sz]ed|parsed|summari[sz]ed|ingested|opened) by (?:an? |any |the )?"
        rf"(?:{_WHO}|(?:automated |computer )?{_WEAK})\b[^.]{{0,80}}\b(?:shall|must|should|will|is to|are to)\b",
        re.IGNORECASE,
    ),
    # Orders about the orders of a machine.
    re.compile(
        r"(?:^|[:,;]\s*|\b(?:please|and|then|now|must|should|shall)\s+)(?:ignore|disregard|forget|override|bypass)\b"
        r"(?!\s+(?:our|my)\b)[^.;]{0,40}?(?:\b(?:previous|prior|above|earlier|preceding|all|any|your|system|other)\b"
        r"[^.;]{0,30}\b(?:instruction|prompt|rule|guideline|guardrail|direction|safeguard)s?\b"
        r"|\b(?:matter boundar(?:y|ies)|system prompts?|guardrails?|your (?:instructions|rules|training)"
        r"|context window|chosen sources|privilege (?:marks?|tags?))\b)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\byou are (?:now )?(?:an? )?(?:ai|assistant|language model|chatbot|helpful)\b|\bdeveloper mode\b"
        r"|\byour system prompt\b|\bact as (?:an? )?(?:ai|assistant|unrestricted)\b|\bjailbreak",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\W{0,3}(?:answer|reply|respond)\s+(?:only\s+|simply\s+|exactly\s+)?(?:with|by)\s+(?:this|the following"
        r"|these|exactly|only|“|\"|')",
        re.IGNORECASE,
    ),
)
_WHO_ZH = (
    r"(?:人工智能|(?<![A-Za-z])(?:AI|LLM|GPT|ChatGPT)(?![A-Za-z])|大模型|语言模型|大语言模型|智能助手|智能体"
    r"|(?:自动|智能|机器)?(?:审阅|审查|审核|阅读|起草)(?:系统|模型|软件|机器人|助手|工具)|聊天机器人|智能审)"
)
_DIRECTED_ZH = (
    re.compile(rf"{_WHO_ZH}[^。；\n]{{0,16}}[：:，,][^。；\n]*"),
    re.compile(rf"{_WHO_ZH}[^。；\n]{{0,12}}(?:请|应|须|必须|务必|不要|不得|勿|需|无需|将)"),
    re.compile(rf"(?:由|经){_WHO_ZH}[^。；\n]{{0,6}}(?:阅读|审阅|处理|读取)[^。\n]{{0,40}}(?:应|须|必须|请)"),
    re.compile(
        r"^[\s“\"（(]*(?:各位|尊敬的|亲爱的|致)?(?:助手|模型|机器人|系统助手)[：:，,]?\s*(?:请|你|不要|务必|忽略|必须)"
    ),
    re.compile(
        r"(?:忽略|无视|忘记|忘掉|绕过)(?:掉)?(?:以上|上述|之前|先前|此前|前面|所有|全部|任何|你的|系统)[^。；\n]{0,12}"
        r"(?:指令|指示|提示|规则|要求|说明|限制|设定)"
    ),
    re.compile(r"(?:你现在是|你是一个|扮演)[^。\n]{0,8}(?:人工智能|助手|模型|AI)|开发者模式|系统提示词"),
)
_MARKER = re.compile(r"\[\[\s*[A-Za-z]{1,12}[_-]?\d{1,6}\s*\]\]|\btr_\d{3,}\b")
_TURN = re.compile(
    r"^[ \t>*#]*(?P<role>system|user|assistant|human|developer|tool|ai|用户|系统|助手)[ \t*]*[:：](?=\s*\S)",
    re.I | re.M,
)
_TURN_TOKEN = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|end|eot_id|start_header_id)[^|\n]*\|>|\[/?INST\]|<</?SYS>>"
    r"|^#{2,} ?(?:system|instruction|assistant|user|response)\b:?|</?(?:system|assistant|user)>",
    re.IGNORECASE | re.MULTILINE,
)
_CALL = re.compile(
    r"[\"'“](?:tool_calls?|function_call|tool_use|tool_name|function)[\"'”]\s*:|</?(?:tool_call|function_calls?|tool_use"
    r"|invoke|tool_code)\b|[\"'“](?:name|tool)[\"'”]\s*:\s*[\"'“]\w+[\"'”]\s*,\s*[\"'“](?:arguments|parameters|args)[\"'”]",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"[\"'“](?:tool_results?|tool_response|function_results?|tool_output|observation)[\"'”]\s*:|</?(?:tool_results?"
    r"|tool_response|function_results?)\b",
    re.IGNORECASE,
)
_COMPACTION = re.compile(
    r"\b\d* ?(?:earlier |previous |prior |older )?(?:turns?|messages?|conversation|chat(?: history)?|context|dialogue)\b"
    r"[^.\n]{0,30}\b(?:compacted|condensed|truncated|summari[sz]ed|shortened|omitted)\b|\bread_tool_result\b"
    r"|\[\s*LexDesk\s*[:：]|(?:对话|消息|上下文|聊天记录)[^。\n]{0,10}(?:已|被)(?:压缩|截断|省略|摘要)",
    re.IGNORECASE,
)
_BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{20,}={0,2}(?![\w+/=])")
_HEX = re.compile(r"(?<!\w)(?:[0-9a-fA-F]{2}:?){20,}(?!\w)")
# Looked for in small letters, one after the other, which is far cheaper than one expression for all; only
# sentences with one of these are looked at closely. A blank stands for the edge of a word.
_HINTS = (
    " ai ", "a.i.", "llm", "assistant", "language model", " bot", "chatbot", "gpt", "claude", "copilot", "gemini", "llama",
    "mistral", "qwen", "deepseek", "lexdesk", "artificial intel", "automated ", "automatic ", "machine", " agent",
    "reviewing", "review system", "summarising", "summarizing", "reading system", "reading model", " model",
    "software", "ignore", "disregard", "forget", "override", "bypass", "developer mode", "system prompt", "jailbreak",
    "act as", "you are", "answer", "reply", "respond", "sprachmodell", " ki", "d'ia", "d’ia", " de ia",
    "intelligence art", "inteligencia art", "modelli ling", "modello ling",
)  # fmt: skip
_HINTS_ZH = (
    "人工智能",
    "模型",
    "助手",
    "机器人",
    "智能",
    "系统",
    "软件",
    "忽略",
    "无视",
    "忘",
    "绕过",
    "开发者模式",
)
_BRACKETS = ("[[", "tr_")
_TOKENS = ("<|", "[inst", "[/inst", "<<", "##", "system>", "user>", "assistant>")
_CALLS = ("tool", "function", "arguments", "parameters", "invoke", "observation")
_SHORTENED = (
    "compacted", "condensed", "truncated", "summari", "shortened", "omitted", "read_tool_result", "lexdesk", "压缩", "截断",
    "省略", "摘要",
)  # fmt: skip
_UNSEEN_SIGN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\u180e\U000e0000-\U000e007f]")
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_JOINERS = frozenset("\u200c\u200d")
_MARKS = frozenset("\u200e\u200f\u061c")
_JOINED = re.compile(r"[\u0590-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u18af\ufb1d-\ufdff\ufe70-\ufefc]")
_PICTURE = re.compile(r"[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")
_UNSEEN = INVISIBLE - frozenset("\u00ad\ufeff\ufffe")
_TAG = range(0xE0000, 0xE0080)


def machine_findings(text: str, where: str = "", page: int | None = None) -> list[Finding]:
    """Findings of every kind for one text; ``where`` names its place in words ("page 3", "a comment")."""
    low = text.lower()
    found: list[Finding] = []
    at = f"{where[:1].upper()}{where[1:]}: " if where else ""

    def tell(code: str, what: str, snippets: Iterator[str]) -> None:
        told = list(dict.fromkeys(" ".join(snippet.split())[:300] for snippet in snippets))
        found.extend(Finding(code, f"{at}{what}: “{snippet}”", page) for snippet in told[:MOST])
        if len(told) > MOST:
            found.append(Finding(code, f"{at}{what}, {len(told) - MOST} more of them.", page))

    plain = revealed(text)
    if directed := list(_directed(plain)):
        tell(
            "machine_directed_sentence", "a sentence addressed to a machine, not to a reader", iter(directed)
        )
    if any(sign in low for sign in _BRACKETS):
        tell(
            "fake_marker", "a look-alike of LexDesk's own marks", (m.group() for m in _MARKER.finditer(plain))
        )
    tell("fake_turn", "a look-alike of a turn in a chat", _turns(plain, low))
    if any(sign in low for sign in _CALLS):
        tell("fake_tool_call", "a look-alike of a tool call", _lines_with(_CALL, plain))
        tell("fake_tool_result", "a look-alike of a tool result", _lines_with(_RESULT, plain))
    if any(sign in low for sign in _SHORTENED):
        tell("fake_compaction", "a look-alike of LexDesk's notes", _lines_with(_COMPACTION, plain))
    if long := [word for word in text.split() if len(word) >= 20]:
        for code, decoded in _encoded("\n".join(long)):
            tell("encoded_text", "words in a code that a reader does not see through", iter([code]))
            tell("machine_directed_sentence", "decoded, a sentence addressed to a machine", _orders(decoded))
    return found


def invisible_findings(text: str, page: int | None = None) -> list[Finding]:
    """Characters nobody sees: of zero width, and those that turn the direction of reading. Joiners inside
    Persian, Arabic or Indian words and in pictograms, and marks beside right-to-left letters, belong there."""
    if text.isascii() or not _UNSEEN_SIGN.search(text):
        return []
    unseen = [
        found.start()
        for found in _UNSEEN_SIGN.finditer(text)
        if _is_unseen(text, found.start(), found.group())
    ]
    zero = [at for at in unseen if text[at] not in _BIDI]
    turning = [at for at in unseen if text[at] in _BIDI]
    found: list[Finding] = []
    where = f"Page {page}: the text" if page is not None else "The text"
    if zero:
        near = _near(text, zero[0])
        message = f"{where} holds {len(zero)} characters that cannot be seen, the first in “{near}”."
        found.append(Finding("zero_width", message, page))
    if turning:
        near = _near(text, turning[0])
        message = (
            f"{where} holds {len(turning)} signs that turn the direction of reading, the first in “{near}”."
        )
        found.append(Finding("bidi_control", message, page))
    return found


def revealed(text: str) -> str:
    """The text without what cannot be seen, and tag characters as the letters they stand for; the very same
    object where there is nothing of the kind."""
    if text.isascii() or not _UNSEEN_SIGN.search(text):
        return text
    return "".join(
        chr(ord(sign) - 0xE0000) if ord(sign) in _TAG else sign for sign in text if sign not in _UNSEEN
    )


def _near(text: str, at: int) -> str:
    return " ".join(revealed(text[max(0, at - 20) : at + 30]).split())


def _is_unseen(text: str, at: int, sign: str) -> bool:
    if ord(sign) in _TAG:
        return True
    around = text[max(0, at - 2) : at] + text[at + 1 : at + 3]
    if sign in _JOINERS:
        return not (_JOINED.search(around) or _PICTURE.search(around))
    return not (sign in _MARKS and _JOINED.search(text[max(0, at - 30) : at + 30]))


def _directed(text: str) -> Iterator[str]:
    flat = text.replace("\n", " ") + " "
    low = f" {flat.lower()}" if len(flat.lower()) == len(flat) else f" {flat}"
    hints = [
        at for hint in (_HINTS if text.isascii() else (*_HINTS, *_HINTS_ZH)) for at in _all_of(hint, low)
    ]
    done = -1
    for at in sorted(hints):
        if at < done:
            continue
        start, done = _around(text, at)
        sentence = _WRAPPED.sub(" ", text[start:done]).strip()
        # A line break may part a heading from a sentence, or be the middle of one.
        after = text[done : done + 200]
        if _CALLED.match(sentence) and _WHAT_NEXT.match(after):
            yield f"{sentence} {_SENTENCE_END.split(after, maxsplit=1)[0]}"
            continue
        for words in (sentence, *(sentence.split("\n") if "\n" in sentence else ())):
            if _is_directed(words):
                yield words
                break


def _all_of(hint: str, low: str) -> Iterator[int]:
    at = low.find(hint)
    while at >= 0:
        yield at
        at = low.find(hint, at + 1)


def _around(text: str, at: int) -> tuple[int, int]:
    """The sentence at an offset, bounded."""
    begin = max(0, at - 600)
    for stop in _STOP.finditer(text, begin, at):
        begin = stop.end()
    end = _STOP.search(text, min(len(text), at + 1), min(len(text), at + 900))
    return begin, end.end() if end else min(len(text), at + 900)


def _is_directed(sentence: str) -> bool:
    if len(sentence) < 6:
        return False
    if _SPOKEN_TO.match(sentence.lstrip("[(“\"'*-• ")) and _ORDERS.search(sentence):
        return True
    if any(pattern.search(sentence) for pattern in _DIRECTED) and not _describes(sentence):
        return True
    return not sentence.isascii() and any(pattern.search(sentence) for pattern in _DIRECTED_ZH)


_DESCRIBES = re.compile(
    rf"\b(?:use|uses|using|used|provide|provides|develop\w*|train\w*|deploy\w*|licen[cs]\w*|offer\w*|sell\w*|operat\w*"
    rf"|output of|generated by|regulat\w*|definition of|means)\b[^.]{{0,60}}\b{_WHO}\b",
    re.IGNORECASE,
)
_THIRD_PERSON = re.compile(
    r"\b(?:the|each|either|neither|no|any|such) (?:supplier|provider|customer|client|company|party|parties|licen[cs]\w+"
    r"|vendor|contractor|processor|user|employee|recipient)s?\b[^.;]{0,60}\b(?:shall|must|may|will|should)\b",
    re.IGNORECASE,
)


def _describes(sentence: str) -> bool:
    """True for a sentence about machines, such as a clause on the use of language models."""
    return bool(_DESCRIBES.search(sentence) or _THIRD_PERSON.search(sentence))


def _orders(text: str) -> Iterator[str]:
    yield from _directed(text)
    if re.match(rf"\W*{_ORDER}\b", text, re.IGNORECASE):
        yield text


def _turns(text: str, low: str) -> Iterator[str]:
    if ":" in text or "：" in text:
        lines = [(found.group("role"), _line_at(text, found.start("role"))) for found in _TURN.finditer(text)]
        alike = [{role for role, _ in lines if role.islower() is small} for small in (False, True)]
        for role, line in lines:
            lone = role.islower() and role in {"system", "assistant", "developer"} and len(line) > 20
            if lone or len(alike[role.islower()]) > 1:
                yield line
    if any(sign in low for sign in _TOKENS):
        yield from _lines_with(_TURN_TOKEN, text)


def _lines_with(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    return (_line_at(text, found.start()) for found in pattern.finditer(text))


def _line_at(text: str, at: int) -> str:
    start = text.rfind("\n", 0, at + 1) + 1 if text[at : at + 1] != "\n" else at + 1
    end = text.find("\n", start)
    return text[start : end if end >= 0 else len(text)].strip()


def _encoded(text: str) -> Iterator[tuple[str, str]]:
    for found in _BASE64.finditer(text):
        code = found.group()
        if code.isalpha() and (code.islower() or code.isupper()):
            continue
        with_ends = code.rstrip("=").replace("-", "+").replace("_", "/")
        try:
            data = base64.b64decode(with_ends + "=" * (-len(with_ends) % 4), validate=True)
        except (binascii.Error, ValueError):
            continue
        if words := _words_in(data):
            yield code, words
    for found in _HEX.finditer(text):
        try:
            data = bytes.fromhex(found.group().replace(":", ""))
        except ValueError:
            continue
        if words := _words_in(data):
            yield found.group(), words


def _words_in(data: bytes) -> str:
    """The text that bytes hold, "" where they hold none that a person could have written."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return ""
    letters = sum(sign.isalpha() or sign in " .,;:'-/" for sign in text)
    has_words = " " in text.strip() or any("\u4e00" <= sign <= "\u9fff" for sign in text)
    return text if has_words and text.isprintable() and letters >= 0.8 * len(text) else ""
