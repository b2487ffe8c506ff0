"""A new clause at a named place: the model writes it, code places it, gives it its look, and checks it."""

import json
import re
from dataclasses import dataclass

from lexdesk.assistant import prompts
from lexdesk.assistant.candidates import candidates, named, own_keys
from lexdesk.assistant.drafting import DraftFailed, without_title
from lexdesk.assistant.lookups import Drafted, look_up
from lexdesk.assistant.naming import labels_in
from lexdesk.assistant.outcome import Outcome, by_code
from lexdesk.assistant.ranking import words
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.scope import Scope
from lexdesk.assistant.tools import Place, place_of
from lexdesk.assistant.topic import topic_of
from lexdesk.assistant.vocabulary import means
from lexdesk.law.model import Section
from lexdesk.law.quantities import find_quantities
from lexdesk.review.proposal import InsertAfter, InsertBefore, Proposal
from lexdesk.review.structure import Structure

_WHERE = re.compile(
    r"\b(?P<where>after|following|below|before|above|ahead\s+of|at\s+the\s+(?:very\s+)?end\s+of|to\s+the\s+end\s+of|"
    r"at\s+the\s+(?:start|beginning)\s+of)\s+(?P<rest>.+)",
    re.IGNORECASE,
)
_WHOLE_TEXT = re.compile(r"[“\"]([^”\"]{30,2000})[”\"]")
_COLON = re.compile(r":\s+|：\s*")
_RULE = re.compile(
    r"\b(?:shall|must|may|will|cannot|agrees?|is\s+(?:not\s+)?(?:entitled|obliged|required))\b"
)
_ZH_RULE = re.compile(r"应当|不得|可以|应|有权|必须|须|视为|无权")
_ABOUT = re.compile(
    r"\b(?:headed|titled|entitled|called)\s+(?P<headed>[^:]{2,60})$|"
    r"\b(?:about|on|for|dealing\s+with)\s+(?P<about>[\w -]{2,40})$",
    re.IGNORECASE,
)
_SHORTEST = 6  # words of a clause that the lawyer wrote
_SHORTEST_ZH = 10  # characters of one
_LEAST_SAID = 0.6  # share of the instruction's telling words that the new clause must take up


@dataclass(frozen=True)
class _Spot:
    """Where the new clause goes, and the section it should look like."""

    anchor: str
    before: bool
    like: Section
    name: str


def draft_insertion(recorder: RunRecorder, scope: Scope, instruction: str) -> Drafted | Outcome:
    """One new clause at the place the instruction names; never at the end by default."""
    structure = scope.structure()
    spot = _spot(instruction, structure)
    if isinstance(spot, Outcome):
        return spot
    near = place_of(structure, _speaking_block(spot.like, structure))
    facts = look_up(recorder, scope, instruction, near)
    heading_own, heading_runs_in = _look(spot.like, structure)
    own = _own_text(instruction)
    if own:
        heading, text = (_subject(instruction) if heading_own or heading_runs_in else ""), own
    else:
        heading, text = _written(recorder, instruction, near, heading_own or heading_runs_in)
    if heading and heading_runs_in:
        text = f"{heading}{_after_heading(spot.like, structure)}{text}"
    pairs = [(text, near.key)]
    if heading and heading_own:
        pairs.insert(0, (heading, spot.like.first_block))
    make = InsertBefore if spot.before else InsertAfter
    proposals: list[Proposal] = [make(spot.anchor, line, like) for line, like in pairs]
    said = (
        "The text is the lawyer's."
        if own
        else "The text is the model's; code checked it for the instruction's words and numbers."
    )
    return Drafted(
        proposals,
        facts,
        lead=f"a new clause {'before' if spot.before else 'after'} {spot.name}",
        explanation=said,
        by_code=bool(own),
    )


def _own_text(instruction: str) -> str:
    """The clause as the lawyer wrote it, in quotation marks or after a colon; "" if it is only described."""
    quoted = _WHOLE_TEXT.search(instruction)
    if quoted:
        return quoted[1]
    parts = _COLON.split(instruction, maxsplit=1)
    text = parts[1].strip() if len(parts) == 2 else ""
    english = re.match(r"[A-Z]", text) and len(text.split()) >= _SHORTEST and _RULE.search(text)
    chinese = _ZH_RULE.search(text) and len(text) >= _SHORTEST_ZH
    return text if text.endswith((".", "。")) and (english or chinese) else ""


