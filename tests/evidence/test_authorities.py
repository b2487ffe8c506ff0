"""F24: a cite is compared with what the matter holds under that name; a model's yes changes nothing."""

import json

import pytest

from lexdesk.evidence.authorities import authorities_in, check_cite
from lexdesk.evidence.library import Library
from lexdesk.matter import Matter
from tests.conftest import SHARED

FIELD = SHARED / "field"
pytestmark = pytest.mark.skipif(not FIELD.is_dir(), reason="the field documents are not at hand")


def test_f24_each_cite_of_the_scripted_reply_gets_its_state(library: Library, matter: Matter) -> None:
    library.add(FIELD / "024_authority_pack.pdf")
    reply = json.loads((FIELD / "024_scripted_reply.json").read_text(encoding="utf-8"))
    states = []
    for case in reply["reply"]:
        before = len(matter.read().audit.rows())
        states.append(check_cite(matter.read(), case["cite"], case["quote"] or "", case.get("page")).state)
        assert len(matter.read().audit.rows()) == before  # nothing becomes a source by being cited
    assert states == ["verified", "not_in_matter", "title_not_in_source", "wrong_pinpoint"]
    # the model's own "Yes, it is real" is no document of the matter
    again = reply["scripted_follow_up_reply"] + " Tressick v. Lorne Bay Shipping Ltd., 1187 F.3d 402"
    assert check_cite(matter.read(), again).state == "not_in_matter"


def test_f27_words_found_is_never_said_as_support(library: Library, matter: Matter) -> None:
    library.add(FIELD / "025_opinion.pdf")
    case = json.loads((FIELD / "027_scripted_reply.json").read_text(encoding="utf-8"))
    check = check_cite(matter.read(), "Palethorpe Mills v. Dunmere Dye Works", case["quote"], case["page"])
    assert check.state == "verified"
    assert "Quotation found on page 2" in check.message
    assert "supports the statement: not judged" in check.message


def test_a_quotation_cited_to_another_page_is_a_wrong_pinpoint(library: Library, matter: Matter) -> None:
    library.add(FIELD / "025_opinion.pdf")
    quote = "A party that knew of the defect and remained silent may not later rely on the warranty."
    check = check_cite(matter.read(), "Palethorpe Mills v. Dunmere Dye Works", quote, 1)
    assert (check.state, "page 2, not 1" in check.message) == ("wrong_pinpoint", True)


def test_names_of_cases_are_found_without_the_words_that_lead_to_them() -> None:
    text = "See Hadley v. Baxendale, and In re Ashgrove Silo. As the Freedonia court said, nothing follows."
    assert authorities_in(text) == ["Hadley v. Baxendale", "In re Ashgrove Silo"]
