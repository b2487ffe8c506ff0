"""What a deletion does: references that dangle, numbers that move, terms that go, wording that stays."""

from lexdesk.law.impact import Impact, impact_of_deletion, references_to
from lexdesk.law.model import Block, FieldSpan
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.references import find_references
from lexdesk.law.sections import build_sections
from lexdesk.law.similar import differing_quantities, near_duplicates
from lexdesk.law.terms import find_terms
from lexdesk.text.spans import Span

AGREEMENT = """9. Confidentiality
9.3 The Supplier shall return all Confidential Information within thirty (30) days after the end of this Deed.
12. General
12.6 Notices are in writing.
12.7 The Supplier shall return all Confidential Information within forty-five (45) days after the end of \
this Deed (the “Return Period”). Section 12.7 survives.
12.8 Waivers are in writing.
14. Term
14.2 Subject to Section 12.7, this ends after the Return Period.
15. Effect
15.1 The following survive:
(c) Sections 12.6 to 12.8 and 9.3.
15.2 See Clause 12. See Section 12.7 of the Companies Act 2006.
"""


def impact_of(blocks: list[Block], label: str) -> Impact:
    tree = build_sections(blocks)
    return impact_of_deletion(
        blocks, tree, find_references(blocks, tree), find_terms(blocks, tree), tree.find(label)[0].id
    )


def test_references_outside_dangle_and_those_inside_do_not_count() -> None:
    impact = impact_of(list(blocks_from_text(AGREEMENT)), "12.7")
    assert [r.text for r in impact.dangling] == ["Section 12.7", "Sections 12.6 to 12.8 and 9.3"]
    assert impact.moved == ()


def test_a_term_defined_only_there_and_used_elsewhere_is_lost() -> None:
    blocks = list(blocks_from_text(AGREEMENT))
    assert [t.name for t in impact_of(blocks, "12.7").lost_terms] == ["Return Period"]
    assert impact_of(blocks, "12.6").lost_terms == ()


def test_the_near_duplicate_shows_the_other_period_as_written() -> None:
    near = impact_of(list(blocks_from_text(AGREEMENT)), "12.7").near
    assert [n.label for n in near] == ["9.3"]
    assert near[0].quantities == (("forty-five (45) days", "thirty (30) days"),)
    assert near[0].ratio > 0.7


def test_deleting_a_section_takes_its_descendants_along() -> None:
    dangling = impact_of(list(blocks_from_text(AGREEMENT)), "12").dangling
    assert [r.text for r in dangling] == ["Section 12.7", "Sections 12.6 to 12.8 and 9.3", "Clause 12"]


def automatic() -> list[Block]:
    return [
        Block("a", "General", label="1."),
        Block("b", "First.", label="1.1"),
        Block("c", "Second.", label="1.2", bookmarks=("_Ref2",)),
        Block("d", "Third.", label="1.3", bookmarks=("_Ref3",)),
        Block("e", "An item.", label="1.3(a)"),
        Block("f", "Other", label="2."),
        Block("g", "Typed: see Section 1.3 and Section 1.3(a). Also Section 1.1.", label="2.1"),
        Block("h", "Field: see Section 1.3 now.", label="2.2", fields=(FieldSpan(Span(19, 22), "_Ref3"),)),
        Block("i", "Field: see Section 1.2 now.", label="2.3", fields=(FieldSpan(Span(19, 22), "_Ref2"),)),
    ]


def test_typed_references_to_later_automatic_siblings_move() -> None:
    impact = impact_of(automatic(), "1.2")
    assert [(r.block, old, new) for r, old, new in impact.moved] == [
        ("g", "1.3", "1.2"),
        ("g", "1.3(a)", "1.2(a)"),
    ]


def test_a_field_does_not_move_but_dangles_when_its_target_goes() -> None:
    assert [r.block for r in impact_of(automatic(), "1.2").dangling] == ["i"]
    assert [r.block for r in impact_of(automatic(), "1.3").dangling] == ["g", "g", "h"]


def test_typed_numbers_do_not_move() -> None:
    typed = "1. A\n1.1 One.\n1.2 Two.\n1.3 Three.\n2. B\n2.1 See Section 1.3.\n"
    assert impact_of(list(blocks_from_text(typed)), "1.2").moved == ()


def test_references_to_a_section_by_any_spelling() -> None:
    blocks = blocks_from_text(AGREEMENT)
    tree = build_sections(blocks)
    references = find_references(blocks, tree)
    assert len(references_to("clause 12.7", tree, references)) == 2
    assert len(references_to("Section 12.7", tree, references, inside=True)) == 3
    assert references_to("99", tree, references) == []


def test_unlike_sections_are_no_duplicates() -> None:
    tree = build_sections(blocks_from_text(AGREEMENT))
    assert near_duplicates(tree, tree.find("12.8")[0].id) == []
    assert near_duplicates(tree, tree.find("14.2")[0].id) == []


def test_quantities_without_a_partner_are_paired_with_nothing() -> None:
    assert differing_quantities("within 30 days, up to USD 5", "within 30 days") == (("USD 5", ""),)