def _subject(instruction: str) -> str:
    """The heading that "one about open source: ..." gives; "" if it names no subject."""
    hit = _ABOUT.search(_COLON.split(instruction, maxsplit=1)[0])
    name = hit["headed"] or hit["about"] if hit else ""
    return name.strip(" “”\"'").title() if name else ""


def _spot(instruction: str, structure: Structure) -> _Spot | Outcome:
    hit = _WHERE.search(instruction)
    if hit is not None:
        rest = re.split(r"[:;]|\b(?:saying|stating|providing|that|which|to\s+the\s+effect)\b", hit["rest"])[0]
        section, missing = _section(rest, structure)
        if section is not None:
            return _at(section, hit["where"].lower(), structure)
        if missing:
            return Outcome("refused", (by_code(f"This agreement has no {missing}. Nothing was staged."),))
    numbered, missing_labels = labels_in(instruction, structure)
    for label in missing_labels:
        before = _predecessor(label, structure)
        if before is not None:
            return _at(before, "after", structure)
    if numbered:
        inside = re.search(
            r"\b(?:in|to|under|into)\s+(?:the\s+)?(?:section|clause|article)?\s*\d",
            instruction,
            re.IGNORECASE,
        )
        return _at(numbered[0], "end of" if inside and numbered[0].children else "after", structure)
    if missing_labels:
        text = f"This agreement has no {missing_labels[0]}. Nothing was staged."
        return Outcome("refused", (by_code(text),))
    defined = _among_definitions(instruction, structure)
    if defined is not None:
        return defined
    section, _none = _section(instruction, structure)
    if section is not None:
        return _at(section, "end of" if section.children else "after", structure)
    return Outcome("asked", (by_code("After which clause should the new one stand?"),))


def _section(words_of_place: str, structure: Structure) -> tuple[Section | None, str]:
    numbered, missing = labels_in(words_of_place, structure)
    if numbered:
        return numbered[0], ""
    if missing:
        return None, missing[0]
    found = named(f"clause {words_of_place} clause", candidates(structure))
    sections = [structure.tree.of_block(one.key) for one in found]
    known = list(dict.fromkeys(section for section in sections if section is not None))
    if not known:
        return None, ""
    top = min(known, key=lambda section: section.depth)
    return top, ""


def _at(section: Section, where: str, structure: Structure) -> _Spot:
    name = section.label or section.heading
    before = where.startswith(("before", "above", "ahead"))
    tree = structure.tree
    if ("end of" in where or "start of" in where or "beginning of" in where) and section.children:
        children = [tree.get(child) for child in section.children]
        child = children[-1] if "end of" in where else children[0]
        before = "end of" not in where
        return _Spot(
            child.first_block if before else _last(child, structure), before, child, child.label or name
        )
    return _Spot(section.first_block if before else _last(section, structure), before, section, name)


def _last(section: Section, structure: Structure) -> str:
    """The section's last paragraph with words: blank ones after it part it from the next and stay last."""
    keys = [key for key in own_keys(section, structure) if structure.block(key).text.strip()]
    return (keys or list(section.blocks))[-1]


def _predecessor(label: str, structure: Structure) -> Section | None:
    """For "4.4" of which only 4.3 exists: 4.3."""
    hit = re.search(r"(?P<stem>.*?)(?P<last>\d+|[a-z])\)?$", label.split()[-1] if label.split() else label)
    if hit is None:
        return None
    last = hit["last"]
    earlier = str(int(last) - 1) if last.isdigit() else chr(ord(last) - 1)
    closing = ")" if label.rstrip().endswith(")") else ""
    found = structure.tree.find(f"{hit['stem']}{earlier}{closing}")
    return found[0] if found else None


