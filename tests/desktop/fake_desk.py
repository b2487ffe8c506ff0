"""A desk with invented content (the Kilnbrook agreement) that keeps the promises the window relies on.

It implements the methods of the real ``Desk`` that the window calls, in memory, so that the tests of the
widgets need no matter file. Undo, advisories and versions behave as the real ones are meant to.
"""

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from lexdesk.assistant import events
from lexdesk.assistant.evidence_views import RelationView, SourceCard
from lexdesk.assistant.views import (
    AuditSummary,
    ChangeCard,
    ChatView,
    ClaimView,
    DocumentView,
    FindingView,
    Highlight,
    HunkView,
    MatterView,
    MessageView,
    PinView,
    SourceView,
    TrailRow,
    VersionView,
)
from lexdesk.errors import LexDeskError
from lexdesk.evidence.model import RenderedPage, SearchHit
from lexdesk.evidence.search.found import EVERYWHERE, Found, Scope
from tests.desktop.fake_chats import FakeChats
from tests.desktop.fake_content import (
    ACT_2021,
    SENTENCE,
    pin_93,
    pin_act,
    pin_mail,
    pin_pdf,
    said,
    sources,
    talk,
)
from tests.desktop.fake_paper import Edit, agreement, card_of, proposals
from tests.desktop.fake_past import FakePast
from tests.desktop.fake_sources import CARD, RELATIONS


class AdvisoryNotShown(LexDeskError):
    """Stands for the real error of the same code."""

    code = "advisory_not_shown"


class NothingToUndo(LexDeskError):
    code = "nothing_to_undo"


