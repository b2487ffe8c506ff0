"""Generated agreements in five numbering styles are read back: every label, every reference."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from lexdesk.law.model import Block
from lexdesk.law.numerals import to_chinese, to_roman
from lexdesk.law.plain import blocks_from_text
from lexdesk.law.references import find_references
from lexdesk.law.sections import build_sections

# One list for each top section: the numbers of items of its subsections
Shape = list[list[int]]
SHAPES = st.lists(st.lists(st.integers(0, 4), min_size=1, max_size=5), min_size=2, max_size=9)


def labels_of(shape: Shape) -> list[str]:
    out: list[str] = []
    for top, subsections in enumerate(shape, 1):
        out.append(str(top))
        for second, items in enumerate(subsections, 1):
            out.append(f"{top}.{second}")
            out += [f"{top}.{second}({chr(96 + n)})" for n in range(1, items + 1)]
    return out


def sentence(label: str, last: bool) -> str:
    return f"the party acts under Section {label}" + ("." if last else ";")


def lines(shape: Shape, target: str) -> list[tuple[str, int, str]]:
    """(label, depth, words) of every section; each one refers to ``target``."""
    out: list[tuple[str, int, str]] = []
    for top, subsections in enumerate(shape, 1):
        out.append((str(top), 0, "Matters of Trade"))
        for second, items in enumerate(subsections, 1):
            words = "Each party does the following:" if items else f"The party acts under Section {target}."
            out.append((f"{top}.{second}", 1, words))
            out += [
                (f"{top}.{second}({chr(96 + n)})", 2, sentence(target, n == items))
                for n in range(1, items + 1)
            ]
    return out


def check(blocks: Sequence[Block], labels: list[str], target: str, count: int) -> None:
    tree = build_sections(blocks)
    assert [s.label for s in tree.sections] == labels
    found = find_references(blocks, tree)
    assert len(found) == count
    assert {(r.kind, r.targets) for r in found} <= {("internal", (target,))}


def references_in(rows: list[tuple[str, int, str]]) -> int:
    return sum("Section" in words for _, _, words in rows)


@settings(max_examples=25, deadline=None)
@given(SHAPES, st.data())
def test_typed_numbers(shape: Shape, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(labels_of(shape)))
    rows = lines(shape, target)
    shown = {0: lambda lab: f"{lab}. ", 1: lambda lab: f"{lab} ", 2: lambda lab: lab[lab.index("(") :] + " "}
    text = "\n".join(shown[depth](label) + words for label, depth, words in rows)
    check(blocks_from_text(text), labels_of(shape), target, references_in(rows))


@settings(max_examples=25, deadline=None)
@given(SHAPES, st.data())
def test_automatic_numbers(shape: Shape, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(labels_of(shape)))
    rows = lines(shape, target)
    blocks = [
        Block(f"p{i}", words, label=label + ("." if not depth else ""))
        for i, (label, depth, words) in enumerate(rows)
    ]
    check(blocks, labels_of(shape), target, references_in(rows))


@settings(max_examples=25, deadline=None)
@given(SHAPES, st.data())
def test_markdown_lists(shape: Shape, data: st.DataObject) -> None:
    target = data.draw(st.sampled_from(labels_of(shape)))
    rows = lines(shape, target)
    text = "# Agreement\n\n**Terms**\n\n"
    for label, depth, words in rows:
        mark = label[label.index("(") + 1] if depth == 2 else label.split(".")[-1]
        text += f"{'    ' * depth}{mark}. {words}\n"
    blocks = blocks_from_text(text)
    tree = build_sections(blocks)
    assert [s.label for s in tree.sections if s.label] == labels_of(shape)
    assert {r.targets for r in find_references(blocks, tree)} <= {(target,)}


@settings(max_examples=25, deadline=None)
@given(SHAPES, st.data())
def test_articles_that_run_in(shape: Shape, data: st.DataObject) -> None:
    shape = [[0] * len(subsections) for subsections in shape]
    numbers = [label for label in labels_of(shape) if "." in label]
    target = data.draw(st.sampled_from(numbers))
    labels: list[str] = []
    text = ""
    for top, subsections in enumerate(shape, 1):
        roman = to_roman(top).upper()
        labels.append(f"Article {roman}")
        text += f"ARTICLE {roman} TRADE"
        for second in range(1, len(subsections) + 1):
            labels.append(f"{top}.{second}")
            text += f" {top}.{second} Duties. The party acts under Section {target}."
        text += "\n"
    check(blocks_from_text(text), labels, target, len(numbers))


@settings(max_examples=25, deadline=None)
@given(SHAPES, st.data())
def test_chinese_articles(shape: Shape, data: st.DataObject) -> None:
    labels: list[str] = []
    for top, clauses in enumerate(shape, 1):
        article = f"第{to_chinese(top)}条"
        labels.append(article)
        for second, items in enumerate(clauses, 1):
            clause = f"{article}第{to_chinese(second)}款"
            labels.append(clause)
            prefix = clause if len(clauses) > 1 else article
            labels += [f"{prefix}第({to_chinese(n)})项" for n in range(1, items + 1)]
    target = data.draw(st.sampled_from(labels))
    text = ""
    for top, clauses in enumerate(shape, 1):
        text += f"第{to_chinese(top)}条　事项\n"
        for items in clauses:
            text += "双方应当完成下列事项：\n" if items else f"依照{target}办理相关事宜。\n"
            text += "".join(f"（{to_chinese(n)}）依照{target}办理；\n" for n in range(1, items + 1))
    blocks = blocks_from_text(text)
    tree = build_sections(blocks)
    assert [s.label for s in tree.sections] == labels
    wanted = {target, target.replace("第一款", "")} if target.endswith("第一款") else {target}
    assert {t for r in find_references(blocks, tree) for t in r.targets} <= wanted
