"""Sections, references and terms against the cross-reference gold: ``python -m tests.gold.crossrefs FOLDER``.

Takes folders with gold files (``*.json`` with ``sections``), documents beside them or under
``--docs FOLDER``; ``--json FILE`` writes every miss. The rules are those of the set's own scorer.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from lexdesk.law.model import Block, FieldSpan, Reference, Term
from lexdesk.law.plain import PlainBlock, blocks_from_text
from lexdesk.law.references import find_references
from lexdesk.law.sections import SectionTree, build_sections
from lexdesk.law.terms import find_terms
from lexdesk.text.spans import Span
from tests.gold.sets import files_of, read_json, speaking

Json = dict[str, Any]


@dataclass
class Analysis:
    """A gold document as the product reads it, with the way from blocks to offsets of its flat text."""

    blocks: Sequence[Block]
    tree: SectionTree
    references: list[Reference]
    terms: list[Term]
    starts: dict[str, int]

    def place(self, key: str, span: Span) -> tuple[int, int]:
        """Offsets of a span of a block in the flat text."""
        block = self.by_key[key]
        if isinstance(block, PlainBlock):
            inside = block.span_in_file(span)
            return inside.start, inside.end
        return self.starts[key] + span.start, self.starts[key] + span.end

    @cached_property
    def by_key(self) -> dict[str, Block]:
        """Blocks by their keys."""
        return {block.key: block for block in self.blocks}

    def prediction(self) -> Json:
        """The analysis in the form of the gold."""
        sections = [
            {
                "label": s.label,
                "heading": s.heading,
                "start": self.place(s.first_block, Span(s.start, s.start))[0],
            }
            for s in self.tree.sections
            if s.label and s.kind != "recital"
        ]
        references = []
        for r in self.references:
            start, end = self.place(r.block, r.span)
            references.append(
                {"start": start, "end": end, "text": r.text, "kind": r.kind, "targets": list(r.targets)}
            )
        terms = [{"term": t.name, "uses": len(t.uses)} for t in self.terms]
        return {"sections": sections, "references": references, "terms": terms}


def blocks_of_docx(data: bytes) -> tuple[list[Block], dict[str, int]]:
    """Blocks of a Word document and where each starts in the gold's flat text."""
    from lexdesk.word.document import Document

    blocks: list[Block] = []
    starts: dict[str, int] = {}
    at = 0
    for p in Document.open(data).paragraphs:
        if p.part != "word/document.xml":
            continue
        starts[p.key] = at
        at += len(p.text) + 1
        blocks.append(
            Block(
                p.key,
                p.text,
                label=p.label_path or p.label,
                heading_level=p.outline_level,
                list_level=p.list_level,
                style=p.style,
                bold=tuple(i.current for i in p.pieces if i.bold and i.current is not None),
                table=(p.table.table, p.table.row, p.table.column) if p.table else None,
                fields=tuple(FieldSpan(f.span, f.target) for f in p.fields),
                bookmarks=p.bookmarks,
            )
        )
    return blocks, starts


def analyse(path: Path) -> Analysis:
    """Read a .docx, .md or .txt file as the product does."""
    starts: dict[str, int] = {}
    blocks: Sequence[Block]
    if path.suffix.lower() == ".docx":
        blocks, starts = blocks_of_docx(path.read_bytes())
    else:
        with path.open(encoding="utf-8", newline="") as file:
            blocks = blocks_from_text(file.read())
    tree = build_sections(blocks)
    return Analysis(blocks, tree, find_references(blocks, tree), find_terms(blocks, tree), starts)


def document_of(gold: Json, name: str, folders: Sequence[Path]) -> Path:
    """The document of a gold file; FileNotFoundError names it when it is nowhere."""
    wanted = [gold.get("docx"), gold.get("doc"), f"docs/{name}.docx", f"docs/{name}.md", f"docs/{name}.txt"]
    for folder in folders:
        for relative in wanted:
            if not relative:
                continue
            for path in (folder / relative, folder / Path(relative).name):
                if path.is_file():
                    return path
    raise FileNotFoundError(f"The document of {name} is in none of {', '.join(map(str, folders))}.")


# -- the scorer's rules -------------------------------------------------------------------------------


def norm(label: str) -> str:
    """Spelling-blind form of a label."""
    text = label.replace("\u00a0", " ").replace("\u200e", "").strip().strip('."“”').lower()
    text = re.sub(r'["“”\s]+', " ", text).strip()
    m = re.match(
        r"^(section|sections|clause|clauses|article|articles|paragraph|subsection|sec\.?|§+)\s*(.+)$", text
    )
    if m:
        rest = m[2]
        roman = m[1].startswith("article") and re.match(r"^[ivxlc]+$", rest)
        text = f"article {rest}" if roman else rest
    return re.sub(r"\s+(?=\()", "", text).rstrip(".")


