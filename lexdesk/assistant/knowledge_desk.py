"""What a person does with notes, skills, playbooks and arguments: the desk's part about knowledge."""

from collections.abc import Callable, Sequence
from pathlib import Path

from lexdesk.assistant.agent_desk import AgentDesk
from lexdesk.assistant.arguments import argue
from lexdesk.assistant.events import Event
from lexdesk.assistant.knowledge_views import (
    NoteHistoryView,
    PlaybookResultView,
    PlaybookReviewView,
    PositionView,
    RuleView,
    SkillView,
)
from lexdesk.assistant.model import Model
from lexdesk.assistant.notes import Note, Notes, Support
from lexdesk.assistant.outcome import Outcome
from lexdesk.assistant.playbooks.review import review, rules_of
from lexdesk.assistant.recorder import RunRecorder
from lexdesk.assistant.running import answer_instruction
from lexdesk.assistant.scope import Scope, scope_of_chat
from lexdesk.assistant.sending import RemoteNotAllowed
from lexdesk.assistant.showing import message_view, passage_view
from lexdesk.assistant.skills import Skill, Skills
from lexdesk.assistant.views import MessageView
from lexdesk.errors import LexDeskError
from lexdesk.matter.knowledge_records import PlaybookResultRow
from lexdesk.matter.records import SourceRow


