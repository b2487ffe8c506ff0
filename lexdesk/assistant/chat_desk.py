"""Chats: what each sees, its name, its tab, forks and findings handed over. The desk's part about chats."""

from collections.abc import Sequence
from datetime import datetime

from lexdesk.assistant import forking
from lexdesk.assistant.chat_views import ContextChoice, RunUse
from lexdesk.assistant.knowledge_desk import KnowledgeDesk
from lexdesk.assistant.notes import Notes
from lexdesk.assistant.showing import message_view
from lexdesk.assistant.skills import Skills
from lexdesk.assistant.views import ChatView, MessageView
from lexdesk.errors import LexDeskError
from lexdesk.matter.records import ChatRow, PassageRow
from lexdesk.matter.stores import Reader, Tx
from lexdesk.review.cites import cite_label

_LONGEST_TITLE = 80


class ChatDesk(KnowledgeDesk):
    """The chats of one matter."""

    def chats(self) -> list[ChatView]:
        """Open chats, the main one first."""
        reader = self.matter.read()
        return [self._chat_view(row) for row in reader.chats.list() if not _closed(reader, row.id)]

    def closed_chats(self) -> list[ChatView]:
        """Chats whose tab was closed; nothing of them is lost."""
        reader = self.matter.read()
        return [self._chat_view(row) for row in reader.chats.list() if _closed(reader, row.id)]

    def new_chat(
        self, title: str, kind: str = "side", context: Sequence[tuple[str, str | int]] = ()
    ) -> ChatView:
        """A chat that sees only ``context``, pairs like ("source", 3); empty = the whole matter."""
        self._writable()
        by = self.author

        def work(tx: Tx) -> ChatRow:
            row: ChatRow = tx.chats.add(title, kind)
            tx.chats.set_context(row.id, context)
            tx.act(by, "chat.new", title, chat=row.id, context=[list(item) for item in context])
            return row

        return self._chat_view(self.matter.write(work))

    def messages(self, chat_id: int) -> list[MessageView]:
        """The messages of a chat, oldest first."""
        reader = self.matter.read()
        return [message_view(reader, self.library, row) for row in reader.chats.messages(chat_id)]

    # what a chat may see

    def context_choices(
        self, chat_id: int | None = None, ticked: Sequence[tuple[str, str | int]] = ()
    ) -> list[ContextChoice]:
        """Everything that may be ticked for a chat: versions, sources, single passages that are ticked,
        skills and kept notes. Ticked is what the chat has (None: a new one), and ``ticked`` besides."""
        reader = self.matter.read()
        has = set(reader.chats.context(chat_id)) if chat_id is not None else set()
        has |= {(kind, str(ref)) for kind, ref in ticked}
        model = self._usable_model()
        remote = model is not None and model.remote
        choices: list[ContextChoice] = []
        for document in reader.documents.list():
            head = reader.documents.head(document.id).id
            for version in reader.versions.list(document.id):
                key = ("version", str(version.id))
                if version.id == head or key in has:
                    state = "current" if version.id == head else "earlier_version"
                    label = f"{document.name} v{version.number}"
                    choices.append(ContextChoice("version", key[1], label, (state,), key in has))
        private = {row.id for row in reader.sources.list() if row.privileged}
        for source in reader.sources.list():
            key = ("source", str(source.id))
            choices.append(
                ContextChoice(
                    "source",
                    key[1],
                    source.short_name or source.title,
                    (source.role, source.status),
                    key in has,
                    source.privileged,
                    "privileged" if remote and source.privileged else "",
                )
            )
        for kind, ref in sorted(has):
            if kind == "passage":
                passage = reader.passages.get(int(ref))
                hidden = passage.source_id in private
                label = f"{cite_label(reader, passage)}: {' '.join(passage.text.split())}"
                unseen = "privileged" if remote and hidden else ""
                choices.append(ContextChoice("passage", ref, label, (), True, hidden, unseen))
        chosen_skills = {ref for kind, ref in has if kind == "skill"}
        for skill in Skills(self.matter).list():
            on = bool(chosen_skills & {skill.name, skill.ref})
            whose = (skill.origin, "trusted" if skill.trusted else "untrusted")
            choices.append(ContextChoice("skill", skill.ref, skill.name, whose, on))
        for note in Notes(self.matter).list("kept"):
            key = ("note", str(note.id))
            choices.append(ContextChoice("note", key[1], note.text, (), key in has))
        return choices

    def set_context(self, chat_id: int, context: Sequence[tuple[str, str | int]]) -> ChatView:
        """What the chat's model may see from its next run on. The main chat with nothing ticked sees the
        whole matter; a side chat never does, so nothing ticked is refused there."""
        self._writable()
        by = self.author
        if not context and self.matter.read().chats.get(chat_id).kind != "main":
            raise LexDeskError("A side chat sees what is ticked, and nothing is.", "Tick what it may see.")

        def work(tx: Tx) -> ChatRow:
            old = tx.chats.context(chat_id)
            tx.chats.set_context(chat_id, context)
            tx.act(
                by,
                "chat.context",
                f"chat {chat_id}",
                old=[list(item) for item in old],
                new=[list(item) for item in context],
            )
            return tx.chats.get(chat_id)

        return self._chat_view(self.matter.write(work))

    def mark_words(self, version_id: int, paragraph_key: str, words: str = "") -> list[int]:
        """Passages for a chat to begin with: the words of a paragraph, or, without words, every paragraph of
        the clause that begins there. Offsets are code points of the paragraph's text; words that do not stand
        there mark the whole paragraph."""
        self._writable()
        structure = self.structures.of(version_id)
        if words:
            keys = [paragraph_key]
        else:
            section = structure.section_at(paragraph_key)
            keys = list(section.blocks) if section is not None else [paragraph_key]
        places = []
        for key in keys:
            text = structure.text(key) or ""
            at = text.find(words) if words else -1
            start, end = (at, at + len(words)) if at >= 0 else (0, len(text))
            kind = "paragraph" if (start, end) == (0, len(text)) else "words"
            if text[start:end].strip():
                places.append((key, kind, start, end, structure.place_label(key), text[start:end]))
        by = self.author

        def work(tx: Tx) -> list[PassageRow]:
            rows = [tx.passages.add_version_passage(version_id, *place) for place in places]
            tx.act(by, "passage.mark", f"version {version_id}", passages=[row.id for row in rows])
            return rows

        return [row.id for row in self.matter.write(work)]

    # names and tabs

    def rename_chat(self, chat_id: int, title: str) -> ChatView:
        """Another title, of at most 80 characters."""
        self._writable()
        title = " ".join(title.split())[:_LONGEST_TITLE]
        if not title:
            raise LexDeskError("A chat's title cannot be empty.")
        by = self.author

        def work(tx: Tx) -> ChatRow:
            old = tx.chats.get(chat_id).title
            row: ChatRow = tx.chats.rename(chat_id, title)
            tx.act(by, "chat.rename", f"chat {chat_id}", old=old, new=title)
            return row

        return self._chat_view(self.matter.write(work))

    def close_chat(self, chat_id: int) -> None:
        """Take a chat's tab away; all in it stays and it can be opened again. The main chat stays open."""
        self._show_tab(chat_id, False)

    def reopen_chat(self, chat_id: int) -> ChatView:
        """Give a closed chat its tab back."""
        self._show_tab(chat_id, True)
        return self._chat_view(self.matter.read().chats.get(chat_id))

    def _show_tab(self, chat_id: int, open_: bool) -> None:
        self._writable()
        if not open_ and self.matter.read().chats.get(chat_id).kind == "main":
            raise LexDeskError("The main chat stays open.")
        by = self.author

        def work(tx: Tx) -> None:
            tx.chats.get(chat_id)
            tx.settings.set(_tab_key(chat_id), "" if open_ else "closed")
            tx.act(by, "chat.open" if open_ else "chat.close", f"chat {chat_id}")

        self.matter.write(work)

    # a second chat from a message

    def fork_chat(self, message_id: int, title: str) -> ChatView:
        """A side chat that goes on from this message, with the same context set."""
        self._writable()
        by = self.author

        def work(tx: Tx) -> ChatRow:
            row = forking.fork(tx, message_id, title.strip()[:_LONGEST_TITLE] or "Fork")
            tx.act(by, "chat.fork", f"chat {row.parent_chat}", chat=row.id, message=message_id)
            return row

        return self._chat_view(self.matter.write(work))

    def promote(self, message_id: int, places: Sequence[int], chat_id: int) -> MessageView:
        """Hand findings of an answer, with their pins, to another chat as a notice: ``forking.promote``."""
        self._writable()
        by = self.author

        def work(tx: Tx) -> int:
            notice = forking.promote(tx, message_id, places, chat_id)
            tx.act(by, "chat.promote", f"chat {chat_id}", message=message_id, notice=notice.id)
            return notice.id

        notice = self.matter.write(work)
        reader = self.matter.read()
        return message_view(reader, self.library, reader.chats.message(notice))

    def claims_of(self, message_id: int) -> int:
        """How many sentences of a message can be handed over."""
        return len(self.matter.read().claims.of_message(message_id))

    # what a run used

    def run_use(self, run_id: int) -> RunUse:
        """Calls, tokens and seconds of a run, and which budget ended it."""
        reader = self.matter.read()
        run = reader.runs.get(run_id)
        calls = reader.calls.of_run(run_id)
        ended = [limit.message for limit in reader.runs.limits(run_id) if limit.code == "budget_spent"]
        return RunUse(
            run_id,
            run.mode,
            run.model,
            len(calls),
            sum(call.prompt_tokens for call in calls),
            sum(call.response_tokens for call in calls),
            sum(_seconds(call.started_at, call.ended_at) for call in calls),
            sum(row.run_id == run_id for row in reader.compactions.of_chat(run.chat_id)),
            ended[0] if ended else "",
        )

    def _chat_view(self, row: ChatRow) -> ChatView:
        scope = self._scope(row.id, None)
        parts = []
        reader = self.matter.read()
        chosen = reader.chats.context(row.id)
        versions = [(kind, ref) for kind, ref in chosen if kind == "version"]
        names: tuple[str, ...] = ()
        if not chosen:
            names = tuple(document.name for document in reader.documents.list())
        elif versions:
            shown = [reader.versions.get(version) for _document, version in scope.versions]
            names = tuple(f"{reader.documents.get(one.document_id).name} v{one.number}" for one in shown)
        if names or not chosen:
            parts.append(names[0] if len(names) == 1 else f"{len(names)} agreements")
        parts.append(f"{len(scope.source_ids)} source{'' if len(scope.source_ids) == 1 else 's'}")
        counts = {kind: sum(one == kind for one, _ref in chosen) for kind in ("passage", "skill", "note")}
        parts += [f"{n} {kind}{'' if n == 1 else 's'}" for kind, n in counts.items() if n]
        if scope.left_out:
            parts.append(f"not {', '.join(scope.left_out)} (privileged)")
        return ChatView(
            row.id,
            row.title,
            row.kind,
            ", ".join(parts),
            whole=not chosen,
            agreements=names,
            counts={"source": len(scope.source_ids), **counts},
            left_out=scope.left_out,
            mode=self.mode(row.id),
            parent=row.parent_chat,
        )


def _seconds(started: str, ended: str) -> float:
    if not ended:
        return 0.0
    return (datetime.fromisoformat(ended) - datetime.fromisoformat(started)).total_seconds()


def _tab_key(chat_id: int) -> str:
    return f"chat {chat_id} tab"


def _closed(reader: Reader, chat_id: int) -> bool:
    return reader.settings.get(_tab_key(chat_id)) == "closed"