def _among_definitions(instruction: str, structure: Structure) -> _Spot | None:
    """Where a new definition belongs among the others, by the alphabet."""
    hit = re.search(
        r"\b(?:definition\s+(?:of|for)|define|defined\s+term)\s+[“\"‘']?(?P<term>[A-Z][\w-]*(?:\s+[A-Z][\w-]*)*)",
        instruction,
    )
    if hit is None:
        return None
    known = [
        (term.name.lower(), section)
        for term in structure.terms
        for key, _span in term.sites
        if (section := structure.tree.of_block(key)) is not None and section.first_block == key
    ]
    parents = [section.parent for _name, section in known]
    if not parents:
        return None
    home = max(set(parents), key=parents.count)
    siblings = [(name, section) for name, section in known if section.parent == home]
    earlier = [pair for pair in siblings if pair[0] < hit["term"].lower()]
    if earlier:
        return _at(max(earlier, key=lambda pair: pair[0])[1], "after", structure)
    return _at(siblings[0][1], "before", structure)


def _look(section: Section, structure: Structure) -> tuple[bool, bool]:
    """Whether sections there have a heading as a paragraph of its own, or one that runs in."""
    first = structure.block(section.first_block).text.strip()
    heading = section.heading.strip(" .:")
    if not heading or not first.lower().startswith(heading.lower()):
        return False, False
    own = len(first) <= len(heading) + 2
    return (own and _speaking_block(section, structure) != section.first_block), not own


def _speaking_block(section: Section, structure: Structure) -> str:
    """The first paragraph of the section that is more than its heading."""
    heading = section.heading.strip(" .:").lower()
    for key in section.blocks:
        text = structure.block(key).text.strip(" .:").lower()
        if text and text != heading:
            return key
    return section.first_block


def _after_heading(section: Section, structure: Structure) -> str:
    """What stands between a run-in heading and its text there: ".  " or ": "."""
    text = structure.block(section.first_block).text
    rest = text[text.lower().find(section.heading.strip(" .:").lower()) + len(section.heading.strip(" .:")) :]
    hit = re.match(r"[^\w“\"(]{1,4}", rest)
    return hit.group() if hit else ". "


def _written(recorder: RunRecorder, instruction: str, near: Place, headed: bool) -> tuple[str, str]:
    note = ""
    for _attempt in range(2):
        messages, schema = prompts.new_clause(instruction, near.text, headed, note)
        answered = recorder.ask("write clause", "Writing the new clause", messages, schema, 400)
        try:
            answer = json.loads(answered.completion.text)
        except ValueError:
            note = "it was not finished."
            continue
        heading = " ".join(str(answer.get("heading", "")).split()).strip(" .:")
        heading = re.sub(r"^[\d.()]+\s*", "", heading)[:80]
        text = " ".join(without_title(str(answer.get("clause", "")), near).split())
        text = re.sub(
            r"^(?:(?:section|clause)\s+)?\(?\d+(?:\.\d+)*[.)]?\s+(?=[A-Z])", "", text, flags=re.IGNORECASE
        )
        if heading:
            text = re.sub(rf"^{re.escape(heading)}\s*[.:]\s*", "", text, flags=re.IGNORECASE)
        wrong = _faults(instruction, text, near)
        if not wrong:
            return heading, text
        note = wrong
    raise DraftFailed(
        f"The model's new clause did not pass the checks: {note}",
        "Say more exactly what the clause should hold, or use a stronger model.",
    )


def _faults(instruction: str, text: str, near: Place) -> str:
    """What is wrong with a new clause, in a sentence the model can act on; "" when nothing is."""
    if not text or text == near.text:
        return "It must be a new clause."
    there = {item.value for item in find_quantities(text)}
    asked = [item for item in find_quantities(instruction) if item.kind != "number"]
    lost = [item.text for item in asked if item.value not in there]
    if lost:
        return f"It must say {', '.join(lost)}."
    said = set(words(text))
    hit = _WHERE.search(instruction)
    content = re.split(
        r":|\b(?:saying|stating|providing|that|on|about|for|under\s+which)\b", instruction, maxsplit=1
    )[-1]
    telling = list(dict.fromkeys(words(topic_of(content if hit else instruction))))
    missing = [word for word in telling if not means(word, said)]
    if telling and len(missing) > (1 - _LEAST_SAID) * len(telling):
        full = [word for word in re.findall(r"[\w-]+", content) if set(words(word)) & set(missing)]
        return f"It does not speak of: {', '.join(dict.fromkeys(full))}."
    return ""
