"""What the ending of a file's name promises, and what to say when the content is something else."""

from pathlib import PurePath

from lexdesk.evidence.model import Finding

_PROMISED = {
    ".pdf": "a PDF",
    ".docx": "a Word document",
    ".docm": "a Word document",
    ".xlsx": "a spreadsheet",
    ".xlsm": "a spreadsheet",
    ".pptx": "a presentation",
    ".odt": "an OpenDocument text",
    ".ods": "an OpenDocument spreadsheet",
    ".zip": "a zip archive",
    ".eml": "an e-mail",
    ".msg": "an Outlook message",
    ".rtf": "rich text",
    ".html": "a web page",
    ".txt": "plain text",
    ".md": "Markdown",
}
_IS = {
    "application/pdf": "a PDF",
    "application/zip": "a zip archive",
    "application/rtf": "rich text",
    "text/html": "a web page",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "a Word document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "a spreadsheet",
}


def promised(name: str) -> str:
    """What the ending says the file is, with its article; "" for one that says nothing certain."""
    return _PROMISED.get(PurePath(name).suffix.lower(), "")


def named_otherwise(name: str, media_type: str) -> list[Finding]:
    """A finding for a file that was read as something else than its name says."""
    said, is_ = promised(name), _IS.get(media_type, "")
    if not said or not is_ or said == is_ or said.startswith("an OpenDocument"):
        return []
    return [Finding("named_otherwise", f"Its name says it is {said}, but it is {is_}; it was read as that.")]
