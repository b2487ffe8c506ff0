"""What a person says of the sources and of how they hang together: the desk's part about the ontology."""

from collections.abc import Callable, Sequence
from pathlib import Path

from lexdesk.assistant.evidence_desk import EvidenceDesk
from lexdesk.assistant.evidence_views import (
    FactView,
    RelationEnd,
    RelationView,
    SourceCard,
    StandingView,
)
from lexdesk.assistant.showing import source_view
from lexdesk.assistant.standings import standing_view
from lexdesk.assistant.views import SourceView
from lexdesk.errors import LexDeskError
from lexdesk.evidence import checklist, expunge
from lexdesk.evidence.checklist import ChecklistRow, Taken
from lexdesk.evidence.expunge import ExpungeReport
from lexdesk.evidence.family import missing_in_family
from lexdesk.evidence.limits import limits_of_edit
from lexdesk.evidence.naming import named_by
from lexdesk.evidence.reading import load
from lexdesk.evidence.relations import RELATION_KINDS, suggest_relations
from lexdesk.evidence.standing import of_source, standing_of
from lexdesk.matter.evidence_records import RelationRow, RelationState
from lexdesk.matter.records import PassageRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.cites import cite_label
from lexdesk.review.export import write_file
from lexdesk.review.structure import Structures
from lexdesk.text.hashing import sha256_bytes


class WrongRelation(LexDeskError):
    """A relation that cannot be: of an unknown kind, or of a thing with itself."""

    code = "wrong_relation"


class OntologyDesk(EvidenceDesk):
    """Descriptions, relations, the checklist and expunging."""

    structures: Structures

    # what a source is

    def confirm_source(self, source_id: int, fields: Sequence[str] = ()) -> SourceView:
        """Confirm what code suggested of a source: these fields, or all of them."""
        row = self.library.confirm(source_id, self.author, fields)
        return source_view(self.matter.read(), row)

    def source_card(self, source_id: int) -> SourceCard:
        """Everything known of a source, with who said it. Raises ``NotFound``."""
        reader = self.matter.read()
        source = reader.sources.get(source_id)
        facts = tuple(
            FactView(row.field, row.value, row.said_by, row.at, row.basis, row.because)
            for row in reader.facts.history(source_id)
        )
        naming = tuple(
            (other.id, " ".join(row.text.split()), row.id) for other, row in named_by(reader, source)
        )
        return SourceCard(
            source_id,
            standing_view(of_source(reader, source)),
            facts,
            tuple(self._relation_view(reader, row) for row in reader.relations.list(source_id)),
            naming,
            tuple(_slips(reader, source_id)),
        )

    def standing(self, passage_id: int) -> StandingView:
        """What a citation of this passage must say besides its words."""
        reader = self.matter.read()
        return standing_view(standing_of(reader, reader.passages.get(passage_id)))

    # relations

    def relations(self, source_id: int | None = None) -> list[RelationView]:
        """All relations, or those of one source; refused ones are left out."""
        reader = self.matter.read()
        return [self._relation_view(reader, row) for row in reader.relations.list(source_id)]

    def relate(
        self,
        kind: str,
        from_source: int | None,
        to_source: int | None,
        from_passage: int | None = None,
        to_passage: int | None = None,
        evidence_passage: int | None = None,
    ) -> RelationView:
        """Say that one source or passage ``kind`` another. A passage of a source brings its source along.
        Raises ``WrongRelation``, ``NotFound``."""
        if kind not in RELATION_KINDS:
            raise WrongRelation(f"“{kind}” is no relation.", f"Use one of: {', '.join(RELATION_KINDS)}.")
        by = self.author

        def work(tx: Tx) -> RelationRow:
            here = _end(tx, from_source, from_passage)
            there = _end(tx, to_source, to_passage)
            if here == there:
                raise WrongRelation("A relation needs two different ends.", "Name another source or passage.")
            if evidence_passage is not None:
                tx.passages.get(evidence_passage)
            row = tx.relations.add(
                kind,
                here[0],
                there[0],
                by,
                from_passage=here[1],
                to_passage=there[1],
                evidence_passage=evidence_passage,
            )
            tx.act(by, "relation_said", f"relation {row.id}", kind=kind, ends=[*here, *there])
            return row

        row = self.matter.write(work)
        return self._relation_view(self.matter.read(), row)

    def decide_relation(self, relation_id: int, state: RelationState) -> RelationView:
        """Confirm or refuse a relation. Raises ``NotFound``."""
        by = self.author

        def work(tx: Tx) -> RelationRow:
            tx.relations.get(relation_id)
            row = tx.relations.decide(relation_id, state, by)
            tx.act(by, f"relation_{state}", f"relation {relation_id}", kind=row.kind)
            return row

        row = self.matter.write(work)
        return self._relation_view(self.matter.read(), row)

    def suggest_relations(self) -> list[RelationView]:
        """Look through all sources for relations their words show; the new suggestions."""
        by = self.author

        def work(tx: Tx) -> list[RelationRow]:
            found: list[RelationRow] = []
            for source in tx.sources.list():
                found += suggest_relations(tx, source.id, by)
            return found

        reader = self.matter.read()
        return [self._relation_view(reader, row) for row in self.matter.write(work)]

    def edit_limits(self, edit_id: int) -> list[tuple[str, str]]:
        """P14 for one staged edit: (code, sentence) for each doubt about what its packet rests on."""
        return limits_of_edit(self.matter.read(), edit_id)

    # the checklist

    def checklist(self) -> list[ChecklistRow]:
        """The authorities of the matter to be checked elsewhere: its own, and those only cited."""
        reader = self.matter.read()
        texts = []
        for document in reader.documents.list():
            structure = self.structures.of(reader.documents.head(document.id).id)
            texts.append((document.name, "\n".join(block.text for block in structure.blocks)))
        return checklist.rows(reader, texts)

    def write_checklist(self, path: Path, overwrite: bool = False) -> int:
        """Write the checklist as .docx, .html or .csv, by the ending of the name; the number of authorities.
        Raises ``ChecklistRefused``, ``ExportRefused``."""
        path = Path(path)
        form = path.suffix.lower().removeprefix(".")
        if form not in checklist.FORMS:
            raise checklist.ChecklistRefused(
                f"The checklist cannot be written as “{path.name}”.", "End the name in .docx, .html or .csv."
            )
        self._writable()
        rows = self.checklist()
        data = checklist.content(self.matter.read().matter.info().name, form, rows)
        by = self.author

        def record(put: Callable[[], None]) -> None:
            def work(tx: Tx) -> None:
                tx.act(by, "checklist_written", path.name, rows=len(rows), sha256=sha256_bytes(data))
                put()

            self.matter.write(work)

        write_file(path, data, overwrite, record)
        return len(rows)

    def take_checklist(self, path: Path) -> Taken:
        """Take the results back from a filled-in .docx or .csv. All of them or none. ``ChecklistRefused``."""
        self._writable()
        path = Path(path)
        taken = checklist.results_in(load(path), path.name)
        by = self.author
        self.matter.write(lambda tx: checklist.record(tx, taken, by, path.name))
        return taken

    # expunging

    def preview_expunge(self, source_id: int) -> ExpungeReport:
        """What expunging this source would wipe, and what would remain. Changes nothing."""
        return expunge.preview(self.matter, source_id)

    def expunge_source(self, source_id: int, reason: str) -> ExpungeReport:
        """Destroy a source and every trace of its words in the matter."""
        self.library.close()
        return expunge.expunge(self.matter, source_id, reason, self.author)

    def _relation_view(self, reader: Reader, row: RelationRow) -> RelationView:
        return RelationView(
            row.id,
            row.kind,
            _end_view(reader, row.from_source, row.from_passage),
            _end_view(reader, row.to_source, row.to_passage),
            row.state,
            row.state_by,
            row.made_by,
            row.at,
            row.because,
            row.evidence_passage,
        )


