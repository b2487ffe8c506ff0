"""Which signal of which pane leads to which act of the window: one list."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lexdesk.desktop.main_window import MainWindow


def connect(window: "MainWindow") -> None:
    """Connect the panes, bars and start page of a window with its acts, once."""
    window.themes.changed.connect(window.apply_theme)
    window.words.changed.connect(window.apply_language)
    window._menu.aboutToShow.connect(lambda: window.commands.fill_menu(window._menu))
    window.commands.changed.connect(window.show_hints)
    window.jobs.failed.connect(window.fail)
    window.jobs.started.connect(window.progress.watch)
    window.top.search_wanted.connect(window.seeking.open_palette)
    window.top.version_wanted.connect(lambda: window.show_lower("versions"))
    window.top.model_wanted.connect(window.knowing.show_model)
    window.top.document_wanted.connect(window.filing.choose_document)
    window.start.open_wanted.connect(window.filing.open)
    window.start.new_wanted.connect(lambda files: window.filing.new(files, window.start.sealed.isChecked()))
    window.read_only.copy_wanted.connect(window.keeping.save_copy)
    document, evidence, chat, side = (
        window.panes.document,
        window.panes.evidence,
        window.panes.chat,
        window.panes.outline,
    )
    reviewing, deciding = window.panes.middle.reviewing, window.deciding
    document.next_wanted.connect(lambda: deciding.step(1))
    document.previous_wanted.connect(lambda: deciding.step(-1))
    document.accept_wanted.connect(deciding.accept)
    document.reject_wanted.connect(deciding.reject)
    document.page.menu_wanted.connect(window.past.page_menu)
    reviewing.change_chosen.connect(deciding.follow_row)
    reviewing.change_opened.connect(deciding.open_row)
    reviewing.accept_wanted.connect(lambda ids: deciding.several(ids, "accept"))
    reviewing.reject_wanted.connect(lambda ids: deciding.several(ids, "reject"))
    reviewing.aside_wanted.connect(lambda ids: deciding.several(ids, "set_aside"))
    reviewing.menu_wanted.connect(deciding.menu)
    document.change_clicked.connect(
        lambda change: window.on_session(lambda s: s.choose(change, moving=False))
    )
    document.change_hovered.connect(window.hover_change)
    evidence.card.shown.connect(lambda edit: window.on_session(lambda s: s.advisories_painted(edit)))
    evidence.card.pin_opened.connect(window.reading.open_pin)
    evidence.card.place_opened.connect(window.reading.open_paragraph)
    evidence.card.passage_opened.connect(lambda number: window.on_session(lambda s: s.open_passage(number)))
    evidence.card.result_opened.connect(window.reading.show_result)
    evidence.card.context_opened.connect(window.reading.show_context)
    evidence.card.edit_opened.connect(window.reading.open_edit)
    evidence.card.act_wanted.connect(deciding.current_with)
    evidence.text_wanted.connect(window.reading.fetch_text)
    evidence.page_wanted.connect(window.reading.fetch_page)
    for viewer in evidence.viewers:
        viewer.page.page_wanted.connect(window.reading.fetch_picture)
    evidence.cite_wanted.connect(lambda pin: window.reading.copy_cite(False, pin))
    evidence.add_wanted.connect(window.filing.ask_files)
    evidence.facts_wanted.connect(window.filing.edit_facts)
    window.panes.middle.sources.chat_wanted.connect(window.chatting.chat_of_source)
    side.section_opened.connect(window.reading.open_paragraph)
    side.history_wanted.connect(window.past.clause_history)
    side.chat_wanted.connect(window.chatting.chat_of_clause)
    side.finding_opened.connect(window.open_finding)
    side.place_opened.connect(window.reading.open_paragraph)
    side.correction_wanted.connect(lambda finding: window.on_session(lambda s: s.correct(finding)))
    chat.messages_wanted.connect(window.reading.fetch_messages)
    chat.pin_opened.connect(window.reading.open_pin)
    chat.pin_number_opened.connect(window.reading.open_pin_number)
    chat.pin_hovered.connect(window.hover.show_pin)
    chat.result_opened.connect(window.reading.show_result)
    chat.edit_opened.connect(lambda edit: window.on_session(lambda s: window.reading.open_edit(edit)))
