"""The quotations of a brief, each with the source it is cited to, checked against the sources of a matter."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lexdesk.evidence.model import QuoteCheck
from lexdesk.evidence.passages import paragraphs
from lexdesk.evidence.query import cjk_runs
from lexdesk.evidence.quote_text import is_cjk
from lexdesk.evidence.quoting import check_in_source
from lexdesk.evidence.suggest import bare_title
from lexdesk.matter.records import SourceRow
from lexdesk.matter.stores import Reader
from lexdesk.text.sentences import sentences
from lexdesk.text.spans import Span

# Single marks are apostrophes too: one inside a word closes nothing, nor does that of a plural ("the parties’
# notice") where a mark that can close follows.
_PAIRS = re.compile(
    r"“(?P<curly>[^“”]*(?:“[^“”]*”[^“”]*)*)”|「(?P<corner>[^「」]+)」|『(?P<double>[^『』]+)』"
    r"|«(?P<angle>[^«»]+)»|„(?P<low>[^„“”]+)[“”]"
    r'|"(?P<straight>[^"\n]*(?:\n(?!\s*\n)[^"\n]*)*)"|``(?P<typed>[^`]+?)\'\''
    r"|(?<![A-Za-z0-9])‘(?!\d\ds\b)(?P<single>(?:[^‘’]|’(?=[A-Za-z])|(?<=s)’(?= [a-z][^‘]*’(?![A-Za-z])))+)’"
    r"(?![A-Za-z])"
    r"|(?<![\w'])'(?=[^\s'])(?P<lone>(?:[^'\n]|\n(?!\s*\n)|'(?=\w)|(?<=s)'(?= [a-z][^'\n]*(?<=\S)'(?!\w)))+)"
    r"(?<=\S)'(?!\w)"
)
_BLOCK = re.compile(r"(?m)^[ \t]*>[ \t]?.*(?:\n[ \t]*>[ \t]?.*)*")
_PAGE = re.compile(
    r"\b(?:pp?\.|pages?|sheet|at)\s*(\d{1,4})\b|,\s(\d{1,4})\s?(?=[).;]|\(\d{4}\)|\Z)|第\s*(\d{1,4})\s*页",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"\bv\.?\s|\bAct\b|\bCode\b|\bRegulation|\bReg\.|\bEx(?:hibit|\.)\s|《[^》]+》|\[\d{4}\]|\d+\s+U\.S\.",
    re.I,
)
_NEAR = 240  # characters of a paragraph in which a cite is looked for, after the quotation or before
_FEWEST_WORDS, _FEWEST_SIGNS = 4, 6
_GOOD = ("exact", "normalised")
#: From the best to the worst, when several sources are asked.
_ORDER = ("exact", "normalised", "too_short", "found_elsewhere", "altered", "not_found")


@dataclass(frozen=True)
class BriefQuote:
    """A quotation of a brief. ``start`` and ``end`` are offsets in the brief's text, without the quotation
    marks. ``cite`` is the text it is cited with, ``cited`` the source that text names, ``page`` the page it
    gives; ``found_in`` the source whose words ``check`` tells of."""

    text: str
    start: int
    end: int
    cite: str
    cited: int | None
    page: int | None
    found_in: int | None
    check: QuoteCheck


def quotations(text: str) -> list[Span]:
    """The quotations of a text in order, long enough to be words of somebody else: what stands between
    quotation marks, four words or six CJK characters at least, and quoted blocks of Markdown. What stands
    between straight marks ends with its paragraph."""
    found: list[Span] = []
    for paragraph in paragraphs(text):
        for match in _PAIRS.finditer(text, paragraph.start, paragraph.end):
            group = match.lastgroup or "straight"
            span = Span(*match.span(group))
            if _long_enough(text[span.start : span.end]):
                found.append(span)
    for block in _BLOCK.finditer(text):
        if not any(span.start < block.end() and block.start() < span.end for span in found) and _long_enough(
            block.group()
        ):
            found.append(Span(*block.span()))
    return sorted(found)


def check_brief(read: Reader, text: str) -> Iterator[BriefQuote]:
    """Check every quotation of a brief against the source it is cited to or, where its cite names none of the
    matter, against all of them. A mark at the end that only closes the brief's own sentence is no change."""
    sources = read.sources.list()
    spans = quotations(text)
    for at, span in enumerate(spans):
        quote = re.sub(r"(?m)^[ \t]*>[ \t]?", "", text[span.start : span.end])
        after = text[
            span.end : min(span.end + _NEAR, spans[at + 1].start if at + 1 < len(spans) else len(text))
        ]
        before = text[max(span.start - _NEAR, spans[at - 1].end if at else 0) : span.start]
        after, before = _same_paragraph(after), _same_paragraph(before[::-1])[::-1]
        cite, cited = _cited(after, before, sources)
        pages = [_page(after), _page(before)]
        page = next((number for number in pages if number is not None), None)
        found_in = cited.id if cited is not None else None
        if cited is not None:
            check = _closed(read, cited.id, quote, page)
        else:
            check, found_in = _anywhere(read, sources, quote, cite)
        yield BriefQuote(
            quote, span.start, span.end, cite, cited.id if cited is not None else None, page,
            found_in if check.state != "not_found" else None, check,
        )  # fmt: skip


