"""Words without their endings, for whatever compares texts by words: search, ranking, whether a text is on a
subject. One way for all, so that what search takes for one word is one word everywhere.
"""

from functools import lru_cache

from lexdesk.text.verbs import first_form

_PLURALS = (("ies", "y"), ("sses", "ss"), ("es", "e"), ("s", ""))
_ENDING_LIST = """
    itional ational ions ion ments ment ingly edly ing ed ances ance ences ence able ible ally al ly or er
    ures ure ive e y
"""
_ENDINGS = tuple(_ENDING_LIST.split())


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A word in small letters without its ending; short words and figures as they are. Rough on purpose:
    "terminate" and "termination" are to meet, and what is found is shown in its own words. Cutting further
    ("confidentiality" to "confidential") was measured and found less; the table of search joins those."""
    word = first_form(word)
    if len(word) < 4 or not word.isalpha():
        return word
    if not word.endswith("ss"):
        for plural, single in _PLURALS:
            if word.endswith(plural):
                word = word[: len(word) - len(plural)] + single
                break
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            word = word[: -len(ending)]
            break
    # "terminat" of "terminate" and of "termination", "competit" of "competition" beside "compet" of "compete"
    return word[:-2] if word.endswith(("at", "it")) and len(word) > 6 else word
