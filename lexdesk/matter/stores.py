"""All stores over one connection: ``Reader`` for reading, ``Tx`` inside a write."""

from typing import Any

from lexdesk.matter.audit import Audit
from lexdesk.matter.author_colours import AuthorColours
from lexdesk.matter.blobs import Blobs
from lexdesk.matter.changes import Changes
from lexdesk.matter.chats import Chats
from lexdesk.matter.describing import AuthorityChecks, SourceFacts
from lexdesk.matter.documents import Documents, Versions
from lexdesk.matter.driver import Connection
from lexdesk.matter.edits import Advisories, Decisions, Edits, Packets
from lexdesk.matter.effects import Effects
from lexdesk.matter.expunging import Expunging
from lexdesk.matter.imports import Imports
from lexdesk.matter.info import MatterStore, Settings
from lexdesk.matter.notes import NoteStore
from lexdesk.matter.passages import Passages
from lexdesk.matter.pins import Claims, Pins
from lexdesk.matter.playbook_results import PlaybookResults
from lexdesk.matter.records import AuditRow
from lexdesk.matter.relations import Relations
from lexdesk.matter.runs import Calls, Runs, Tools
from lexdesk.matter.searching import SearchIndex
from lexdesk.matter.skills import SkillStore
from lexdesk.matter.sources import Sources
from lexdesk.matter.turns import Compactions, Turns
from lexdesk.matter.vectors import PassageVectors
from lexdesk.matter.version_names import VersionNames


class Reader:
    """Every store, over a connection that refuses writing (``MatterReadOnly``)."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.audit = Audit(connection)
        self.blobs = Blobs(connection)
        self.matter = MatterStore(connection)
        self.settings = Settings(connection)
        self.versions = Versions(connection, self.blobs)
        self.documents = Documents(connection, self.blobs, self.versions)
        self.sources = Sources(connection, self.blobs)
        self.passages = Passages(connection)
        self.searching = SearchIndex(connection)
        self.vectors = PassageVectors(connection)
        self.imports = Imports(connection)
        self.chats = Chats(connection)
        self.runs = Runs(connection)
        self.tools = Tools(connection)
        self.calls = Calls(connection)
        self.turns = Turns(connection)
        self.compactions = Compactions(connection)
        self.edits = Edits(connection)
        self.packets = Packets(connection)
        self.advisories = Advisories(connection)
        self.decisions = Decisions(connection)
        self.effects = Effects(connection)
        self.changes = Changes(connection)
        self.version_names = VersionNames(connection)
        self.author_colours = AuthorColours(connection)
        self.pins = Pins(connection)
        self.claims = Claims(connection)
        self.facts = SourceFacts(connection)
        self.relations = Relations(connection)
        self.authority_checks = AuthorityChecks(connection)
        self.expunging = Expunging(connection)
        self.notes = NoteStore(connection)
        self.skills = SkillStore(connection, self.blobs)
        self.playbook_results = PlaybookResults(connection)


class Tx(Reader):
    """Every store inside one transaction. Whatever it changes must be told to the audit by ``act``."""

    def act(self, actor: str, act: str, subject: str, **detail: Any) -> AuditRow:
        """Append an audit row: who did what to what. ``detail`` must be JSON (no bytes, no dates)."""
        return self.audit.append(actor, act, subject, detail)
