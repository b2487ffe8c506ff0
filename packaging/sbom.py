"""Write what a bundle holds as a CycloneDX 1.6 document: ``sbom.py LOCK OUT``.

Every package named by the lock that is installed here, with its licence and its address in the package index;
the Python that runs them and the program that starts it; and the programs that came inside of a package (Qt,
MuPDF, SQLCipher, llama.cpp), which a list of packages alone would hide. The same lock and the same
installation give the same bytes.
"""

import hashlib
import os
import platform
import re
import sys
import uuid
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path

import pymupdf
import sqlcipher3
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from licences import locked_names, stated_licence
from packageurl import PackageURL

LICENCES = LicenseFactory()
STARTER = "pyinstaller"  # not named by the lock of what runs, but its small program starts the bundle


def inside() -> dict[str, tuple[str, str | None, str]]:
    """What came inside of which package: name, version (None: it does not say), licence."""
    with sqlcipher3.dbapi2.connect(":memory:") as connection:
        cipher = connection.execute("PRAGMA cipher_version").fetchone()[0].split()[0]
    return {
        "pyside6-essentials": ("Qt", distribution("pyside6-essentials").version, "LGPL-3.0-only"),
        "pymupdf": ("MuPDF", pymupdf.mupdf_version, "AGPL-3.0-or-later"),
        "sqlcipher3": ("SQLCipher", cipher, "BSD-3-Clause"),
        "llama-cpp-python": ("llama.cpp", None, "MIT"),
    }


def component(name: str, version: str | None, licence: str, address: PackageURL | None = None) -> Component:
    """One thing in the bundle."""
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        licenses=[LICENCES.make_from_string(licence)],
        purl=address,
        bom_ref=str(address) if address else name,
    )


def bom(lock: Path) -> Bom:
    """The document for what the lock names and what is installed here."""
    made = Bom()
    made.metadata.component = program = Component(
        name="lexdesk",
        version=distribution("lexdesk").version,
        type=ComponentType.APPLICATION,
        licenses=[LICENCES.make_from_string("AGPL-3.0-or-later")],
        bom_ref="lexdesk",
    )
    packages: dict[str, Component] = {}
    for name in sorted({*map(plain, locked_names(lock)), STARTER}):
        try:
            version = distribution(name).version
        except PackageNotFoundError:
            continue  # locked for another platform
        address = PackageURL("pypi", None, name, version)
        packages[name] = component(name, version, stated_licence(name), address)
    inner = {name: component(*said) for name, said in inside().items() if name in packages}
    python = component("CPython", platform.python_version(), "PSF-2.0")
    for one in (*packages.values(), *inner.values(), python):
        made.components.add(one)
    made.register_dependency(program, [*packages.values(), python])
    for name, one in packages.items():
        held = [inner[name]] if name in inner else []
        made.register_dependency(
            one, [*held, *(packages[other] for other in needed(name) if other in packages)]
        )
    return made


def needed(name: str) -> list[str]:
    """What a package asks for itself, without its extras."""
    lines = [line for line in requires(name) or [] if "extra ==" not in line]
    return sorted({plain(re.split(r"[\s\[;<>=!~(]", line)[0]) for line in lines})


def plain(name: str) -> str:
    """The name as the index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def write(lock: Path, out: Path) -> int:
    """Write the document; the number of components in it."""
    made = bom(lock)
    # The library gives each document a random number and the time of day; ours follow from what is in it.
    said = "\n".join(sorted(str(one.bom_ref) for one in made.components))
    made.serial_number = uuid.UUID(hashlib.sha256(said.encode()).hexdigest()[:32], version=4)
    made.metadata.timestamp = datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), UTC)
    out.parent.mkdir(parents=True, exist_ok=True)
    text = make_outputter(made, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string(indent=1)
    out.write_text(text + "\n", "utf-8")
    return len(made.components)


if __name__ == "__main__":
    print(f"{write(Path(sys.argv[1]), Path(sys.argv[2]))} components")
