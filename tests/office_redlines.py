"""LibreOffice accepts or rejects the tracked changes of one author: a second reader, not our own engine.

Run by the system's Python (LibreOffice's ``uno`` module belongs to it), over a local pipe, no network:
``python3 tests/office_redlines.py IN.docx AUTHOR accept|reject OUT.docx PROFILE_FOLDER``.
"""

import subprocess
import sys
import time
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.lang import DisposedException


def setting(name, value):
    """One named property."""
    made = PropertyValue()
    made.Name, made.Value = name, value
    return made


def redlines(document):
    """All tracked changes, in LibreOffice's order."""
    walk = document.Redlines.createEnumeration()
    while walk.hasMoreElements():
        yield walk.nextElement()


def resolve(document, dispatcher, author, act):
    """Accept or reject every tracked change of ``author``; gives how many."""
    done = 0
    while done < 1000:
        mine = next((row for row in redlines(document) if row.RedlineAuthor == author), None)
        if mine is None:
            return done
        controller = document.CurrentController
        controller.ViewCursor.gotoRange(mine.RedlineStart, False)
        controller.ViewCursor.gotoRange(mine.RedlineEnd, True)
        dispatcher.executeDispatch(controller.Frame, act, "", 0, ())
        done += 1
    raise SystemExit("some changes could not be resolved")


def main(source, author, action, out, profile):
    """Open, resolve, store."""
    pipe = "lexdesk-test-" + Path(profile).name
    office = subprocess.Popen(
        [
            "soffice",
            "--headless",
            "--norestore",
            "--nologo",
            "-env:UserInstallation=" + Path(profile).absolute().as_uri(),
            f"--accept=pipe,name={pipe};urp;",
        ],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    until = time.monotonic() + 90
    while True:
        try:
            context = resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
            break
        except NoConnectException:
            if time.monotonic() > until or office.poll() not in (None, 0, 81):
                raise
            time.sleep(0.2)
    make = context.ServiceManager.createInstanceWithContext
    desktop = make("com.sun.star.frame.Desktop", context)
    document = desktop.loadComponentFromURL(
        Path(source).absolute().as_uri(), "_blank", 0, (setting("Hidden", True),)
    )
    act = ".uno:AcceptTrackedChange" if action == "accept" else ".uno:RejectTrackedChange"
    done = resolve(document, make("com.sun.star.frame.DispatchHelper", context), author, act)
    document.storeToURL(Path(out).absolute().as_uri(), (setting("FilterName", "MS Word 2007 XML"),))
    document.close(True)
    try:
        desktop.terminate()
    except DisposedException:
        print("closed", file=sys.stderr)
    office.wait(60)
    print(done)


if __name__ == "__main__":
    main(*sys.argv[1:6])
