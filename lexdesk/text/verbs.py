"""English verbs that change inside: their other forms by the first, for whoever compares words by stems."""

_FORMS = """
    be was were been being; bear bore borne; become became; begin began begun; bind bound; break
    broke broken; bring brought; build built; buy bought; choose chose chosen; come came; deal
    dealt; do did done; draw drew drawn; fall fell fallen; find found; forbid forbade forbidden;
    forgive forgave forgiven; get got gotten; give gave given; go went gone; grow grew grown; hear
    heard; hold held; keep kept; know knew known; lay laid; lead led; leave left; lend lent; lie lay
    lain; lose lost; make made; mean meant; meet met; overcome overcame; oversee oversaw overseen;
    pay paid; prove proven; rise rose risen; see saw seen; seek sought; sell sold; send sent; show
    shown; speak spoke spoken; spend spent; stand stood; take took taken; teach taught; tell told;
    think thought; undertake undertook undertaken; understand understood; uphold upheld; withdraw
    withdrew withdrawn; withhold withheld; write wrote written
"""
_FIRST = {
    other: forms[0]
    for forms in (line.split() for line in _FORMS.split(";"))
    for other in forms[1:]
    # "left", "found", "lay", "lie", "saw" and the like are words of their own too; what is found is shown.
    if other not in ("bound", "lay", "saw", "being")
}


def first_form(word: str) -> str:
    """The form that a dictionary lists ("kept" gives "keep"); any other word as it is. Small letters."""
    return _FIRST.get(word, word)
