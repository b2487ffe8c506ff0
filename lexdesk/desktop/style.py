"""The style sheet, with ``@name`` for the colours of the theme. Hairlines instead of boxes."""

SHEET = """
QWidget { color: @text; }
QMainWindow, QDialog, #column { background: @panel; }
QToolTip { background: @page; color: @text; border: 1px solid @line; padding: 4px; }
#topbar { background: @panel; border-bottom: 1px solid @line; }
#statusbar { background: @panel; border-top: 1px solid @line; }
#statusbar QLabel { color: @muted; }
#brand { font-weight: 700; }
#matter { color: @muted; }
#chip { background: @soft; color: @accent; border: 1px solid @soft; border-radius: 9px; padding: 1px 9px; }
#chip:hover, #chip:focus { border: 1px solid @accent; padding: 1px 9px; }
#tag { background: @chip; color: @muted; border-radius: 3px; padding: 1px 5px; }
#muted, #hint { color: @muted; }
#title { color: @muted; font-weight: 600; }
#reviewbar { background: @panel; border-bottom: 1px solid @line; }
#reviewbar[held="true"] { background: @warning_soft; }
#documentpane { background: @background; }
#page { background: @background; border: none; }
#rule { background: @line; border: none; }
#message { background: @warning_soft; border-bottom: 1px solid @line; }
#message QLabel { color: @warning; }
#message[level="info"] { background: @soft; }
#message[level="info"] QLabel { color: @text; }
#readonly { background: @warning_soft; border-bottom: 1px solid @line; }
#readonly QLabel { color: @warning; }
#strip { background: @panel; border-top: 1px solid @line; }
#strip QToolButton { color: @muted; padding: 3px 10px; }
#strip QToolButton:checked { color: @text; background: @soft; }
#strip QToolButton:focus { border: 1px solid @accent; }
#lower { background: @panel; }
#lower QComboBox { padding: 2px 6px; }
#lower QPushButton { padding: 3px 9px; }
#lower QPushButton:focus { padding: 2px 8px; }
#graph { background: @page; border: none; border-top: 1px solid @line; }
#graph:focus { border: 1px solid @accent; }
#lines { background: @panel; border: none; border-top: 1px solid @line; outline: none; }
#heads::section { padding: 3px 4px 3px 7px; }
#lines:focus { border: 1px solid @accent; }
#editor { background: @page; border: 2px solid @accent; border-radius: 6px; }
#progress { background: @soft; border-bottom: 1px solid @line; }
#card { background: @panel; border: 1px solid @line; border-radius: 8px; }
#card[current="true"] { border: 2px solid @accent; }
#advisory { background: @warning_soft; color: @warning; border-radius: 5px; padding: 5px 8px; }
#bubble { background: @soft; border-radius: 8px; }
#composer { background: @page; border: 1px solid @line; border-radius: 8px; }
#composer[focused="true"] { border: 1px solid @accent; }
#composer QPlainTextEdit { background: transparent; border: none; }
#trail { border-left: 2px solid @line; }
#trail QPushButton { color: @muted; border: 1px solid transparent; background: transparent; text-align: left;
  padding: 1px 4px; border-radius: 3px; }
#trail QPushButton:focus { border: 1px solid @accent; padding: 1px 4px; }
#trail QPushButton:hover { color: @text; }
#hovercard { background: @page; border: 1px solid @accent; border-radius: 6px; }
#dropzone { background: @page; border: 1px dashed @muted; border-radius: 8px; }
#dropzone[hover="true"] { border: 2px dashed @accent; background: @soft; }
#startpage { background: @background; }
#sheet { background: @panel; border: 1px solid @line; border-radius: 8px; }
#hero { font-weight: 700; }
QPushButton { background: @page; border: 1px solid @line; border-radius: 6px; padding: 4px 11px; }
QPushButton:hover { border-color: @accent; }
QPushButton:pressed { background: @soft; }
QPushButton:focus { border: 2px solid @accent; padding: 3px 10px; }
QPushButton:disabled { color: @muted; background: @panel; }
QPushButton[primary="true"] { background: @accent; color: @on_accent; border: 1px solid @accent; }
QPushButton[primary="true"]:focus { border: 2px solid @text; }
QPushButton[primary="true"]:disabled { background: @chip; color: @muted; border: 1px solid @line; }
QPushButton[quiet="true"] { background: transparent; border: 1px solid transparent; padding: 3px 7px; }
QPushButton[quiet="true"]:hover { background: @soft; }
QPushButton[quiet="true"]:checked { background: @soft; color: @accent; }
QPushButton[quiet="true"]:focus { border: 1px solid @accent; padding: 3px 7px; }
QPushButton[link="true"] { background: transparent; border: 1px solid transparent; color: @accent;
  text-align: left; padding: 2px 0; }
QPushButton[link="true"]:hover { text-decoration: underline; }
QPushButton[link="true"]:focus { border: 1px solid @accent; padding: 2px 0; }
#search { text-align: left; color: @muted; background: @page; padding: 5px 11px; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 3px 7px; }
QToolButton:hover { background: @soft; }
QToolButton:focus { border: 1px solid @accent; }
QToolButton:checked { background: @soft; color: @accent; }
QToolButton::menu-indicator { image: none; width: 0; }
QLineEdit, QComboBox, QSpinBox { background: @page; border: 1px solid @line; border-radius: 6px;
  padding: 4px 8px; selection-background-color: @selection; selection-color: @text; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus { border: 1px solid @accent; }
QComboBox::drop-down { border: none; width: 20px; }
QComboBox::down-arrow { image: url("@icons/down-@name.svg"); width: 10px; height: 10px; }
QSpinBox { padding-right: 20px; }
QSpinBox::up-button, QSpinBox::down-button { subcontrol-origin: border; width: 18px; border: none; }
QSpinBox::up-button { subcontrol-position: top right; }
QSpinBox::down-button { subcontrol-position: bottom right; }
QSpinBox::up-arrow { image: url("@icons/up-@name.svg"); width: 8px; height: 8px; }
QSpinBox::down-arrow { image: url("@icons/down-@name.svg"); width: 8px; height: 8px; }
QComboBox QAbstractItemView { background: @page; border: 1px solid @line; selection-background-color: @soft;
  selection-color: @text; outline: none; }
QPlainTextEdit, QTextEdit { background: @page; border: none;
  selection-background-color: @selection; selection-color: @text; }
QListView, QTreeView { background: transparent; border: 1px solid transparent; outline: none; }
QListView:focus, QTreeView:focus { border: 1px solid @accent; }
QScrollArea { background: transparent; border: none; }
QScrollArea > QWidget > QWidget#inside { background: transparent; }
#paper { background: @page; border: 1px solid @line; }
#paper:focus { border: 1px solid @accent; }
QSplitter::handle { background: @line; }
QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; color: @muted; border: 1px solid @line; border-bottom: none;
  padding: 5px 10px; margin-right: 2px; border-top-left-radius: 5px; border-top-right-radius: 5px; }
QTabBar::tab:selected { background: @page; color: @text; }
QTabBar::tab:focus { color: @accent; }
QTabBar#views::tab { border: none; border-bottom: 2px solid transparent; padding: 4px 6px; margin: 0; }
QTabBar#views::tab:selected { background: transparent; border-bottom: 2px solid @accent; }
QTabBar#views:focus { border-bottom: 1px solid @accent; }
QMenu { background: @page; border: 1px solid @line; padding: 5px; }
QMenu::item { padding: 5px 22px; border-radius: 4px; }
QMenu::item:selected { background: @soft; color: @text; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @line; margin: 5px 8px; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QCheckBox { spacing: 7px; }
QCheckBox::indicator, QListView::indicator, QTreeView::indicator {
  width: 13px; height: 13px; background: @page;
  border: 1px solid @muted; border-radius: 3px; }
QCheckBox::indicator:focus { border: 2px solid @accent; }
QCheckBox::indicator:checked, QListView::indicator:checked, QTreeView::indicator:checked {
  background: @accent; border: 1px solid @accent;
  image: url("@icons/tick-@name.svg"); }
QTreeView::indicator:indeterminate { background: @soft; border: 1px solid @accent; }
#cross { color: @muted; padding: 0 3px; }
#cross:hover { color: @text; }
#plain::item { padding: 5px 7px; color: @text; }
#plain::item:selected { background: @soft; color: @text; }
#ticks::item { padding: 4px 2px; }
#ticks::item:selected { background: @soft; color: @text; }
QTableWidget::item:selected, QTableWidget::item:focus { background: @soft; color: @text; }
QProgressBar { background: @chip; border: none; border-radius: 3px; max-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QHeaderView::section { background: @panel; color: @muted; border: none; border-bottom: 1px solid @line;
  padding: 4px; }
QTableWidget { background: @page; border: 1px solid @line; gridline-color: @line;
  selection-background-color: @soft; selection-color: @text; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar::handle:vertical { background: @line; border-radius: 4px; min-height: 30px; margin: 1px 2px; }
QScrollBar::handle:vertical:hover { background: @muted; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle:horizontal { background: @line; border-radius: 4px; min-width: 30px; margin: 2px 1px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
"""
