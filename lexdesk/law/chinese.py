"""Chinese articles: unnumbered paragraphs are 款, their items 项 and 目, and what else they are called."""

from collections import Counter

from lexdesk.law import facts
from lexdesk.law.nodes import Node, Piece
from lexdesk.law.numerals import to_chinese
from lexdesk.law.outline import Outline


def add_clauses(outline: Outline) -> None:
    """Make 款 of the unnumbered paragraphs of 第…条 and give items their paths, in place.

    Where an article has one paragraph only, that 款 is ``optional`` and does not stand in the paths
    below it. Articles whose paragraphs are all numbered keep the chain of their printed numbers.
    """
    articles = [n for n in outline.nodes if n.scheme == "zh_article"]
    if not articles:
        return
    by_owner: dict[int, list[int]] = {}
    for i, piece in enumerate(outline.pieces):
        if piece.owner is not None:
            by_owner.setdefault(id(piece.owner), []).append(i)
    numbered = any(
        n.scheme == "decimal" and n.parent is not None and n.parent.scheme == "zh_article"
        for n in outline.nodes
    )
    styles: Counter[bool] = Counter()
    for article in articles:
        paragraphs = _paragraphs(outline, article, by_owner)
        if paragraphs or article.children:
            styles[bool(paragraphs)] += 1
    with_clauses = styles[True] >= styles[False] and not numbered
    fresh: list[Node] = []
    for article in articles:
        article.aliases.append(str(article.value))
        if with_clauses:
            fresh.extend(_split_article(outline, article, by_owner))
        else:
            _name_chain(article)
    if fresh:
        outline.nodes[:] = sorted([*outline.nodes, *fresh], key=lambda n: (n.block, n.start, len(n.chain())))


def _paragraphs(outline: Outline, article: Node, by_owner: dict[int, list[int]]) -> list[int]:
    """Indexes of the pieces that are 款: the article's own paragraphs but its heading."""
    own = by_owner.get(id(article), [])
    out = []
    for i in own:
        piece = outline.pieces[i]
        block = outline.blocks[piece.block]
        if block.table is not None or block.ask(facts.part_is_blank, piece.start, piece.end):
            continue
        if piece.block == article.block and (article.heading or block.ask(facts.shorter_than, 8)):
            continue
        if piece.block != article.block and block.ask(facts.says, article.heading):
            continue
        out.append(i)
    return out


def _split_article(outline: Outline, article: Node, by_owner: dict[int, list[int]]) -> list[Node]:
    paragraphs = _paragraphs(outline, article, by_owner)
    if not paragraphs:
        _name_items(article, article.label)
        return []
    single = len(paragraphs) == 1
    items = list(article.children)
    article.children = []
    fresh: list[Node] = []
    for number, i in enumerate(paragraphs, 1):
        piece = outline.pieces[i]
        start = piece.start
        if piece.block == article.block:  # the words stand right after the number
            start = max(start, article.start + len(article.label))
        clause = Node(
            f"{article.label}第{to_chinese(number)}款", "zh_clause", number, piece.block, start, article,
            optional=single,
        )  # fmt: skip
        outline.pieces[i] = Piece(piece.block, piece.start, piece.end, clause)
        article.children.append(clause)
        fresh.append(clause)
        following = outline.pieces[paragraphs[number]].block if number < len(paragraphs) else None
        for item in items:
            if item.block > piece.block and (following is None or item.block < following):
                item.parent = clause
                clause.children.append(item)
        _name_items(clause, article.label if single else clause.label)
    for item in items:
        if item.parent is article:
            article.children.append(item)
    return fresh


def _name_items(parent: Node, prefix: str) -> None:
    for item in parent.children:
        if item.scheme in ("zh_clause",):
            continue
        if item.scheme in ("zh_paren", "zh_list"):
            item.label = f"{prefix}第({to_chinese(item.value)})项"
        elif item.scheme == "digit" and item.form == "paren" and parent.scheme in ("zh_clause", "zh_article"):
            item.label = f"{prefix}第({item.value})项"
        elif item.scheme == "digit":
            kind = "目" if "项" in prefix else "项"
            item.label = f"{prefix}第{item.value}{kind}"
        else:
            item.label = prefix + item.label.removeprefix(item.parent.label if item.parent else "")
        _name_items(item, item.label)


def _name_chain(article: Node) -> None:
    """Other names of the items: （二） under 第三条 is 第三条第(二)款, 1 under it its 第1项."""
    waiting: list[tuple[Node, list[str], int]] = [(child, [article.label], 0) for child in article.children]
    while waiting:
        node, prefixes, depth = waiting.pop()
        if node.scheme == "zh_clause" or (node.scheme == "decimal" and len(node.parts) > 1):
            continue
        shown = node.label.rsplit(article.label)[-1]
        last = node.parent.label if node.parent is not None else ""
        shown = node.label[len(last) :] if node.label.startswith(last) else node.label
        kinds = ("款", "项") if depth == 0 else ("项", "目")
        names = [f"{prefix}第{shown}{kind}" for prefix in prefixes for kind in kinds]
        node.aliases.extend(names)
        waiting.extend((child, names, depth + 1) for child in node.children)