def _end(tx: Tx, source_id: int | None, passage_id: int | None) -> tuple[int | None, int | None]:
    """Source and passage of an end as stored; raises when they are not there or do not belong together."""
    if passage_id is not None:
        passage: PassageRow = tx.passages.get(passage_id)
        if source_id is not None and passage.source_id != source_id:
            raise WrongRelation(f"Passage {passage_id} is not of source {source_id}.")
        return passage.source_id, passage_id
    if source_id is None:
        raise WrongRelation("A relation needs two ends.", "Name a source or a passage.")
    return tx.sources.get(source_id).id, None


def _end_view(reader: Reader, source_id: int | None, passage_id: int | None) -> RelationEnd:
    if passage_id is not None:
        passage = reader.passages.get(passage_id)
        return RelationEnd(source_id, passage_id, cite_label(reader, passage), " ".join(passage.text.split()))
    source = reader.sources.get(source_id or 0)
    return RelationEnd(source_id, None, source.short_name or source.title, "")


def _slips(reader: Reader, source_id: int) -> list[str]:
    """What this amendment, or an amendment of this text, changes that is not there."""
    said = []
    for slip in missing_in_family(reader, source_id):
        if source_id in (slip.instrument, slip.amended):
            name, base = (reader.sources.get(number).short_name for number in (slip.instrument, slip.amended))
            clause = f"clause {slip.change.label} is to be {slip.change.kind}"
            said.append(f"“{name}”: {clause}, but “{base}” has no such clause.")
    return said
