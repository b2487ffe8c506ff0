"""The line at the top and the line at the bottom."""

from pathlib import PurePath

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from lexdesk.assistant.views import AuditSummary, DocumentView, MatterView
from lexdesk.desktop.parts import Chip, FittedButton, announce
from lexdesk.desktop.words import Words

_NOTICE = 8000  # milliseconds that a passing notice stays


class TopBar(QWidget):
    """LexDesk | matter / document | version | search field | model | network."""

    search_wanted = Signal()
    version_wanted = Signal()
    model_wanted = Signal()
    document_wanted = Signal()

    def __init__(self, words: Words, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("topbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(38)
        self.words = words
        self._matter: MatterView | None = None
        self._view: DocumentView | None = None
        self.menu = QToolButton(self)
        self.menu.setText("≡")
        self.menu.setMenu(menu)
        self.menu.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        words.bind(self.menu, "setAccessibleName", "menu.name")
        words.bind(self.menu, "setToolTip", "menu.tip")
        brand = QLabel("LexDesk", self)
        brand.setObjectName("brand")
        self.matter = QPushButton(self)
        self.matter.setProperty("quiet", True)
        self.matter.clicked.connect(self.document_wanted)
        self.version = Chip("", "", self)
        self.version.opened.connect(self.version_wanted)
        self.version.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.search = FittedButton(self)
        self.search.setObjectName("search")
        self.search.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.search.setMaximumWidth(420)
        self.search.setMinimumWidth(180)
        self.search.clicked.connect(self.search_wanted)
        words.bind(self.search, "setText", "top.search")
        words.bind(self.search, "setAccessibleName", "top.search")
        self.model = Chip("", "", self)
        self.model.opened.connect(self.model_wanted)
        self.model.setSizePolicy(QSizePolicy.Policy.Minimum, QSizePolicy.Policy.Fixed)
        self.network = QLabel(self)
        self.network.setObjectName("tag")
        self.network.setFixedHeight(20)
        row = QHBoxLayout(self)
        row.setContentsMargins(6, 0, 12, 0)
        row.setSpacing(8)
        for widget in (self.menu, brand, self.matter, self.version):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.search, 3)
        row.addStretch(1)
        row.addWidget(self.model)
        row.addWidget(self.network)
        words.changed.connect(self._say)
        self._say()

    def open_menu(self) -> None:
        """Open the menu by key."""
        self.menu.setFocus()
        QTimer.singleShot(0, self.menu, self.menu.showMenu)

    def show_matter(self, matter: MatterView | None) -> None:
        """The matter that is open, if any."""
        self._matter = matter
        self._say()

    def show_document(self, view: DocumentView | None) -> None:
        """The document and version in view, if any."""
        self._view = view
        self._say()

    def _say(self) -> None:
        matter, view = self._matter, self._view
        for widget in (self.matter, self.model, self.network):
            widget.setVisible(matter is not None)
        self.version.setVisible(view is not None)
        if view is not None:
            text = self.words("top.version", number=view.version_number)
            if view.parent_number is not None:
                text += " · " + self.words("versions.from", number=view.parent_number)
            self.version.setText(text)
            self.version.setAccessibleName(text)
            self.version.setToolTip(self.words("lower.versions_tip"))
        if matter is None:
            return
        full = matter.name if view is None else f"{matter.name} / {view.name}"
        self.matter.setText(self.fontMetrics().elidedText(full, Qt.TextElideMode.ElideMiddle, 240))
        self.matter.setToolTip(full)
        self.matter.setAccessibleName(full)
        if not matter.model:
            model = self.words("top.no_model")
        else:
            model = self.words("top.remote" if matter.model_remote else "top.local", name=matter.model)
        shown = self.fontMetrics().elidedText(model, Qt.TextElideMode.ElideRight, 190)
        self.model.setText(shown)
        self.model.setToolTip(model)
        self.model.setAccessibleName(model)
        network = self.words("top.network" if matter.network_used else "top.no_network")
        self.network.setText(network)
        self.network.setAccessibleName(network)


class StatusBar(QWidget):
    """File, saved time, audit; a notice in the middle; key hints at the right."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("statusbar")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(24)
        self.words = words
        self._saved = ""
        self._audit: AuditSummary | None = None
        self._keys: list[tuple[str, str]] = []
        self.file = QLabel(self)
        self.saved = QLabel(self)
        self.audit = QLabel(self)
        self.notice = QLabel(self)
        self.fade = QTimer(self, singleShot=True, interval=_NOTICE)
        self.fade.timeout.connect(lambda: self.set_notice(""))
        self.hints = QLabel(self)
        self.position = QLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(18)
        for label in (self.file, self.saved, self.audit, self.position):
            row.addWidget(label)
        row.addStretch(1)
        row.addWidget(self.notice)
        row.addStretch(1)
        row.addWidget(self.hints)
        for label in (self.file, self.saved, self.audit, self.notice, self.hints, self.position):
            font = label.font()
            font.setPixelSize(11)
            label.setFont(font)
        words.changed.connect(self._say)

    def show_matter(self, matter: MatterView | None) -> None:
        """The file of the matter."""
        self.file.setText(PurePath(matter.path).name if matter is not None else "")
        self.hints.setVisible(matter is not None)
        if matter is None:
            self._audit, self._saved = None, ""
            self.set_notice("")
            self.position.setText("")
        self._say()

    def show_saved(self, at: str) -> None:
        """When the last act was saved."""
        self._saved = at
        self._say()

    def show_audit(self, audit: AuditSummary) -> None:
        """Rows of the audit chain, and whether it holds."""
        self._audit = audit
        self._say()

    def show_keys(self, keys: list[tuple[str, str]]) -> None:
        """Key hints: (keys, word key)."""
        self._keys = keys
        self._say()

    def show_position(self, text: str) -> None:
        """Where we are among the changes."""
        self.position.setText(text)

    def set_notice(self, text: str, lasting: bool = False) -> None:
        """A short notice; it goes after some seconds, a lasting one with the next."""
        self.notice.setText(text)
        if text and not lasting:
            self.fade.start()
        else:
            self.fade.stop()
        self.notice.setAccessibleName(text)
        announce(self.notice, text)

    def _say(self) -> None:
        self.saved.setText(self.words("status.saved", at=self._saved) if self._saved else "")
        if self._audit is None:
            self.audit.setText("")
        elif self._audit.problems:
            self.audit.setText("▲ " + self.words("status.audit_broken", rows=f"{self._audit.rows:,}"))
            self.audit.setToolTip("\n".join(self.words.said(one) for one in self._audit.problems))
        else:
            self.audit.setText(self.words("status.audit", rows=f"{self._audit.rows:,}"))
            self.audit.setToolTip(self._audit.head)
        self.hints.setText("      ".join(f"{keys} {self.words(key)}" for keys, key in self._keys))
