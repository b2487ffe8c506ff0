"""The matter file: driver, schema, migrations, stores, audit chain, lock."""

from lexdesk.matter.errors import (
    BadSearch,
    DiskFull,
    MatterClosed,
    MatterDamaged,
    MatterExists,
    MatterLocked,
    MatterMissing,
    MatterMoved,
    MatterReadOnly,
    MatterUnreachable,
    NewerMatter,
    NotAMatter,
    NotFound,
    OlderMatter,
    RecordRefused,
    UnrecordedChange,
)
from lexdesk.matter.file import Matter
from lexdesk.matter.stores import Reader, Tx

__all__ = [
    "BadSearch",
    "DiskFull",
    "Matter",
    "MatterClosed",
    "MatterDamaged",
    "MatterExists",
    "MatterLocked",
    "MatterMissing",
    "MatterMoved",
    "MatterReadOnly",
    "MatterUnreachable",
    "NewerMatter",
    "NotAMatter",
    "NotFound",
    "OlderMatter",
    "Reader",
    "RecordRefused",
    "Tx",
    "UnrecordedChange",
]
