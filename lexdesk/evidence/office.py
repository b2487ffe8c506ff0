"""Old and foreign office files, through LibreOffice where it is there; never with macros or the network."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from lexdesk.evidence import errors

_SWITCH = "LEXDESK_OFFICE"  # the program to use; "no" for none
_SECONDS = 150
# No macro runs, no link is followed; whatever would still ask the network meets a proxy that is not there.
_PROFILE = """<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<item oor:path="/org.openoffice.Office.Common/Security/Scripting">
<prop oor:name="MacroSecurityLevel" oor:op="fuse"><value>3</value></prop>
<prop oor:name="DisableMacrosExecution" oor:op="fuse"><value>true</value></prop>
<prop oor:name="BlockUntrustedRefererLinks" oor:op="fuse"><value>true</value></prop></item>
<item oor:path="/org.openoffice.Inet/Settings">
<prop oor:name="ooInetProxyType" oor:op="fuse"><value>2</value></prop>
<prop oor:name="ooInetHTTPProxyName" oor:op="fuse"><value>127.0.0.1</value></prop>
<prop oor:name="ooInetHTTPProxyPort" oor:op="fuse"><value>9</value></prop>
<prop oor:name="ooInetHTTPSProxyName" oor:op="fuse"><value>127.0.0.1</value></prop>
<prop oor:name="ooInetHTTPSProxyPort" oor:op="fuse"><value>9</value></prop></item>
</oor:items>
"""


def office() -> str | None:
    """The LibreOffice of this machine, ``None`` where there is none."""
    asked = os.environ.get(_SWITCH, "")
    if asked == "no":
        return None
    return shutil.which(asked) if asked else shutil.which("soffice") or shutil.which("libreoffice")


def converted(content: bytes, name: str, kind: str, suffix: str, to: str) -> bytes:
    """The file (``kind`` in words, ``suffix`` as ".doc") as another kind (``to`` as "docx").

    Raises ``WrongType`` where LibreOffice is not installed, ``SourceDamaged`` where it cannot make sense of
    it or takes too long.
    """
    program = office()
    if program is None:
        raise errors.WrongType(
            f"“{name}” is {kind}, which LexDesk reads only where LibreOffice is installed.",
            "Save it as .docx, .xlsx or PDF and add that, or install LibreOffice.",
        )
    with tempfile.TemporaryDirectory(prefix="lexdesk-", ignore_cleanup_errors=True) as folder:
        room = Path(folder)
        profile = room / "profile" / "user"
        profile.mkdir(parents=True)
        (profile / "registrymodifications.xcu").write_text(_PROFILE, encoding="utf-8")
        given, made = room / f"given{suffix}", room / "made" / f"given.{to}"
        given.write_bytes(content)
        try:
            subprocess.run(
                [
                    program,
                    f"-env:UserInstallation={(room / 'profile').as_uri()}",
                    "--headless",
                    "--norestore",
                    "--convert-to",
                    to,
                    "--outdir",
                    str(made.parent),
                    str(given),
                ],
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
            )
        except (OSError, subprocess.TimeoutExpired) as why:
            raise errors.damaged(name, kind.removeprefix("an ").removeprefix("a ")) from why
        if not made.is_file():
            raise errors.damaged(name, kind.removeprefix("an ").removeprefix("a "))
        return made.read_bytes()
