"""Capitalised words that need no definition: names, offices, places, instruments, days."""

import re

from lexdesk.law.everyday import is_everyday
from lexdesk.text.spans import Span

_ORDINARY_WORDS = (
    "agreement party parties section sections article articles clause clauses schedule schedules "
    "exhibit exhibits annex appendix part date effective law laws act state states federal national "
    "board court courts january february march april may june july august september october november "
    "december monday tuesday wednesday thursday friday saturday sunday president officer director "
    "manager secretary chief executive financial operating vice general counsel chairman attorney "
    "commission department agency government internet web website english notwithstanding subject "
    "except unless provided upon during after before within if where when as to in on by for with "
    "from under each any all such no neither either both the a an this that these those every further "
    "however therefore accordingly hereby other mr mrs ms dr company corporation"
)
_ORDINARY = frozenset(_ORDINARY_WORDS.split())
_OFFICES = re.compile(
    r"^(?:Chief|Vice|Senior|Deputy|Managing|General|Executive|Assistant|Associate|Principal|Lead|Head|Project|Account|Human|"
    r"Information|Data|Finance|Company|Corporate|Operations|Sales|Marketing|Medical|Regional|Technical)\b.*\b(?:Officer|President|Director|Manager|"
    r"Counsel|Secretary|Partner|Commissioner|Chairman|Chair|Treasurer|Controller|Executive|Engineer|Resources)s?$"
)
_BODIES = re.compile(
    r"\b(?:Authority|Authorities|Commission(?:er)?|Court|Parliament|Congress|Council|Ministry|Department|Office|Agency|Bureau|Bank|"
    r"University|College|Institute|Association|Society|Union|Exchange|Tribunal|Registry|Registrar|House|"
    r"Chamber|Administration|Assembly|Senate|Treasury|Revenue|Trust|Foundation|Club|League|Police|Crown)s?$"
)
_INSTRUMENTS = re.compile(
    r"\b(?:Act|Code|Regulations?|Directive|Treaty|Convention|Constitution|Ordinance|Statutes?|Protocol|"
    r"Incoterms|Charter|Bylaws|Gazette|Journal|Index|GAAP|IFRS|Register)$"
    r"|\b(?:Accounting|Accepted|Arbitration|Interbank|Federal|Incoterms)\b"
)
# Last words that are names in an address list but terms in a clause: "Escrow Rules", "Applicable Law"
_TERM_END = re.compile(
    r"\b(?:[A-Z][a-z]+\s+)(?:Standards|Principles|Rules|Procedures|Title|Name|Amendment|Floor)$"
    r"|^(?:Applicable|Relevant|Data|Export|Environmental|Tax|Privacy|Employment|Competition|Sanctions)\b.*\bLaws?$"
    r"|^(?:Project|Management|Steering|Advisory|Joint|Review)\s+(?:\w+\s+)?(?:Board|Council)$"
)
_PLACES = re.compile(
    r"^(?:State|City|County|Commonwealth|Province|Republic|Kingdom|Borough|District)\s+of\b|^(?:New|North|South|East|West|United|Great|San|Los|Saint|St|Hong|Northern|Southern|Eastern|Western|Central|Pacific|Atlantic|"
    r"European|British|American|Canadian|Chinese|English|Scottish|Irish|French|German|Greenwich|Federal|International|World|Global)\b"
)
_COMPANY = re.compile(
    r"\b(?:Inc|LLC|LLP|Ltd|Limited|Corp|Corporation|Company|plc|GmbH|AG|SA|BV|NV|LP|Partners|Group|Holdings|Properties|Trust|Bancorp|"
    r"Street|Avenue|Road|Lane|Drive|Row|Square|Place|Suite|Floor|Building|Court|Way|Boulevard|House|Tower|Plaza|Park|Wharf|Close)$"
)
_COMPANY_AFTER = re.compile(
    r",?\s+(?:Inc|LLC|LLP|Ltd|Limited|Corp|plc|GmbH|L\.|S\.|N\.|B\.|P\.|Act\b|Code\b|Law\b|\d{4,}|\d+\s*\()|\s*\((?:UK|US|EU|Cth|NSW)\)|®|™"
)
_PERSON_BEFORE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|Attention|Attn|Hon|Sir|Dame|Judge)\.?:?\s+(?:of\s+)?$")
_PLACE_BEFORE = re.compile(
    r"\b(?:in|at|near|City of|State of|County of|Province of|Republic of|Kingdom of|Commonwealth of|"
    r"Port of)\s+$"
)
_STATES_WORDS = (
    "Alabama Alaska Arizona Arkansas California Colorado Connecticut Delaware Florida Georgia Hawaii "
    "Idaho Illinois Indiana Iowa Kansas Kentucky Louisiana Maine Maryland Massachusetts Michigan "
    "Minnesota Mississippi Missouri Montana Nebraska Nevada Ohio Oklahoma Oregon Pennsylvania "
    "Tennessee Texas Utah Vermont Virginia Washington Wisconsin Wyoming Ontario Quebec Alberta "
    "Manitoba England Wales Scotland Ireland Britain France Germany Spain Italy Portugal Austria "
    "Switzerland Belgium Netherlands Luxembourg Sweden Norway Denmark Finland Poland Russia Turkey "
    "Israel India China Japan Korea Singapore Taiwan Malaysia Thailand Vietnam Indonesia Australia "
    "Zealand Canada Mexico Brazil Argentina Chile London Paris Berlin Zurich Geneva Dublin Sydney "
    "Toronto Tokyo Beijing Shanghai Chicago Boston Houston Dallas Denver Seattle Atlanta Miami"
)
STATES = frozenset(_STATES_WORDS.split())
_GENERIC_NAMES = re.compile(r"\bForce Majeure\b", re.IGNORECASE)


