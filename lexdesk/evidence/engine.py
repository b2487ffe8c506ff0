"""The PDF engine and the one lock that owns it.

PyMuPDF is not thread-safe, and its state lies in the library, not in its objects: whoever calls it holds
``ENGINE``, page by page, so that a long import does not keep the window from showing a page.
"""

import threading
from typing import Any

import pymupdf as _pymupdf

#: The library, untyped (its stubs are incomplete).
pymupdf: Any = _pymupdf

ENGINE = threading.RLock()

#: What the library raises for files it cannot make sense of.
BROKEN = (
    _pymupdf.FileDataError,
    _pymupdf.EmptyFileError,
    pymupdf.mupdf.FzErrorBase,
    RuntimeError,
    ValueError,
)