class FakeDesk(FakeChats, FakePast):
    """See the module. ``calls`` lists what the window asked for, in order."""

    def __init__(self, *, read_only: bool = False, remote: bool = False, long: int = 0) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.relation_list = list(RELATIONS)
        self.threads: set[int] = set()
        self.read_only = read_only
        self.remote = remote
        self.remote_allowed = False
        self.long = long
        self.sent_before = False
        self.edit_list = proposals()
        self.shown: set[int] = set()
        self.past: list[tuple[str, list[Edit], int]] = []
        self.future: list[tuple[str, list[Edit], int]] = []
        self.version_count = 6
        self.chat_list = [
            ChatView(1, "Main", "main", "agreement v6, 2 sources, no skills"),
            ChatView(2, "Survival only", "side", "clause 14.2, Retention Act 2021"),
        ]
        self.message_list: dict[int, list[MessageView]] = {1: talk(), 2: []}
        self.hold = threading.Event()
        self.hold.set()
        self.source_list = sources()
        self.start_past()

    def _note(self, *call: Any) -> None:
        self.calls.append(call)
        self.threads.add(threading.get_ident())

    # matter

    def view(self) -> MatterView:
        return MatterView(
            "Kilnbrook",
            "Kilnbrook.lexmatter",
            self.read_only,
            "Ada Brook on brook-laptop" if self.read_only else "",
            "Ada Brook",
            "2026-01-01",
            "vendor/large" if self.remote else "Qwen 1.5B",
            self.remote,
            self.remote_allowed,
            False,
        )

    sealed = False
    custody_warnings: tuple[str, ...] = ()

    def audit_size(self) -> int:
        return self.audit().rows

    def back_up(self, keep: int) -> None:
        self._note("back_up", keep)

    def close(self) -> None:
        self._note("close")

    def audit(self) -> AuditSummary:
        return AuditSummary(1204 + len(self.past), "ab" * 32, ())

    def allow_remote(self, allowed: bool) -> None:
        self._note("allow_remote", allowed)
        self.remote_allowed = allowed

    def set_author(self, name: str) -> None:
        self._note("set_author", name)

    # documents

    def documents(self) -> list[tuple[int, str]]:
        return [(1, "Supply Agreement")]

    def import_document(self, path: Path) -> int:
        self._note("import_document", Path(path))
        return 1

    def document(self, document_id: int, version_id: int | None = None) -> DocumentView:
        self._note("document", document_id, version_id)
        return agreement(self.edit_list, self.long, version_id or self.version_count, self.version_count)

    def findings(self, document_id: int, version_id: int | None = None) -> list[FindingView]:
        self._note("findings", document_id, version_id)
        return []

    def versions(self, document_id: int) -> list[VersionView]:
        rows = []
        for number in range(1, self.version_count + 1):
            parent = None if number == 1 else 3 if number == 6 else number - 1
            rows.append(
                VersionView(
                    number,
                    number,
                    parent,
                    "import" if number == 1 else "accept",
                    f"2026-01-{number:02d}T14:00:00+00:00",
                    "Ada Brook",
                    "Draft of the other side" if number == 1 else f"accept: change {number}",
                    number not in (4, 5),
                    number == self.version_count,
                )
            )
        return rows

    def revert(self, document_id: int, version_id: int) -> VersionView:
        self._note("revert", version_id)
        self.version_count += 1
        return self.versions(1)[-1]

    def history(self, document_id: int, label: str | None = None) -> list[HunkView]:
        return [
            HunkView(
                4,
                "[[diff_4]]",
                2,
                3,
                label or "12.6",
                "Assignment",
                "may",
                "shall",
                "Model's words",
                "Make it a duty",
                "Ada Brook",
                "2026-01-03T14:00:00+00:00",
                1,
                9,
                "apply_time",
                "high",
                "saved record",
            ),
            HunkView(
                3,
                "[[diff_3]]",
                1,
                2,
                label or "12.6",
                "Assignment",
                "the Party",
                "Party",
                "",
                "",
                "Ada Brook",
                "2026-01-02T14:00:00+00:00",
                None,
                None,
                "line_diff",
                "medium",
                "reconstruction",
            ),
        ]

    def undo_text(self, document_id: int) -> str:
        return f"Undo {self.past[-1][0]}" if self.past else ""

    def redo_text(self, document_id: int) -> str:
        return f"Redo {self.future[-1][0]}" if self.future else ""

    def undo(self, document_id: int) -> VersionView:
        return self._step(self.past, self.future)

    def redo(self, document_id: int) -> VersionView:
        return self._step(self.future, self.past)

    def _step(self, source: list[Any], target: list[Any]) -> VersionView:
        if not source:
            raise NothingToUndo("There is nothing to undo.")
        name, edits, count = source.pop()
        target.append((name, self.edit_list, self.version_count))
        self.edit_list, self.version_count = edits, count
        return self.versions(1)[-1]

    def export(
        self,
        document_id: int,
        form: str,
        out_path: Path,
        version_id: int | None = None,
        overwrite: bool = False,
    ):
        self._note("export", form, Path(out_path))
        Path(out_path).write_bytes(b"export")
        return type("Report", (), {"path": str(out_path), "sha256": "cd" * 32, "chain_head": "ab" * 32})()

    # changes

    def card(self, document_id: int, change_id: str) -> ChangeCard:
        self._note("card", change_id)
        return card_of(self.edit_list, change_id)

    def edits(self, document_id: int | None = None, state: str | None = None) -> list[ChangeCard]:
        return [self.card(1, f"edit:{e.id}") for e in self.edit_list if state in (None, e.state)]

    def show_advisories(self, edit_id: int) -> None:
        self._note("show_advisories", edit_id)
        self.shown.add(edit_id)

    def accept(self, edit_ids: list[int], comment: str = "") -> VersionView:
        self._note("accept", tuple(edit_ids))
        if self.read_only:
            raise LexDeskError("This matter is open read-only.", "Close it where it is open for writing.")
        for edit in self.edit_list:
            if edit.id in edit_ids and edit.advisories and edit.id not in self.shown:
                raise AdvisoryNotShown(
                    "A warning on this change has not been shown yet.", "Read it, then accept."
                )
        self._decide(edit_ids, "accepted", "accept")
        return self.versions(1)[-1]

    def reject(self, edit_ids: list[int], comment: str = "") -> None:
        self._note("reject", tuple(edit_ids))
        self._decide(edit_ids, "rejected", "reject")

    def decide_tracked(
        self,
        document_id: int,
        change_ids: list[str],
        action: str,
        comment: str = "",
        seen_version: int | None = None,
    ) -> VersionView:
        self._note("decide_tracked", tuple(change_ids), action, seen_version)
        self.version_count += 1
        return self.versions(1)[-1]

    def _decide(self, edit_ids: list[int], state: str, act: str) -> None:
        title = next(e.title for e in self.edit_list if e.id in edit_ids)
        self.past.append((f"{act}: {title[0].lower()}{title[1:]}", self.edit_list, self.version_count))
        self.future.clear()
        self.edit_list = [replace(e, state=state) if e.id in edit_ids else e for e in self.edit_list]
        self.version_count += 1

    # sources

    def search_model(self) -> str:
        """No model for search by meaning."""
        return ""

    def sources(self) -> list[SourceView]:
        return list(self.source_list)

    def add_source(
        self, path: Path, role: str = "unknown", progress: Any = None, cancelled: Any = None, **fields: Any
    ):
        self._note("add_source", Path(path), role)
        view = replace(self.source_list[1], id=len(self.source_list) + 1, title=Path(path).name, role=role)
        self.source_list.append(view)
        return view

    def set_source(self, source_id: int, **fields: Any) -> SourceView:
        self._note("set_source", source_id, fields)
        index = next(i for i, one in enumerate(self.source_list) if one.id == source_id)
        self.source_list[index] = replace(self.source_list[index], **fields)
        return self.source_list[index]

    def confirm_source(self, source_id: int, fields: Any = ()) -> SourceView:
        self._note("confirm_source", source_id)
        return self.set_source(source_id, unconfirmed=())

    def source_card(self, source_id: int) -> SourceCard:
        return replace(CARD, source_id=source_id)

    def relations(self, source_id: int | None = None) -> list[RelationView]:
        return list(self.relation_list)

    def decide_relation(self, relation_id: int, state: str) -> None:
        self._note("decide_relation", relation_id, state)
        self.relation_list = [
            replace(one, state=state) if one.id == relation_id else one for one in self.relation_list
        ]

    def find(self, text: str, scope: Scope = EVERYWHERE, limit: int = 20) -> Found:
        return Found(tuple(self.search(text, None, limit)), not_searched=("Scan: no text on page 2.",))

    def search(self, text: str, source_ids: Any = None, limit: int = 20) -> list[SearchHit]:
        self._note("search", text)
        start = ACT_2021.find(text)
        return [SearchHit(11, 1, SENTENCE, 1, 1, 1.0, "words")] if start >= 0 else []

    def pin(self, pin_id: int) -> PinView:
        return {93: pin_93(), 21: pin_mail(), 11: pin_act()}[pin_id]

    def passage(self, passage_id: int) -> PinView:
        return replace({21: pin_mail(), 31: pin_pdf()}.get(passage_id, pin_act()), pin_id=0)

    def highlight(self, passage_id: int) -> Highlight:
        self._note("highlight", passage_id)
        if passage_id == 31:
            return Highlight(4, 2, 0, 0, ((2, 72.0, 500.0, 400.0, 516.0), (2, 72.0, 520.0, 300.0, 536.0)))
        if passage_id == 21:
            return Highlight(2, 1, 0, 24, ())
        start = ACT_2021.index(SENTENCE)
        return Highlight(1, 1, start, start + len(SENTENCE), ())

    def render_page(self, source_id: int, page: int, scale: float) -> RenderedPage:
        self._note("render_page", source_id, page)
        width, height = round(595 * scale), round(842 * scale)
        return RenderedPage(width, height, width * 3, bytes([250]) * (width * height * 3))

    def page_size(self, source_id: int, page: int) -> tuple[float, float]:
        return (595.0, 842.0)

    def source_text(self, source_id: int) -> str:
        self._note("source_text", source_id)
        if source_id == 2:
            return "We already return papers within a month.\n\nKind regards\nKilnbrook Ltd"
        return ACT_2021 if source_id == 1 else "Retention Act 2009\n\n2 Records may be kept for six years."

    # chats

    def chats(self) -> list[ChatView]:
        return list(self.chat_list)

    def new_chat(self, title: str, kind: str = "side", context: Any = ()) -> ChatView:
        self._note("new_chat", title, list(context))
        chat = ChatView(len(self.chat_list) + 1, title, kind, f"{len(list(context))} sources, no skills")
        self.chat_list.append(chat)
        self.message_list[chat.id] = []
        return chat

    def messages(self, chat_id: int) -> list[MessageView]:
        return list(self.message_list[chat_id])

    def ask(
        self,
        chat_id: int,
        text: str,
        document_id: int | None = None,
        on_event: Callable[[Any], None] = lambda event: None,
        cancelled: Callable[[], bool] = lambda: False,
        confirm_send: Callable[[bytes], bool] = lambda request: False,
    ) -> MessageView:
        self._note("ask", chat_id, text)
        if self.remote and not self.sent_before:
            if not confirm_send(b'{"messages": ["the clause"]}'):
                raise LexDeskError("Nothing was sent.", "Confirm the first send.")
            self.sent_before = True
        number = 100 + len(self.message_list[chat_id])
        self.message_list[chat_id].append(said(number, "user", text))
        on_event(events.RunStarted(5, number + 1))
        on_event(events.ToolStarted(41, "get_cross_references", "13.1"))
        on_event(events.ToolEnded(41, "get_cross_references", "13.1 · 1 found", "ok", 12))
        on_event(events.ModelWorking("Writing"))
        written = ""
        for word in ["The", "cap", "is", "the", "Fees", "paid", "in", "twelve", "months", "[[pin_11]]."]:
            while not self.hold.is_set() and not cancelled():
                time.sleep(0.002)
            if cancelled():
                break
            piece = word if not written else " " + word
            written += piece
            on_event(events.TextArrived(piece))
        state = "stopped" if cancelled() else "complete"
        on_event(events.RunEnded(5, number + 1, "stopped" if cancelled() else "done"))
        claims = (ClaimView(written, (pin_act(),), ()),) if state == "complete" else ()
        message = replace(
            said(number + 1, "assistant", written),
            state=state,
            run_id=5,
            claims=claims,
            trail=(TrailRow(41, "get_cross_references", "13.1 · 1 found", "ok", 12),),
        )
        self.message_list[chat_id].append(message)
        return message

    def tool_result(self, tool_result_id: int) -> Any:
        return None

    def tool_result_slice(
        self, tool_result_id: int, offset: int, length: int
    ) -> tuple[str, int, int | None, str]:
        self._note("tool_result_slice", tool_result_id)
        text = f"Section 14.2 refers to 12.7.\nSection 15.1(c) refers to 12.7.\nTool result {tool_result_id}."
        return (text[offset : offset + length], len(text), None, "ef" * 32)
