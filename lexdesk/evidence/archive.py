"""Zip archives: a list of what is in them as the text, and each member for a source of its own."""

import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePosixPath

from lexdesk.evidence import errors
from lexdesk.evidence.model import Finding, MemberFile, PageText, ReadSource

MOST_FILES = 2000
MOST_BYTES = 1_000_000_000  # unpacked, all together
_RATIO = 200  # times smaller than its content; text of a lawyer's file hardly passes 20
_NOISE = frozenset((".ds_store", "thumbs.db", "desktop.ini"))


def read_zip(content: bytes, name: str, password: str = "") -> ReadSource:
    """Raises ``SourceDamaged``, ``SourceTooLarge`` (bombs among them), ``PasswordNeeded``."""
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not _is_noise(entry)]
            _check(entries, len(content), name)
            findings: list[Finding] = []
            members = tuple(_members(archive, entries, name, password, findings))
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError, OSError) as why:
        raise errors.damaged(name, "zip archive") from why
    lines = [f"{member.name} ({len(member.content):,} bytes)" for member in members]
    text = f"Zip archive “{name}” of {len(members)} files:\n\n" + "\n".join(lines)
    if not members and not findings:
        findings.append(Finding("no_text", "The archive holds no files.", 1))
    pages = (PageText(1, "1", text),)
    return ReadSource("application/zip", pages, name, "", tuple(findings), False, members)


def _check(entries: list[zipfile.ZipInfo], packed: int, name: str) -> None:
    if len(entries) > MOST_FILES:
        raise errors.SourceTooLarge(
            f"“{name}” holds {len(entries):,} files; LexDesk takes {MOST_FILES:,}.", "Split the archive."
        )
    unpacked = sum(entry.file_size for entry in entries)
    if unpacked > MOST_BYTES or (unpacked > 50_000_000 and unpacked > _RATIO * packed):
        raise errors.SourceTooLarge(
            f"“{name}” would unpack to {unpacked // 1_000_000:,} MB, {unpacked // max(1, packed):,}"
            f" times its size.",
            "Take out what matters, and add that.",
        )


def _members(
    archive: zipfile.ZipFile,
    entries: list[zipfile.ZipInfo],
    name: str,
    password: str,
    findings: list[Finding],
) -> Iterator[MemberFile]:
    """The members that are whole; a finding names each that is not."""
    left = MOST_BYTES
    for entry in entries:
        if entry.flag_bits & 1 and not password:
            raise errors.password_needed(name, False)
        try:
            with archive.open(entry, pwd=password.encode() or None) as stream:
                content = stream.read(min(left, entry.file_size) + 1)
        except NotImplementedError:
            told = f"Not read: {_name(entry)} (packed in a way that is not known here)."
            findings.append(Finding("attachment_not_read", told))
            continue
        except RuntimeError as why:  # wrong password
            raise errors.password_needed(name, bool(password)) from why
        except (zipfile.BadZipFile, zlib.error, EOFError):
            told = f"Not read: {_name(entry)} (it is damaged in the archive)."
            findings.append(Finding("attachment_not_read", told))
            continue
        left -= len(content)
        if left < 0 or len(content) > entry.file_size:
            raise errors.SourceTooLarge(
                f"“{name}” unpacks to more than it says.", "Take out what matters, and add that."
            )
        yield MemberFile(_name(entry), content, "from_archive")


def _is_noise(entry: zipfile.ZipInfo) -> bool:
    path = PurePosixPath(entry.filename)
    return entry.is_dir() or "__MACOSX" in path.parts or path.name.lower() in _NOISE


def _name(entry: zipfile.ZipInfo) -> str:
    """The member's own name, without its folders. Names not marked as UTF-8 often are that, or GBK."""
    name = entry.filename
    if not entry.flag_bits & 0x800:
        raw = name.encode("cp437", "replace")
        for encoding in ("utf-8", "gb18030"):
            try:
                name = raw.decode(encoding)
                break
            except UnicodeDecodeError:
                continue
    return safe_name(name)


def safe_name(name: str) -> str:
    """The last part of a name from outside, without signs that no file name has."""
    last = name.replace("\\", "/").rstrip("/").rsplit("/", 1)[-1]
    return "".join(sign for sign in last if sign.isprintable()).strip()[:200] or "unnamed"