def same_label(gold: str, pred: str) -> bool:
    """True if two labels mean one section; items inside definitions may leave the term out."""
    g, p = norm(gold), norm(pred)
    if g == p:
        return True
    if ":" in g:
        base, tail = g.split(":", 1)
        tail = tail[tail.find("(") :] if "(" in tail else ""
        return p in (base + tail, tail)
    return False


def _overlap(a: Json, b: Json) -> bool:
    return bool(a["start"] < b["end"] and b["start"] < a["end"])


def score(gold: Json, pred: Json, misses: list[str]) -> Counter[str]:
    """Counts of one document; what is wrong is described in ``misses``."""
    c: Counter[str] = Counter()
    _score_sections(gold, pred, c, misses)
    _score_references(gold, pred, c, misses)
    gold_terms = {re.sub(r"\s+", " ", t["term"].strip().lower()): t for t in gold.get("terms", [])}
    pred_terms = {re.sub(r"\s+", " ", t["term"].strip().lower()): t for t in pred["terms"]}
    c["term_g"] += len(gold_terms)
    c["term_p"] += len(pred_terms)
    c["term_tp"] += len(set(gold_terms) & set(pred_terms))
    misses += [f"missed term {t}" for t in sorted(set(gold_terms) - set(pred_terms))]
    misses += [f"extra term {t}" for t in sorted(set(pred_terms) - set(gold_terms))]
    for name in set(gold_terms) & set(pred_terms):
        want, got = gold_terms[name]["uses"], pred_terms[name]["uses"]
        c["use_n"] += 1
        if abs(want - got) <= max(1, 0.05 * want):
            c["use_ok"] += 1
        else:
            misses.append(f"uses of {name}: gold {want}, found {got}")
    return c


def _score_sections(gold: Json, pred: Json, c: Counter[str], misses: list[str]) -> None:
    used: set[int] = set()
    by_start = sorted(range(len(pred["sections"])), key=lambda i: pred["sections"][i]["start"])
    for g in gold["sections"]:
        hit = next(
            (
                i
                for i in by_start
                if i not in used
                and abs(pred["sections"][i]["start"] - g["start"]) <= 40
                and same_label(g["label"], pred["sections"][i]["label"])
            ),
            None,
        )
        if hit is not None:
            used.add(hit)
        if g.get("optional"):
            c["sec_skip"] += hit is not None
            continue
        c["sec_g"] += 1
        if hit is None:
            misses.append(f"missed section {g['label']} | {g['first_words']}")
            continue
        c["sec_tp"] += 1
        if g["heading"]:
            c["head_n"] += 1
            same = (
                pred["sections"][hit]["heading"].strip().rstrip(".").lower()
                == g["heading"].strip().rstrip(".").lower()
            )
            c["head_ok"] += same
            if not same:
                misses.append(
                    f"heading of {g['label']}: gold {g['heading']!r},"
                    f" found {pred['sections'][hit]['heading']!r}"
                )
    c["sec_p"] += len(pred["sections"]) - c["sec_skip"]
    misses += [
        f"extra section {p['label']} @ {p['start']}" for i, p in enumerate(pred["sections"]) if i not in used
    ]


def _score_references(gold: Json, pred: Json, c: Counter[str], misses: list[str]) -> None:
    ignore = [{"start": a, "end": b} for a, b in gold.get("ignore", [])]
    golds = gold["references"]
    preds = [
        p
        for p in pred["references"]
        if any(_overlap(p, g) for g in golds) or not any(_overlap(p, x) for x in ignore)
    ]
    for p in preds:
        c["ref_p"] += 1
        touched = [g for g in golds if _overlap(p, g)]
        c["ref_tp_p"] += bool(touched)
        c["ref_exact"] += any(p["start"] == g["start"] and p["end"] == g["end"] for g in touched)
        if not touched:
            misses.append(f"extra reference {p['text']!r} {p['kind']} {p['targets']} @ {p['start']}")
        for x in ["<external>"] if p["kind"] == "external" else p["targets"] or ["<none>"]:
            c["tgt_p"] += 1
            c["tgt_tp_p"] += any(
                x == "<external>"
                if g["kind"] == "external"
                else any(
                    same_label(y, x) for labels in [g["targets"], *g.get("alt_targets", [])] for y in labels
                )
                for g in touched
            )
    for g in golds:
        c["ref_g"] += 1
        touching = [p for p in preds if _overlap(p, g)]
        c["ref_tp_g"] += bool(touching)
        c["kind_" + g["kind"]] += 1
        found = [x for p in touching if p["kind"] != "external" for x in p["targets"]]
        if g["kind"] == "external":
            c["tgt_g"] += 1
            good = bool(touching) and all(p["kind"] == "external" for p in touching)
            c["tgt_tp_g"] += good
        else:
            best = max(
                (
                    (sum(any(same_label(y, x) for x in found) for y in labels), len(labels))
                    for labels in [g["targets"], *g.get("alt_targets", [])]
                ),
                key=lambda z: z[0] / max(1, z[1]),
            )
            c["tgt_g"] += best[1]
            c["tgt_tp_g"] += best[0]
            good = best[0] == best[1] and bool(touching)
            if g["kind"] == "dangling":
                good = good and any(p["kind"] == "dangling" for p in touching)
        c["ok_" + g["kind"]] += good
        if not touching:
            misses.append(f"missed reference {g['id']} {g['text']!r} {g['kind']} {g['targets']}")
        elif not good:
            got = [(p["kind"], p["targets"]) for p in touching]
            misses.append(
                f"wrong target {g['id']} {g['text']!r}: gold {g['kind']} {g['targets']}, found {got}"
            )