def _long_enough(words: str) -> bool:
    if is_cjk(words):
        return sum(map(len, cjk_runs(words))) >= _FEWEST_SIGNS
    return len(re.findall(r"\w+", words)) >= _FEWEST_WORDS


def _same_paragraph(text: str) -> str:
    return re.split(r"\n\s*\n", text, maxsplit=1)[0]


def _cited(after: str, before: str, sources: Sequence[SourceRow]) -> tuple[str, SourceRow | None]:
    """The cite and the source it names: in what follows up to the end of the next sentence, else in what
    stands before."""
    for text, nearest_last in ((after, False), (before, True)):
        found = [
            (place, name, source)
            for source in sources
            for name in _names(source)
            if (place := _place(text, name)) is not None
        ]
        if found:
            best = max if nearest_last else min
            # Of names at one place the longest is meant: "Retention Act 2021", not "Retention Act".
            _, name, source = best(
                found, key=lambda item: (item[0], len(item[1]) * (1 if nearest_last else -1))
            )
            return name, source
    for text in (after, _last_sentence(before)):
        if _CASE.search(text):
            return text.strip(' ()\n.,;“"')[:120], None
    return "", None


def _last_sentence(text: str) -> str:
    parts = sentences(text)
    return text[parts[-1].start :] if parts else ""


def _names(source: SourceRow) -> list[str]:
    title = bare_title(source.title)
    names = {title, source.short_name, source.title, source.file_name.rpartition(".")[0]}
    parties = re.split(r"\s+v\.?\s+", title)
    if len(parties) == 2:
        names |= {parties[0].strip(), " ".join(parties[0].split()[:1])}
    return sorted(
        (name for name in names if len(name) > 3 or (is_cjk(name) and len(name) > 1)), key=len, reverse=True
    )


def _place(text: str, name: str) -> int | None:
    words = re.findall(r"\w+", name)
    if not words:
        return None
    found = re.search(r"(?<!\w)" + r"\W+".join(map(re.escape, words)) + r"(?!\w)", text, re.IGNORECASE)
    if found is None and is_cjk(name):
        at = text.find(name)
        return at if at >= 0 else None
    return found.start() if found else None


def _page(text: str) -> int | None:
    found = _PAGE.search(text)
    return int(next(filter(None, found.groups()))) if found else None


def _closed(read: Reader, source_id: int, quote: str, page: int | None) -> QuoteCheck:
    """``check_in_source``, without the comma or stop with which the brief closes its own sentence."""
    check = check_in_source(read, source_id, quote, page)
    bare = quote.rstrip().rstrip(".,;:，。；：、")
    if check.state not in ("altered", "not_found") or bare == quote.rstrip():
        return check
    open_ended = check_in_source(read, source_id, bare, page)
    if open_ended.state == "exact":
        open_ended = replace(open_ended, state="normalised")
    if open_ended.state in (*_GOOD, "found_elsewhere"):
        note = f"{open_ended.note} The mark at its end is not that of the source, which may go on.".strip()
        return replace(open_ended, note=note)
    return check


def _anywhere(
    read: Reader, sources: Sequence[SourceRow], quote: str, cite: str
) -> tuple[QuoteCheck, int | None]:
    unknown = "The brief names no source of this matter here."
    if cite:
        unknown = "The authority cited here is not in this matter."
    best: tuple[QuoteCheck, int | None] = (QuoteCheck("not_found", None, None, None), None)
    for source in sources:
        check = _closed(read, source.id, quote, None)
        if check.state == "found_elsewhere" and check.start is None:
            continue  # another source has the words; its own turn comes
        if _ORDER.index(check.state) < _ORDER.index(best[0].state):
            best = (check, source.id)
        if check.state in _GOOD:
            break
    return replace(best[0], note=f"{best[0].note} {unknown}".strip()), best[1]
