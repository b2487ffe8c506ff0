"""Clause trees in five numbering styles, and what must open no section."""

from lexdesk.law.model import Block
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.sections import SectionTree, build_sections


def tree_of(text: str) -> SectionTree:
    return build_sections(blocks_from_text(text))


def labels(tree: SectionTree) -> list[str]:
    return [s.label for s in tree.sections]


UK = """SUPPLY AGREEMENT
1. Definitions
1.1 In this Agreement:
(a) words in the singular include the plural; and
(b) the following apply:
(i) first; and
(ii) second.
1.2 Headings do not matter.
2. Supply
2.1 The Seller shall supply.
Schedule 1
PRICES
1. The price is fixed.
"""


def test_typed_dotted_numbers_with_items_and_a_schedule() -> None:
    tree = tree_of(UK)
    assert labels(tree) == [
        "1", "1.1", "1.1(a)", "1.1(b)", "1.1(b)(i)", "1.1(b)(ii)", "1.2", "2", "2.1", "Schedule 1",
        "Schedule 1, 1",
    ]  # fmt: skip
    assert tree.find("2")[0].heading == "Supply"
    assert tree.find("schedule 1")[0].kind == "schedule"
    assert tree.find("schedule 1")[0].heading == "PRICES"
    item = tree.find("1.1(b)(ii)")[0]
    assert [s.label for s in tree.ancestors(item.id)] == ["1.1(b)", "1.1", "1"]


def test_i_after_h_is_a_letter_and_after_a_list_a_roman_one() -> None:
    items = "".join(f"({c}) item {c};\n" for c in "abcdefghij")
    tree = tree_of("1. Lists\n1.1 The list:\n" + items + "(i) deeper;\n(ii) deeper still.\n")
    assert "1.1(i)" in labels(tree)
    assert "1.1(j)(i)" in labels(tree)
    assert "1.1(j)(ii)" in labels(tree)


def auto(*rows: tuple[str, str]) -> list[Block]:
    return [Block(f"p{i}", text, label=label) for i, (label, text) in enumerate(rows, 1)]


def test_automatic_labels_with_their_paths() -> None:
    tree = build_sections(
        auto(("1.", "Term"), ("1.1", "Start."), ("1.1(a)", "first"), ("1.1(a)(i)", "deep"),
             ("1.1(a)(ii)", "deep"), ("1.1(b)", "second"), ("2.", "End"))
    )  # fmt: skip
    assert labels(tree) == ["1", "1.1", "1.1(a)", "1.1(a)(i)", "1.1(a)(ii)", "1.1(b)", "2"]
    assert all(s.automatic for s in tree.sections)


def test_f51_automatic_and_typed_numbers_in_one_document() -> None:
    tree = build_sections(
        auto(("1.", "Scope"), ("", "2. Fees (typed)"), ("2.", "Term"), ("", "3.1 Typed."), ("2.1", "Auto."),
             ("2.1(a)", "Letter."), ("", "(b) Typed letter."))
    )  # fmt: skip
    assert labels(tree) == ["1", "2", "2", "3.1", "2.1", "2.1(a)", "2.1(b)"]
    assert [s.automatic for s in tree.sections] == [True, False, True, False, True, True, False]
    assert len(tree.find("2")) == 2


def test_articles_that_run_in_inside_a_paragraph() -> None:
    text = (
        "ARTICLE I TERM 1.1 Start. This Agreement starts at once. 1.2 End. It ends under Section 1.1 of it.\n"
        "ARTICLE II FEES 2.1 Fees. The fees are due. See Section 2.2. 2.2 Taxes. Taxes are extra.\n"
    )
    tree = tree_of(text)
    assert labels(tree) == ["Article I", "1.1", "1.2", "Article II", "2.1", "2.2"]
    assert tree.find("Article I")[0].heading == "TERM"
    assert tree.text(tree.find("1.2")[0].id).strip() == "1.2 End. It ends under Section 1.1 of it."
    place = tree.at("b1", text.index("starts at once"))
    assert place is not None
    assert place.label == "1.1"


def test_chinese_articles_paragraphs_and_items() -> None:
    tree = tree_of(
        "第一章　总则\n第一条　定义\n下列词语：\n（一）设备；\n（二）资料。\n"
        "第二条　文件\n本合同由正文组成。\n"
        "按照下列顺序：\n（一）正文；\n（二）附件：\n1. 图纸；\n2. 清单。\n按照前款规定确定。\n附件一　清单\n"
    )
    assert labels(tree) == [
        "第一章", "第一条", "第一条第一款", "第一条第(一)项", "第一条第(二)项", "第二条", "第二条第一款",
        "第二条第二款", "第二条第二款第(一)项", "第二条第二款第(二)项", "第二条第二款第(二)项第1目",
        "第二条第二款第(二)项第2目", "第二条第三款", "附件一",
    ]  # fmt: skip
    assert tree.find("第一条第一款")[0].optional
    assert tree.find("第2条")[0].label == "第二条"


def test_bilingual_headings_and_their_twins() -> None:
    tree = tree_of(
        "Clause 1 / 第一条　定义 Definitions\n1.1 “软件”指开发方开发的仓储调度系统。\n"
        "1.1 “Software” means the system.\n附件一 Annex 1 需求 Requirements\n"
    )
    assert labels(tree) == ["第一条", "1.1", "1.1", "附件一"]
    assert [s.optional for s in tree.sections] == [False, False, True, False]
    assert tree.find("Clause 1")[0].label == "第一条"
    assert tree.find("Annex 1")[0].label == "附件一"
    assert len(tree.find("1.1")) == 1


