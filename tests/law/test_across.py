"""Deleting a section looks over every document of the matter, not only its own."""

import pytest

from lexdesk.law.across import ReadDocument, impact_over, names_of_document, pointers_into
from lexdesk.law.analysis import analyse
from lexdesk.law.model import Block
from lexdesk.law.plain import blocks_from_text

MASTER = [
    Block("m1", "MASTER SERVICES AGREEMENT"),
    Block("m2", "This Master Services Agreement (the “Agreement”) is between Alpha and Beta."),
    Block("m3", "Services", label="1."),
    Block("m4", "“Service Credit” means a sum set under Section 2.2.", label="1.1"),
    Block("m5", "The supplier performs the services with due care.", label="1.2"),
    Block("m6", "Liability", label="2."),
    Block("m7", "Neither party is liable for loss of profit or goodwill of the other.", label="2.1"),
    Block("m8", "The supplier's total liability is limited to the fees of twelve months.", label="2.2"),
    Block("m9", "Any limit applies in the aggregate.", label="2.3"),
]
ORDER = """ORDER FORM NO. 1
This Order Form is issued under the Master Services Agreement. Terms of this Order Form prevail.
1. Fees
1.1 A Service Credit is due under Section 1.1 of the Agreement.
1.2 Section 2.2 of the Agreement does not apply; Section 2.3 of the Master Services Agreement does.
1.3 The interest follows Section 2.2 of the Companies Act 2006.
1.4 The supplier's total liability is limited to the fees of six months.
"""
SECRECY = """MUTUAL NON-DISCLOSURE AGREEMENT
This Mutual Non-Disclosure Agreement is made between the parties; this Mutual Non-Disclosure Agreement binds.
1. Secrets
1.1 The parties keep secrets.
"""


def document(number: int, blocks: list[Block], file_name: str = "") -> ReadDocument:
    found = analyse(blocks)
    names = names_of_document(blocks, file_name)
    return ReadDocument(number, names, found.blocks, found.tree, found.references, found.terms)


def matter(*more: str) -> list[ReadDocument]:
    texts = [ORDER, *more]
    others = [document(n, list(blocks_from_text(text))) for n, text in enumerate(texts, 2)]
    return [document(1, MASTER, "MSA_final.docx"), *others]


def section(documents: list[ReadDocument], label: str) -> str:
    return documents[0].tree.find(label)[0].id


def test_an_order_form_points_into_the_agreement_by_either_name() -> None:
    found = pointers_into(matter(), 1)
    assert [(p.reference.text, p.labels, p.sure) for p in found] == [
        ("Section 1.1", ("1.1",), True),
        ("Section 2.2", ("2.2",), True),
        ("Section 2.3", ("2.3",), True),
    ]


def test_a_deletion_leaves_the_order_form_dangling_and_moves_what_it_numbers() -> None:
    documents = matter()
    impact = impact_over(documents, 1, section(documents, "2.2"))
    assert [(p.document, p.labels) for p in impact.dangling] == [(2, ("2.2",))]
    assert [(p.document, old, new) for p, old, new in impact.moved] == [(2, "2.3", "2.2")]
    assert [r.targets for r in impact.here.dangling] == [("2.2",)]


def test_a_parent_takes_the_references_to_its_parts_with_it() -> None:
    documents = matter()
    impact = impact_over(documents, 1, section(documents, "2"))
    assert [p.labels for p in impact.dangling] == [("2.2",), ("2.3",)]


def test_a_term_that_loses_its_definition_is_missed_where_it_is_used() -> None:
    documents = matter()
    impact = impact_over(documents, 1, section(documents, "1.1"))
    assert [(t.document, t.name, len(t.uses)) for t in impact.terms] == [(2, "Service Credit", 1)]
    assert impact_over(documents, 1, section(documents, "1.2")).terms == ()


def test_nearly_the_same_words_in_another_document_are_found_with_what_differs() -> None:
    documents = matter()
    impact = impact_over(documents, 1, section(documents, "2.2"))
    assert [(number, near.label, near.quantities) for number, near in impact.near] == [
        (2, "1.4", (("twelve months", "six months"),))
    ]


def test_a_name_that_fits_two_documents_is_not_sure() -> None:
    found = pointers_into(matter(SECRECY), 1)
    assert {p.reference.text: p.sure for p in found} == {
        "Section 1.1": False,
        "Section 2.2": False,
        "Section 2.3": True,
    }


def test_an_unknown_document_or_section_is_refused() -> None:
    with pytest.raises(KeyError):
        impact_over(matter(), 9, "s1")
    with pytest.raises(KeyError):
        impact_over(matter(), 1, "s99")


def test_names_come_from_the_first_lines_the_words_and_the_file() -> None:
    names = names_of_document(MASTER, "MSA_final.docx")
    assert {"master services agreement", "msa final"} <= set(names)