class KnowledgeDesk(AgentDesk):
    """Notes, skills, playbooks and arguments of one matter."""

    # notes

    def notes(self, state: str | None = None) -> list[Note]:
        """All notes, or those "proposed", "kept" or "refused", oldest first, each with what it rests on."""
        return Notes(self.matter).list(state)

    def note_history(self, note_id: int) -> NoteHistoryView:
        """A note with its versions and what was done with it."""
        notes = Notes(self.matter)
        versions, acts = notes.history(note_id)
        return NoteHistoryView(notes.get(note_id), tuple(versions), tuple(acts))

    def add_note(
        self, text: str, passages: Sequence[int] = (), tool_results: Sequence[int] = (), keep: bool = True
    ) -> Note:
        """A note of the lawyer's own, kept at once unless ``keep`` is False. It, too, rests on something."""
        self._writable()
        notes = Notes(self.matter)
        rests = [Support(passage_id=one) for one in passages]
        rests += [Support(tool_result_id=one) for one in tool_results]
        note = notes.propose(text, rests, self.author)
        return notes.keep(note.id, self.author) if keep else note

    def keep_note(self, note_id: int, comment: str = "") -> Note:
        """Keep a proposed or refused note; models may see it from now on."""
        self._writable()
        return Notes(self.matter).keep(note_id, self.author, comment)

    def refuse_note(self, note_id: int, comment: str = "") -> Note:
        """Refuse a note; it stays on record and out of every context."""
        self._writable()
        return Notes(self.matter).refuse(note_id, self.author, comment)

    def change_note(self, note_id: int, text: str, why: str = "") -> Note:
        """A further version in the lawyer's words, resting on the same."""
        self._writable()
        return Notes(self.matter).change(note_id, text, self.author, why=why)

    # skills

    def skills(self) -> list[Skill]:
        """LexDesk's skills and those of the matter, by name."""
        return Skills(self.matter).list()

    def skill(self, ref: str, language: str = "en", file: str = "") -> SkillView:
        """A skill with its text, or with one of its files."""
        skills = Skills(self.matter)
        text = skills.file(ref, file) if file else skills.load(ref, language)
        return SkillView(skills.get(ref), text.path, text.text)

    def add_skill(self, folder: Path) -> Skill:
        """Bring a skill folder into the matter; it is data until it is trusted."""
        self._writable()
        return Skills(self.matter).add(Path(folder), self.author)

    def trust_skill(self, ref: str, trusted: bool = True) -> Skill:
        """Trust these very files, or take the trust back. It grants no tool."""
        self._writable()
        skills = Skills(self.matter)
        return skills.trust(ref, self.author) if trusted else skills.distrust(ref, self.author)

    def remove_skill(self, ref: str) -> None:
        """Take a skill of the matter out of every list; its record stays."""
        self._writable()
        Skills(self.matter).remove(ref, self.author)

    # playbooks

    def playbook_rules(self, source_id: int | None = None) -> list[RuleView]:
        """The rules of a playbook source (None: the only one), each position with its passage."""
        rules = rules_of(self.matter.read(), self._playbook(source_id))
        return [
            RuleView(
                rule.name,
                rule.passage_id,
                tuple(
                    PositionView(one.name, one.label, one.text, one.condition, one.passage_id)
                    for one in rule.positions
                ),
            )
            for rule in rules
        ]

    def review_playbook(
        self,
        source_id: int | None = None,
        document_id: int | None = None,
        chat_id: int | None = None,
        on_event: Callable[[Event], None] = lambda event: None,
        cancelled: Callable[[], bool] = lambda: False,
        confirm_send: Callable[[bytes], bool] = lambda request: False,
        use_model: bool = True,
    ) -> PlaybookReviewView:
        """Review an agreement against a playbook: one result for each rule, edits staged where there is a
        fallback. Works without a model, and without one for a privileged playbook whose model is remote; what
        figures cannot decide then needs judgement. Blocks until it ends; nothing is decided."""
        self._writable()
        reader = self.matter.read()
        playbook = reader.sources.get(self._playbook(source_id))
        chat = chat_id if chat_id is not None else reader.chats.list()[0].id
        model, why = self._model_for(playbook, use_model)
        remote = model is not None and model.remote
        scope = scope_of_chat(self.matter, self.structures, self.library, chat, document_id, remote)

        def work(recorder: RunRecorder, reach: Scope, _instruction: str) -> Outcome:
            if why:
                recorder.limit("model_not_asked", why)
            return review(recorder, reach, playbook.id)

        message_id = answer_instruction(
            scope,
            model,
            chat,
            f"Review this agreement against the playbook “{playbook.short_name}”.",
            self.author,
            on_event,
            cancelled,
            confirm_send,
            mode="playbook",
            work=work,
            needs_model=False,
        )
        message = message_view(reader, self.library, reader.chats.message(message_id))
        run_id = message.run_id or 0
        rows = reader.playbook_results.of_run(run_id)
        return PlaybookReviewView(run_id, tuple(self._result_view(row) for row in rows), message)

    def argue(
        self,
        chat_id: int,
        issue: str,
        document_id: int | None = None,
        on_event: Callable[[Event], None] = lambda event: None,
        cancelled: Callable[[], bool] = lambda: False,
        confirm_send: Callable[[bytes], bool] = lambda request: False,
    ) -> MessageView:
        """Arguments for and against a proposition, and the strongest supportable one with its limits. No
        authority of the matter that speaks of it is left out. Without a model the passages speak for
        themselves. Raises ``RemoteNotAllowed``."""
        self._writable()
        model = self._usable_model()
        if model is not None and model.remote and not self.matter.read().matter.info().remote_allowed:
            raise RemoteNotAllowed(model.name)
        message_id = answer_instruction(
            self._scope(chat_id, document_id),
            model,
            chat_id,
            issue,
            self.author,
            on_event,
            cancelled,
            confirm_send,
            mode="arguments",
            work=argue,
            needs_model=False,
        )
        reader = self.matter.read()
        return message_view(reader, self.library, reader.chats.message(message_id))

    def playbook_results(self, run_id: int) -> list[PlaybookResultView]:
        """The stored results of a review."""
        return [self._result_view(row) for row in self.matter.read().playbook_results.of_run(run_id)]

    def _result_view(self, row: PlaybookResultRow) -> PlaybookResultView:
        reader = self.matter.read()
        clause = row.clause_passage
        return PlaybookResultView(
            row.rule,
            row.verdict,
            row.position,
            row.reason,
            row.judged_by,
            passage_view(reader, self.library, row.rule_passage),
            passage_view(reader, self.library, clause) if clause is not None else None,
            row.edit_id,
        )

    def _playbook(self, source_id: int | None) -> int:
        if source_id is not None:
            return source_id
        found = [row for row in self.matter.read().sources.list() if row.role == "playbook"]
        if len(found) == 1:
            return found[0].id
        if not found:
            raise LexDeskError(
                "This matter has no playbook.", "Add one: “lexdesk source add FILE --role playbook”."
            )
        named = ", ".join(f"{row.id} ({row.short_name})" for row in found)
        raise LexDeskError(f"This matter has several playbooks: {named}.", "Name one by its number.")

    def _model_for(self, playbook: SourceRow, wanted: bool) -> tuple[Model | None, str]:
        """The model that may judge by this playbook, or None and why none is asked."""
        model = self._usable_model() if wanted else None
        if model is None:
            return None, "No model was asked: what figures cannot decide needs judgement."
        if model.remote and not self.matter.read().matter.info().remote_allowed:
            return None, f"{model.name} was not asked: this matter allows no remote model."
        if model.remote and playbook.privileged:
            return None, f"{model.name} was not asked: the playbook is privileged and the model is remote."
        return model, ""
