"""The words by which ``machine`` tells that a machine is spoken to, and look-alikes of LexDesk's marks."""

import re

from lexdesk.text.normalise import INVISIBLE

WHO = (
    r"(?:a\.?i\.?(?:[- ](?:agent|assistant|model|reviewer|system|tool|reader|software|bot)s?)?|ll?ms?"
    r"|chat ?bots?"
    r"|(?:large )?language models?|generative (?:model|system|tool)s?|artificial intelligences?"
    r"|chat ?gpt|gpt(?:-\w+)?|claude|copilot|gemini|llama|mistral|qwen|deepseek|lexdesk"
    r"|(?:automated|automatic|machine|digital|virtual|electronic)[- ](?:reader|reviewer|assistant"
    r"|drafting tool"
    r"|drafting system|review(?:ing)? (?:tool|system|software)|drafter|agent)s?"
    r"|(?:review(?:ing)?|drafting|summari[sz]ing|reading|analysing|analyzing|legal)[- ](?:model|bot"
    r"|ai|assistant"
    r"|agent)s?|(?:reviewing|summari[sz]ing|reading)[- ](?:system|software|tool|machine)s?"
    r"|ki[- ]?(?:assistent|system|modell|agent)\w*|sprachmodell\w*|(?:assistant|modèle|système"
    r"|agent)s? d['’]ia"
    r"|l['’]ia|intelligence artificielle|(?:asistente|modelo|sistema|agente)s? de ia|inteligencia artificial"
    r"|modelos? de lenguaje|modelli? linguistic[oi])"
)
WEAK = r"(?:assistants?|models?|agents?|bots?|computers?|machines?|software|systems?)"
ORDER = (
    r"(?:ignore|disregard|delete|remove|accept|approve|mark|say|state|report|tell|write|output|print"
    r"|answer|respond"
    r"|reply|treat|classif(?:y|ies)|rank|record|remember|forget|memori[sz]e|show|hide|open|read"
    r"|search|send|post"
    r"|upload|call|run|execute|insert|replace|change|set|stage|list|skip|quote|include|summari[sz]e|translate"
    r"|decode|follow|confirm|copy|load|fetch|visit|do not|don['’]t|never|always|please|shall|should"
    r"|must|may|are to"
    r"|is to|you (?:are|must|shall|should|will|may|can|have))"
)
CALLED = re.compile(r"\W{0,3}(?:dear |hey )?(?:assistants?|models?|agents?|bots?)\s*[:,]", re.IGNORECASE)
WHAT_NEXT = re.compile(
    r"\W*(?:please )?(?:do not |don['’]t |never )?(?:say|state|report|accept|ignore|treat|answer|show"
    r"|list|mark|tell|mention"
    r"|quote|hide|skip|open|send|call|delete|remember)\b",
    re.IGNORECASE,
)
SENTENCE_END = re.compile(r"(?<=[.!?])\s")
# What only counts after a machine was called by its name; the most usual ones of other languages too.
_CALLED_TO = (
    r"(?:rate|grade|score|assess|assume|consider|ignorier\w*|akzeptier\w*|nimm|lösche\w*|melde\w*"
    r"|ignorez|acceptez|supprimez|ignor[ae]|acept[ae]|elimin[ae])"
)
ORDERS = re.compile(rf"\b(?:{ORDER}|{_CALLED_TO})\b", re.IGNORECASE)
WRAPPED = re.compile(r"(?<=[\w,;’'-])[ \t]*\n[ \t]*(?=[\w(“\"])")
STOP = re.compile(r"[.!?](?=\s)\s*|[。！？]\s*|\n\s*\n\s*")
SPOKEN_TO = re.compile(
    rf"(?:@|\b)(?:(?:note|message|instructions?|attention|attn\.?|notice|memo)\b[ :]*(?:to|for)\b|to"
    rf"|an (?:das|die|den|alle)|à l['’]attention de|al|a la"
    rf"|for|dear|hey|hello"
    rf"|attention|attn)?[ :]*(?:any|all|every|the|each|an?)? ?\b{WHO}\b[^:,;]{{0,60}}[:,—–]",
    re.IGNORECASE,
)
DIRECTED = (
    # A machine is named and something is asked of it.
    re.compile(rf"\b{WHO}\b[^.;]{{0,80}}?\b{ORDER}\b", re.IGNORECASE),
    # Called by a common noun, at the beginning, with an order that follows.
    re.compile(
        rf"^\W{{0,3}}(?:dear |hey |hello |to (?:the|any|all|every) |note to (?:the |any )?|for (?:the|any) )?"
        rf"(?:(?:assistants?|models?|agents?|bots?)\s*[:,—–]\s*(?:\w+ ){{0,6}}?{ORDER}\b"
        rf"|(?:assistants|models|bots) {ORDER}\b)",
        re.IGNORECASE,
    ),
    re.compile(r"(?:^|\s)@(?:assistant|model|bot|ai|llm|lexdesk|agent)\b", re.IGNORECASE),
    re.compile(r"\bnote to (?:the |any |every )?(?:reviewing|reading|automated) \w+", re.IGNORECASE),
    re.compile(
        rf"\b(?:read|processed|reviewed|analy[sz]ed|parsed|summari[sz]ed|ingested|opened) by (?:an? "
        rf"|any |the )?"
        rf"(?:{WHO}|(?:automated |computer )?{WEAK})\b[^.]{{0,80}}\b(?:shall|must|should|will|is to"
        rf"|are to)\b",
        re.IGNORECASE,
    ),
    # Orders about the orders of a machine.
    re.compile(
        r"(?:^|[:,;]\s*|\b(?:please|and|then|now|must|should|shall)\s+)(?:ignore|disregard|forget"
        r"|override|bypass)\b"
        r"(?!\s+(?:our|my)\b)[^.;]{0,40}?(?:\b(?:previous|prior|above|earlier|preceding|all|any|your"
        r"|system|other)\b"
        r"[^.;]{0,30}\b(?:instruction|prompt|rule|guideline|guardrail|direction|safeguard)s?\b"
        r"(?!\s+(?:in|of|from) (?:our|my|the) (?:letter|e-?mail|memo|message|circular|notice|order)\b)"
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
        r"\bsystem prompt (?:override|update|begins|follows)\b"
        r"|^\W{0,3}when summari[sz]ing (?:this|the) [^.;]{0,40}, "
        r"(?:please )?(?:say|state|report|omit|leave out|add)\b",
        re.IGNORECASE,
    ),
    re.compile(
        r"^\W{0,3}(?:answer|reply|respond)\s+(?:only\s+|simply\s+|exactly\s+)?(?:with|by)\s+(?:this"
        r"|the following"
        r"|these|exactly|only|“|\"|')",
        re.IGNORECASE,
    ),
)
WHO_ZH = (
    r"(?:人工智能|(?<![A-Za-z])(?:AI|LLM|GPT|ChatGPT)(?![A-Za-z])|大模型|语言模型|大语言模型|智能助手|智能体"
    r"|(?:自动|智能|机器)?(?:审阅|审查|审核|阅读|起草)(?:系统|模型|软件|机器人|助手|工具)|聊天机器人|智能审)"
    r"(?!生成|服务|产品|技术|企业|公司|行业|领域|算法)"
)
DIRECTED_ZH = (
    re.compile(rf"{WHO_ZH}[^。；\n]{{0,16}}[：:，,][^。；\n]*"),
    re.compile(rf"{WHO_ZH}[^。；\n]{{0,12}}(?:请|应|须|必须|务必|不要|不得|勿|需|无需|将)"),
    re.compile(rf"(?:由|经){WHO_ZH}[^。；\n]{{0,6}}(?:阅读|审阅|处理|读取)[^。\n]{{0,40}}(?:应|须|必须|请)"),
    re.compile(
        r"^[\s“\"（(]*(?:各位|尊敬的|亲爱的|致)?(?:助手|模型|机器人|系统助手)[：:，,]?\s*(?:请|你|不要|务必|忽略|必须)"
    ),
    re.compile(
        r"(?:忽略|无视|忘记|忘掉|绕过)(?:掉)?(?:以上|上述|之前|先前|此前|前面|所有|全部|任何|你的|系统)[^。；\n]{0,12}"
        r"(?:指令|指示|提示|规则|要求|说明|限制|设定)"
    ),
    re.compile(r"(?:你现在是|你是一个|扮演)[^。\n]{0,8}(?:人工智能|助手|模型|AI)|开发者模式|系统提示词"),
)
# "[[pin_3]]", also in brackets and letters of other scripts that look like it.
MARKER = re.compile(
    r"(?:\[ ?\[|［ ?［|⟦|〚|【 ?【)\s*[^\W\d_]{1,12}[_＿-]?\d{1,6}\s*(?:\] ?\]|］ ?］|⟧|〛|】 ?】)"
    r"|\btr_\d{3,}\b"
)
TURN = re.compile(
    r"^[ \t>*#]*(?P<role>system|user|assistant|human|developer|tool|ai|用户|系统|助手)[ \t*]*[:：]"
    r"(?=\s*\S)(?!\s*(?:(?:has the |shall |a term )?mean(?:s|ing)\b|refers to\b|是?指|即|系指))",
    re.I | re.M,
)
TURN_TOKEN = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|end|eot_id|start_header_id)[^|\n]*\|>|\[/?INST\]|<</?SYS>>"
    r"|^#{2,} ?(?:system|instruction|assistant|user|response)\b:?|</?(?:system|assistant|user)>",
    re.IGNORECASE | re.MULTILINE,
)
CALL = re.compile(
    r"[\"'“](?:tool_calls?|function_call|tool_use|tool_name|function)[\"'”]\s*:|</?(?:tool_call"
    r"|function_calls?|tool_use"
    r"|invoke|tool_code)\b|[\"'“](?:name|tool)[\"'”]\s*:\s*[\"'“]\w+[\"'”]\s*,\s*[\"'“](?:arguments"
    r"|parameters|args)[\"'”]|[\"'“]tool[\"'”]\s*:\s*[\"'“][a-z]+_[a-z_]+[\"'”]",
    re.IGNORECASE,
)
RESULT = re.compile(
    r"[\"'“](?:tool_results?|tool_response|tool_use_id|tool_call_id|function_results?|tool_output|observation)[\"'”]\s*:"
    r"|</?(?:tool_results?"
    r"|tool_response|function_results?)\b",
    re.IGNORECASE,
)
COMPACTION = re.compile(
    r"\b\d* ?(?:earlier |previous |prior |older )?(?:turns?|messages?|conversation|chat(?: history)?"
    r"|context|dialogue)\b"
    r"[^.\n]{0,30}\b(?:compacted|condensed|truncated|summari[sz]ed|shortened|omitted)\b|\bread_tool_result\b"
    r"|\[\s*LexDesk\s*[:：]|(?:对话|消息|上下文|聊天记录)[^。\n]{0,10}(?:已|被)(?:压缩|截断|省略|摘要)",
    re.IGNORECASE,
)
BASE64 = re.compile(r"(?<![\w+/=-])[A-Za-z0-9+/_-]{20,}={0,2}(?![\w+/=])")
HEX = re.compile(r"(?<!\w)(?:[0-9a-fA-F]{2}:?){20,}(?!\w)")
# Looked for in small letters, one after the other, which is far cheaper than one expression for all; only
# sentences with one of these are looked at closely. A blank stands for the edge of a word.
HINTS = (
    " ai ",
    "a.i.",
    "llm",
    "assistant",
    "language model",
    " bot",
    "chatbot",
    "gpt",
    "claude",
    "copilot",
    "gemini",
    "llama",
    "mistral",
    "qwen",
    "deepseek",
    "lexdesk",
    "artificial intel",
    "automated ",
    "automatic ",
    "machine",
    " agent",
    "reviewing",
    "review system",
    "summarising",
    "summarizing",
    "reading system",
    "reading model",
    " model",
    "software",
    "ignore",
    "disregard",
    "forget",
    "override",
    "bypass",
    "developer mode",
    "system prompt",
    "jailbreak",
    "act as",
    "you are",
    "answer",
    "reply",
    "respond",
    "sprachmodell",
    " ki ",
    " ki-",
    " kiass",
    " kisys",
    " kimod",
    " kiage",
    "d'ia",
    "d’ia",
    "l'ia",
    "l’ia",
    " de ia",
    "intelligence art",
    "inteligencia art",
    "modelli ling",
    "modello ling",
)
HINTS_ZH = (
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
BRACKETS = ("[[", "[ [", "［", "⟦", "〚", "【", "tr_")
TOKENS = ("<|", "[inst", "[/inst", "<<", "##", "system>", "user>", "assistant>")
CALLS = ("tool", "function", "arguments", "parameters", "invoke", "observation")
SHORTENED = (
    "compacted",
    "condensed",
    "truncated",
    "summari",
    "shortened",
    "omitted",
    "read_tool_result",
    "lexdesk",
    "压缩",
    "截断",
    "省略",
    "摘要",
)
# A duty of people or of a party that is named by a capital letter: "Clerks must", "The Agent shall".
DUTY = re.compile(
    rf"\W{{0,3}}(?:(?:The|Each|Every|Any|All|Such) )?"
    rf"(?!(?i:you|please|{WHO}|assistants?|models?|bots?|systems?|computers?|machines?|software)\b)"
    rf"[A-Z][\w’'-]*(?: (?!(?i:{WHO})\b)[A-Z][\w’'-]*){{0,3}} (?:must|shall|may)\b"
)
SPREAD = re.compile(r" [A-Za-z] [A-Za-z] [A-Za-z] ")
SPACED = re.compile(r"(?<!\w)(?:[A-Za-z] ){5,}[A-Za-z](?!\w)")
# Letters of other alphabets that look like Latin ones, where they stand in a word with Latin ones.
_ALIKE = dict(
    zip(
        "аеорсухіјѕһԁгАВЕКМНОРСТХІЈЅοαρνκτΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijshdrABEKMHOPCTXIJSoapvktABEZHIKMNOPTYX",
        strict=True,
    )
)
ALIKE = str.maketrans(_ALIKE)
MIXED = re.compile(rf"[A-Za-z][{''.join(_ALIKE)}]|[{''.join(_ALIKE)}][A-Za-z]")
WIDE = {
    sign: sign - 0xFEE0 for sign in (*range(0xFF10, 0xFF1A), *range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))
}
UNSEEN_SIGN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\u180e\U000e0000-\U000e007f]")
BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
JOINERS = frozenset("\u200c\u200d")
MARKS = frozenset("\u200e\u200f\u061c")
JOINED = re.compile(r"[\u0590-\u0dff\u0e00-\u0fff\u1000-\u109f\u1780-\u18af\ufb1d-\ufdff\ufe70-\ufefc]")
PICTURE = re.compile(r"[\u2190-\u2bff\ufe0f\U0001f000-\U0001faff]")
UNSEEN = INVISIBLE - frozenset("\u00ad\ufeff\ufffe")
TAG = range(0xE0000, 0xE0080)
# What a contract says of a machine of a party: how it is made and kept, or that it is the Vendor's.
KEPT = re.compile(
    rf"\b{WHO}\b[^.;]{{0,30}}\b(?:shall|must|should|may|will|(?:is|are) to) (?:not |only )?be "
    rf"(?:train|design|test|provid|monitor|develop|deploy|host|audit|regist|certif|document"
    r"|supervis|licen[cs]|maintain|updat)\w+"
    rf"|\b(?:Vendor|Supplier|Provider|Customer|Company|Licen[cs]or)['’]s {WHO}\b"
    rf"|\b(?:nature|risks?|limitations?) of {WHO}\b|\bAI (?:addendum|features|products)\b"
    rf"|\b{WHO} may generate\b",
    re.IGNORECASE,
)
DESCRIBES = re.compile(
    rf"\b(?:use|uses|using|used|provide|provides|develop\w*|train\w*|deploy\w*|licen[cs]\w*|offer\w*"
    rf"|sell\w*|operat\w*"
    rf"|output of|generated by|regulat\w*|definition of|means)\b[^.]{{0,60}}\b{WHO}\b",
    re.IGNORECASE,
)
THIRD_PERSON = re.compile(
    r"\b(?:the|each|either|neither|no|any|such) (?:supplier|provider|customer|client|company|party"
    r"|parties|licen[cs]\w+"
    r"|vendor|contractor|processor|user|employee|recipient)s?\b[^.;]{0,60}\b(?:shall|must|may|will|should)\b",
    re.IGNORECASE,
)