_PROPER_WORDS = (
    "Internet Parliament Congress Senate Crown Treasury Court Courts State States Federal Government "
    "Queen King God Euro Euros Sterling Christmas Easter Excel Word Windows Android Google Amazon "
    "Microsoft Apple Bluetooth Ethernet Arab Asian African English American British Irish Scottish "
    "Welsh French German Dutch Chinese Japanese Korean Indian Russian Spanish Italian Canadian "
    "Australian European Latin Roman Christian Agreement Contract Parties Party Section Clause "
    "Article Schedule Exhibit Annex Appendix Recital Recitals Preamble Lease Deed Bill Board "
    "Commission Council Commissioner Secretary President Chairman Director Directors Officer Member "
    "Members Minister Attorney Americas Americans Addendum Annexes Paragraph Paragraphs Arbitrator "
    "Tribunal Judge Registrar Registry Union Republic Kingdom Commonwealth County City Province "
    "Territory"
)
_PROPER = frozenset(_PROPER_WORDS.split())


def is_proper_word(word: str) -> bool:
    """True for single capitalised words that are names or offices everywhere, never terms to be defined."""
    return word in _PROPER or word in STATES or is_ordinary(word) or word.endswith(("ese", "ish"))


def is_ordinary(word: str) -> bool:
    """True for words whose capital says nothing about a definition."""
    return word.lower().strip("’'s") in _ORDINARY or word.lower() in _ORDINARY


def is_name(text: str, span: Span, name: str) -> bool:
    """True when ``text[span]`` names a person, body, place, office or instrument rather than a term."""
    before, after = text[max(0, span.start - 40) : span.start], text[span.end : span.end + 20]
    if _TERM_END.search(name) is None and is_everyday(name, text, span):
        return True
    if any(word in STATES for word in name.split()):
        return True
    if any(p.search(name) for p in (_OFFICES, _BODIES, _INSTRUMENTS, _PLACES, _COMPANY)):
        return True
    if _COMPANY_AFTER.match(after) or _PERSON_BEFORE.search(before) or _PLACE_BEFORE.search(before):
        return True
    # "Data Protection Act", "Rules of the London Court": the instrument's name goes on behind small words
    if re.match(r"\s+(?:of|and|for|on|to)\s+(?:the\s+)?[A-Z]", after) or re.match(
        r",\s+[A-Z]\w+\s+(?:and|Act|Code)", after
    ):
        return True
    if re.search(r"[A-Z]\w*\s+(?:of|&)\s+(?:the\s+)?$", before):
        return True
    # "the Supply Contract dated 2 May 2020": an instrument told apart by its date or parties
    if re.match(r"\s+(?:dated|made on|entered into|between|by and between)\b", after):
        return True
    return re.search(r"[A-Z]\.\s*$", before) is not None or _GENERIC_NAMES.fullmatch(name) is not None
