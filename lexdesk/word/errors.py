"""What the Word engine refuses, each with a sentence and a next step."""

from lexdesk.errors import LexDeskError


class WordFileError(LexDeskError):
    """The file cannot be read as a Word document; nothing was changed."""

    code = "word_file"


class NotWordFile(WordFileError):
    """The bytes are something else: a PDF, an old .doc, a web page, an empty file, another zip."""

    code = "not_a_word_file"


class ProtectedWordFile(WordFileError):
    """The file is encrypted with a password."""

    code = "password_protected"


class StrictWordFile(WordFileError):
    """The file is "Strict Open XML", which uses other names for everything."""

    code = "strict_word_file"


class DamagedWordFile(WordFileError):
    """The zip or the XML inside is broken."""

    code = "damaged_word_file"


class WordFileTooLarge(WordFileError):
    """Unpacking the file would take more room than any real document needs."""

    code = "word_file_too_large"


class EditRefused(LexDeskError):
    """An edit that cannot be written exactly; the document is as it was.

    ``code`` is one of: stale_anchor (no such paragraph, or its text is another), not_exact (the old
    text differs at that place), overlap, across_field, inside_field, across_note, locked, newline,
    last_paragraph, bad_character, no_change, bad_edit, cannot_apply. ``key`` names the paragraph,
    ``position`` the offset in its text where the obstacle is, ``span`` the longest part of the wanted
    span that would work.
    """

    code = "edit_refused"

    def __init__(
        self,
        code: str,
        message: str,
        next_step: str = "",
        *,
        key: str = "",
        position: int | None = None,
        span: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(message, next_step)
        self.code = code
        self.key = key
        self.position = position
        self.span = span
