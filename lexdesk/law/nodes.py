"""Sections while the tree is being built, and the pieces of paragraphs they own."""

import re
from dataclasses import dataclass, field

# Outer levels first; a mark closes every open level of its own rank or below
RANK: dict[str, int] = {
    "attach": 0, "part": 1, "zh_part": 1, "heading": 1, "chapter": 2, "zh_chapter": 2, "zh_section": 3,
    "article": 4, "zh_article": 4, "decimal": 5, "zh_clause": 6,
}  # fmt: skip


@dataclass
class Node:
    """A section while the tree is built. ``path`` is its label; ``parts`` the dotted number if any."""

    label: str
    scheme: str
    value: int
    block: int
    start: int
    parent: "Node | None"
    parts: tuple[str, ...] = ()
    form: str = ""
    heading: str = ""
    aliases: list[str] = field(default_factory=list)
    children: list["Node"] = field(default_factory=list)
    colon: bool = False  # its words end with a colon: the items below finish its sentence
    optional: bool = False

    def chain(self) -> list["Node"]:
        """This node and its ancestors, outermost first."""
        out: list[Node] = []
        node: Node | None = self
        while node is not None:
            out.append(node)
            node = node.parent
        return out[::-1]


@dataclass(frozen=True)
class Piece:
    """``block[start:end]`` belongs to ``owner`` (None: cover page, signature block)."""

    block: int
    start: int
    end: int | None  # None: the end of the block
    owner: Node | None


def is_chinese(text: str) -> bool:
    """True if a good part of the words is Chinese."""
    return len(re.findall(r"[\u4e00-\u9fff]", text)) > 0.3 * len(text.strip())


def text_ends_with_colon(text: str) -> bool:
    """True if the words of a clause end by opening a list."""
    return text.rstrip().endswith((":", "：", "—", ":-", "–"))
