"""What a chat sees and how it is called, in the language of the window."""

from lexdesk.assistant.views import ChatView
from lexdesk.desktop.words import Words


def chat_title(chat: ChatView, words: Words) -> str:
    """Its title; the main chat by the word of the language, a side chat with its sign."""
    if chat.kind == "main":
        return words("chat.main") if chat.title == "Main" else chat.title
    return f"{chat.title} ⌂"


def said_sees(chat: ChatView, words: Words) -> str:
    """What its model may see in one line: agreements, sources, single passages, skills, notes, and what is
    kept from a remote model. A desk that gives no parts has said it in a line of its own."""
    if not chat.counts:
        return chat.sees
    parts = [words("sees.whole")] if chat.whole else []
    if len(chat.agreements) == 1 and not chat.whole:
        parts.append(chat.agreements[0])
    elif chat.agreements and not chat.whole:
        parts.append(words("sees.agreements", count=len(chat.agreements)))
    for kind in ("source", "passage", "skill", "note"):
        number = chat.counts.get(kind, 0)
        if not chat.whole and (number or kind == "source"):
            parts.append(words.count(f"sees.{kind}", number))
    if chat.left_out:
        parts.append("▲ " + words("sees.left_out", names=", ".join(chat.left_out)))
    return words("sees.and").join(parts)