def f1(tp_p: int, n_p: int, tp_g: int, n_g: int) -> float:
    """Harmonic mean of precision and recall, 1.0 where there is nothing to find."""
    p = tp_p / n_p if n_p else 1.0
    r = tp_g / n_g if n_g else 1.0
    return round(2 * p * r / (p + r), 4) if p + r else 0.0


def totals(c: Counter[str]) -> Json:
    """The figures of DESIGN section 10."""
    return {
        "sections_f1": f1(c["sec_tp"], c["sec_p"], c["sec_tp"], c["sec_g"]),
        "spans_f1": f1(c["ref_tp_p"], c["ref_p"], c["ref_tp_g"], c["ref_g"]),
        "targets_f1": f1(c["tgt_tp_p"], c["tgt_p"], c["tgt_tp_g"], c["tgt_g"]),
        "external_accuracy": round(c["ok_external"] / c["kind_external"], 4) if c["kind_external"] else 1.0,
        "relative_accuracy": round(c["ok_relative"] / c["kind_relative"], 4) if c["kind_relative"] else 1.0,
        "dangling": c["kind_dangling"],
        "dangling_found": c["ok_dangling"],
        "terms_f1": f1(c["term_tp"], c["term_p"], c["term_tp"], c["term_g"]),
    }


def _real_dangling(folder: Path, folders: Sequence[Path], misses: list[str]) -> Counter[str]:
    """References of ``dangling_real.json`` and how many of them are called dangling."""
    c: Counter[str] = Counter()
    path = folder / "dangling_real.json"
    if not path.is_file():
        return c
    for case in read_json(path)["references"]:
        c["kind_dangling"] += 1
        name = Path(case["doc"]).stem
        pred = analyse(document_of({"doc": case["doc"]}, name, folders)).prediction()
        hits = [p for p in pred["references"] if _overlap(p, case)]
        good = any(
            p["kind"] == "dangling" and any(same_label(case["missing"], t) for t in p["targets"])
            for p in hits
        )
        c["ok_dangling"] += good
        if not good:
            misses.append(
                f"{name}: {case['text']} not called dangling: {[(p['kind'], p['targets']) for p in hits]}"
            )
    return c


@speaking
def main(argv: Sequence[str] | None = None) -> int:
    """Print the table and the line of totals; 2 when nothing could be read."""
    parser = argparse.ArgumentParser(prog="python -m tests.gold.crossrefs")
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--docs", action="append", type=Path, default=[])
    parser.add_argument("--json", type=Path)
    parser.add_argument("--errors", action="store_true", help="print every miss")
    args = parser.parse_args(argv)
    overall: Counter[str] = Counter()
    documents: Json = {}
    cases: Json = {}
    for path in args.paths:
        for file in files_of(path):
            gold = read_json(file)
            if not isinstance(gold, dict) or "sections" not in gold or "references" not in gold:
                continue
            misses: list[str] = []
            document = document_of(gold, file.stem, [file.parent, *args.docs])
            counts = score(gold, analyse(document).prediction(), misses)
            documents[file.stem] = totals(counts)
            cases[file.stem] = misses
            overall += counts
            _show(file.stem, counts, misses if args.errors else [])
        if path.is_dir():
            real: list[str] = []
            overall += _real_dangling(path, [path, *args.docs], real)
            if real:
                cases["dangling_real"] = real
                print("\n".join(real))
    if not documents:
        print("No gold file with sections and references was found.", file=sys.stderr)
        return 2
    _show("ALL", overall, [])
    if args.json:
        args.json.write_text(json.dumps(cases, ensure_ascii=False, indent=1), encoding="utf-8")
    print(json.dumps({"documents": documents, **totals(overall)}))
    return 0


def _show(name: str, c: Counter[str], misses: Sequence[str]) -> None:
    t = totals(c)
    print(
        f"{name:32} sections {t['sections_f1']:.3f}  spans {t['spans_f1']:.3f}  "
        f"targets {t['targets_f1']:.3f}  external {c['ok_external']}/{c['kind_external']}  "
        f"relative {c['ok_relative']}/{c['kind_relative']}  "
        f"dangling {c['ok_dangling']}/{c['kind_dangling']}  terms {t['terms_f1']:.3f}  "
        f"uses {c['use_ok']}/{c['use_n']}  headings {c['head_ok']}/{c['head_n']}"
    )
    for miss in misses:
        print("   ", miss)


if __name__ == "__main__":
    raise SystemExit(main())