def test_contents_recitals_and_signatures_open_no_clauses() -> None:
    tree = tree_of(
        "Exhibit 10.18\nTABLE OF CONTENTS\n1. Scope\t1\n2. Fees\t2\nRECITALS\n(A) The parties trade.\n"
        "(B) They agree.\n"
        "The parties agree as follows:\n1. Scope\nThe scope.\n2. Fees\nThe fees.\n"
        "IN WITNESS WHEREOF the parties sign.\n"
        "By: ______\n"
    )
    assert [s.label for s in tree.sections if s.kind != "recital"] == ["1", "2"]
    assert tree.find("Recital (B)")[0].kind == "recital"
    last = tree.sections[-1]
    assert tree.text(last.id) == "2. Fees\nThe fees."


def test_a_contents_list_without_page_leaders_ends_where_its_first_number_comes_again() -> None:
    tree = tree_of(
        "TABLE OF CONTENTS Page\nARTICLE 1 SALE 1\n1.1 Supply 1 1.2 Purchase 1\nARTICLE 2 FEES 2\n"
        "2.1 Fees 2\nThis Agreement is made today.\nARTICLE 1 SALE\n1.1 Supply. It supplies.\n"
        "ARTICLE 2 FEES\n2.1 Fees. It pays.\n"
    )
    assert labels(tree) == ["Article 1", "1.1", "Article 2", "2.1"]


def test_an_article_may_begin_inside_a_paragraph() -> None:
    tree = tree_of("ARTICLE I TERM 1.1 Start. It starts. ARTICLE II FEES 2.1 Fees. They are due.\n")
    assert labels(tree) == ["Article I", "1.1", "Article II", "2.1"]


def test_sections_numbered_only_inside_paragraphs() -> None:
    tree = tree_of(
        "The parties agree: 1. SCOPE 1.1 The Seller sells.\n1.2 The Buyer buys. 2. FEES 2.1 They are due. "
        "Under Section 3. The rest waits. 3. TERM 3.1 It ends.\n"
    )
    assert labels(tree) == ["1", "1.1", "1.2", "2", "2.1", "3", "3.1"]


def test_roman_divisions_after_lettered_recitals() -> None:
    tree = tree_of(
        "BACKGROUND\nA. We own a system.\nB. You want to use it.\nI. APPOINTMENT\nA. We appoint you.\n"
        "B. You accept:\n1. this; and\n2. the rest.\n"
        "II. TERM\nThe term is long, as the parties both\nsay. It ends.\n"
        "III. FEES\nThe fees of Paragraph I.B are due.\n"
    )
    numbered = [s.label for s in tree.sections if s.kind != "recital"]
    assert numbered == ["I", "I(A)", "I(B)", "I(B)(1)", "I(B)(2)", "II", "III"]


def test_labels_are_found_in_the_spellings_people_use() -> None:
    tree = tree_of("ARTICLE IV TERM\n4.1 Term\n(a) one;\n(b) two.\n4.02 Later.\nANNEX I(B)\nText.\n")
    for spelling in (
        "4.1(b)",
        "Section 4.1(b).",
        "clause 4.1 (B)",
        "paragraph (b) of Section 4.1",
        "§ 4.1(b)",
    ):
        assert [s.label for s in tree.find(spelling)] == ["4.1(b)"], spelling
    for spelling in ("article iv", "Article 4", "4"):
        assert [s.label for s in tree.find(spelling)] == ["Article IV"], spelling
    assert [s.label for s in tree.find("Annex 1(B)")] == ["Annex I(B)"]
    assert [s.label for s in tree.find("Section 4.2")] == ["4.02"]
    assert tree.find("Section 4.3") == []
    assert tree.find("nonsense") == []


def test_words_after_a_list_belong_to_the_clause_above() -> None:
    tree = tree_of(
        "1. Use\n1.1 The Seller shall:\n(a) sell; and\n(b) deliver,\nprovided that it is paid.\n1.2 End.\n"
    )
    full = tree_of("1. Use\n1.1 The Seller shall:\n(a) sell; and\n(b) deliver.\nEach pays its costs.\n")
    assert "costs" not in full.text(full.find("1.1(b)")[0].id)
    whole = tree_of("1. Use\n1.1 Duties.\n(a) The Seller sells.\n(b) The Buyer buys.\nIt pays at once.\n")
    assert "at once" in whole.text(whole.find("1.1(b)")[0].id)
    assert "provided" not in tree.text(tree.find("1.1(b)")[0].id)
    assert tree.text(tree.find("1.1")[0].id).endswith("provided that it is paid.")


def test_numbers_in_sentences_tables_and_addresses_open_nothing() -> None:
    blocks = [
        Block("a", "1. Place"),
        Block("b", "12 Floor, 88 Wood Street London"),
        Block("c", "9.2 of this Agreement applies."),
        Block("d", "1", table=(0, 1, 0)),
        Block("e", "3.5 million units"),
        Block("g", "            2"),  # a page number
        Block("f", "2. Next"),
    ]
    assert labels(build_sections(blocks)) == ["1", "2"]


def test_unnumbered_headings_are_sections_without_a_label() -> None:
    tree = build_sections(
        [
            Block("a", "Purpose", heading_level=0),
            Block("b", "We agree to this."),
            Block("c", "Term", heading_level=0),
        ]
    )
    assert [(s.label, s.heading) for s in tree.sections] == [("", "Purpose"), ("", "Term")]
    assert tree.sections[0].blocks == ("a", "b")


def test_every_block_is_in_the_tree_once_and_in_order() -> None:
    tree = tree_of(UK)
    top = [key for s in tree.sections if s.parent is None for key in s.blocks]
    assert top == sorted(set(top), key=tree.order)
    assert tree.of_block("b1") is None
