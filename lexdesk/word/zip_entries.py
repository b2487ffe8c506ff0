"""Zip files under any clock: their dates reach from 1980 to 2107, and a dead battery makes it 1970."""

import io
import time
import zipfile
from typing import Any, cast

from docx.opc.pkgwriter import PackageWriter

EARLIEST = (1980, 1, 1, 0, 0, 0)
LATEST = (2107, 12, 31, 23, 59, 58)


def zip_entry(name: str) -> zipfile.ZipInfo:
    """An entry dated now (UTC), or as near to it as a zip file can say; to be compressed."""
    entry = zipfile.ZipInfo(name, min(max(time.gmtime()[:6], EARLIEST), LATEST))
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    return entry


def docx_bytes(document: Any) -> bytes:
    """The file of a document made with python-docx, which by itself dates its parts by the clock."""
    package = document.part.package
    for part in package.parts:
        part.before_marshal()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        writer, made_by = _Writer(archive), cast(Any, PackageWriter)
        made_by._write_content_types_stream(writer, package.parts)
        made_by._write_pkg_rels(writer, package.rels)
        made_by._write_parts(writer, package.parts)
    return out.getvalue()


class _Writer:
    """What python-docx hands its parts to."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def write(self, pack_uri: Any, content: bytes) -> None:
        self._archive.writestr(zip_entry(pack_uri.membername), content)
