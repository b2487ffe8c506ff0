"""Everyday words for what contracts call otherwise: a lawyer types "wipe", the clause says "delete".

Each line is one matter. A word of a line also finds the other words of the line, at less weight.
"""

import re
from collections.abc import Mapping
from functools import cache

from lexdesk.assistant.ranking import words

_OTHER_WEIGHT = 0.5
# What lawyers call a clause by, in the words that stand in it.
_PHRASES = (
    (re.compile(r"\bpowers?\s+of\s+attorney\b", re.IGNORECASE), "attorney-in-fact appointment"),
    (re.compile(r"\bno[\s-]+poach(?:ing)?\b", re.IGNORECASE), "solicit personnel"),
    (re.compile(r"\bno[\s-]+hire\b", re.IGNORECASE), "hire personnel"),
    (re.compile(r"\bnon-(?=\w)", re.IGNORECASE), ""),
    (re.compile(r"\bgag\b", re.IGNORECASE), "disparage"),
    (re.compile(r"\bboiler\s*plate\b", re.IGNORECASE), "general terms"),
    (re.compile(r"\bgrace\s+period\b", re.IGNORECASE), "cure"),
)
_LINES = """
    return returned handing hand back giving
    delete deletion destroy destruction wipe wiping erase
    termination terminate end ends expire expiration expiry leave leaves quit over walk away
    convenience reason
    pay payment pays paid payable responsible bear bears borne
    fee fees price charges
    invoice invoicing invoiced bill billing billed
    interest late overdue arrears
    liability liable cap caps ceiling limit limitation exposure
    court courts venue jurisdiction forum disputes sue
    law laws governing governed
    confidential confidentiality secret secrets secrecy nda disclosure
    compete competition competitor rival rivals
    solicit solicitation poach poaching
    disparage disparagement badmouth criticise criticize
    assign assignment transfer successors
    indemnify indemnity indemnification harmless
    warranty warrant warranties guarantee guarantees
    disclaimer disclaim
    notice notices notify notification notified
    address email mail
    insurance insure insured coverage
    force majeure disaster act god
    renew renewal renews extend extension
    breach breaches incident violation
    subprocessor subprocessors subcontractor subcontract subcontractors
    publicity logo logos marketing publish press
    audit audits inspect inspection
    survive survival surviving
    counterparts signature sign signatures
    entire whole
    waiver waive waives
    equitable injunction injunctive
    employee employees staff personnel workers worker
    term duration length period long
    territory area geographic region
    feedback suggestions ideas
    ownership own owns owner title
    intellectual property ip
    product software service services
    refund refunds repay
    suspend suspension
    arbitration arbitrate arbitrator
    severability severable severed unenforceable
    headings titles captions
    independent contractors relationship
    export sanctions
    bribery corruption
    exceptions exclusions carve exclude
    window deadline within due
    tax taxes vat
    object objection objects objecting
    cure remedy fix
    license licence licensed
    cancel cancellation
    vesting vest vests vested
    purchase buy price repurchase
    training train
    recruit recruiting recruitment solicit hire
    wipe delete uninstall
    leaving leave termination
    questionnaire questionnaires
"""


def in_contract_words(text: str) -> str:
    """The text with what lawyers call a clause by in the words that stand in such a clause."""
    for pattern, there in _PHRASES:
        text = pattern.sub(there, text)
    return text


@cache
def _others() -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _LINES.strip().splitlines():
        group = set(words(line))
        for word in group:
            found.setdefault(word, set()).update(group - {word})
    return {word: frozenset(others) for word, others in found.items()}


def widened(text: str) -> dict[str, float]:
    """The stems of ``text`` with weight 1, and what contracts may call the same at less."""
    asked = words(text)
    weights: dict[str, float] = {}
    for word in asked:
        for other in _others().get(word, ()):
            weights[other] = max(weights.get(other, 0.0), _OTHER_WEIGHT)
    weights.update(dict.fromkeys(asked, 1.0))
    return weights


def means(word: str, there: frozenset[str] | set[str]) -> bool:
    """Whether a stem, or another word for it, is among the stems of a text."""
    return word in there or not _others().get(word, frozenset()).isdisjoint(there)
