"""The stand-alone verifier says the same, word for word, on every Python that it promises to run on.

Whole and damaged archives and matters; the damage is made once, and each Python is asked about all of it.
"""

import json
import re
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from lexdesk.matter.file import Matter
from lexdesk.resources import resources
from lexdesk.review.packing import pack
from lexdesk.review.proposal import DeleteClause, ReplaceText
from lexdesk.review.redacting import named
from lexdesk.review.signing import Signer, public_path
from tests.pythons import VERSIONS, python_or_skip
from tests.review.desks import AGREEMENT, LAWYER, open_desk, word_file

VERIFIER = resources() / "verify" / "verify_matter.py"
# Runs the verifier as a program, once for each list of words, in one process: starting Python takes longest.
ASK_ALL = """
import contextlib, io, json, runpy, sys
asked = json.load(sys.stdin)
answers = []
for words in asked["words"]:
    out = io.StringIO()
    sys.argv = [asked["verifier"], *words]
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            runpy.run_path(asked["verifier"], run_name="__main__")
            status = 0
        except SystemExit as end:
            status = end.code
    answers.append([status, out.getvalue()])
import sqlite3
json.dump({"answers": answers, "sqlite": sqlite3.sqlite_version}, sys.stdout)
"""

# Where the words are those of SQLite: two releases of it describe one damaged page differently.
OF_SQLITE = re.compile(r"(?:(?<=The file is damaged: )|(?<=The matter cannot be read: )).*")

Answer = tuple[int, str]
Answers = tuple[str, dict[str, Answer]]


def ask(python: Path | str, cases: dict[str, list[str]]) -> Answers:
    """The release of SQLite, and exit status and words for each case, as this Python gives them."""
    done = subprocess.run(
        [python, "-I", "-S", "-X", "utf8", "-c", ASK_ALL],
        input=json.dumps({"verifier": str(VERIFIER), "words": list(cases.values())}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    said = json.loads(done.stdout)
    return said["sqlite"], {
        name: (status, words) for name, (status, words) in zip(cases, said["answers"], strict=True)
    }


def changed_rows(statement: str) -> Callable[[Path], None]:
    """A thief with SQL: the guards are dropped first."""

    def act(path: Path) -> None:
        db = sqlite3.connect(path)
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute("PRAGMA foreign_keys = OFF")
        db.executescript(statement)
        db.commit()
        db.close()

    return act


def flip(path: Path, place: int) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 4
    path.write_bytes(content)


def flipped(share: float) -> Callable[[Path], None]:
    """One bit of the byte at that share of the file."""
    return lambda path: flip(path, int(share * (path.stat().st_size - 1)))


def flipped_in(text: str) -> Callable[[Path], None]:
    """One bit of these words where they stand first in the file."""
    return lambda path: flip(path, path.read_bytes().index(text.encode()))


def cut(count: int) -> Callable[[Path], None]:
    def act(path: Path) -> None:
        path.write_bytes(path.read_bytes()[:-count])

    return act


def without_file(path: Path) -> None:
    whole = path.read_bytes()
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    assert path.read_bytes() == whole
    with zipfile.ZipFile(path, "w") as new:
        for name, content in parts.items():
            if not name.startswith("originals/"):
                new.writestr(name, content)


CUT_TAIL = "DELETE FROM audit WHERE seq > (SELECT max(seq) - 2 FROM audit)"
OF_A_MATTER: dict[str, Callable[[Path], None]] = {
    "removed row": changed_rows("DELETE FROM audit WHERE seq = 3"),
    "changed row": changed_rows("UPDATE audit SET actor = 'Eve' WHERE seq = 2"),
    "reordered rows": changed_rows(
        "UPDATE audit SET seq = -1 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 4;"
        "UPDATE audit SET seq = 4 WHERE seq = -1"
    ),
    "no audit": changed_rows("DELETE FROM audit"),
    "cut tail": changed_rows(CUT_TAIL),
    "changed tool result": changed_rows("UPDATE tool_results SET output = '没有 references'"),
    "changed passage": changed_rows("UPDATE passages SET text = 'altered' WHERE id = 1"),
    "changed stored file": changed_rows("UPDATE blobs SET bytes = x'00' WHERE rowid = 1"),
    "changed decision": changed_rows("UPDATE decisions SET decided_by = 'Eve' WHERE id = 1"),
    "table dropped": changed_rows("DROP TABLE pins"),
    "text that is no text": changed_rows("UPDATE audit SET actor = CAST(x'ff41' AS TEXT) WHERE seq = 2"),
    "header flipped": flipped(0.00001),
    **{
        f"flipped in “{text}”": flipped_in(text)
        for text in ("References: 14.2", "It says so", "Say good books")
    },
    **{f"flipped at {share:.0%}": flipped(share) for share in (0.2, 0.5, 0.8)},
    "half a file": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "empty file": lambda path: path.write_bytes(b""),
    "other bytes": lambda path: path.write_bytes(b"not a matter at all" * 100),
}
OF_AN_ARCHIVE: dict[str, Callable[[Path], None]] = {
    **{f"flipped at {share:.0%}": flipped(share) for share in (0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97, 1)},
    "cut by one byte": cut(1),
    "cut by a block": cut(4096),
    "a file left out": without_file,
}


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Name of the case and the words that the verifier is called with."""
    folder = tmp_path_factory.mktemp("verified")
    (folder / "note.txt").write_text("Note of a call about the caps, 保密.\n", "utf-8")
    desk = open_desk(folder / "whole.lexmatter", word_file(AGREEMENT), "Zulieferung 供应.docx")
    desk.look_up("12.7")
    desk.accept(desk.stage(DeleteClause("12.7"), "Delete 12.7."))
    desk.show(desk.stage(ReplaceText("accurate books", "good books"), "Say good books."))
    Signer.make(folder / "firm.pem")
    chat = desk.matter.write(lambda tx: _talk(tx, desk.head.id))
    whole = pack(desk.matter, folder / "whole.zip", LAWYER)
    pack(desk.matter, folder / "signed.zip", LAWYER, signer=Signer.load(folder / "firm.pem"))
    pack(desk.matter, folder / "redacted.zip", LAWYER, redaction=named((), (chat,)))
    desk.matter.close()
    with Matter.open(folder / "whole.lexmatter", read_only=True) as matter:
        head = matter.read().audit.head()[1]
    Signer.make(folder / "other.pem")
    key, other = public_path(folder / "firm.pem"), public_path(folder / "other.pem")
    found: dict[str, list[str]] = {
        "whole matter": [str(folder / "whole.lexmatter"), "--head", head],
        "whole archive": [str(folder / "whole.zip"), "--head", whole.head],
        "signed archive": [str(folder / "signed.zip"), "--key", str(key)],
        "signed by another": [str(folder / "signed.zip"), "--key", str(other)],
        "key that is none": [str(folder / "signed.zip"), "--key", str(folder / "note.txt")],
        "redacted archive": [str(folder / "redacted.zip")],
        "no such file": [str(folder / "missing.zip")],
        "another head": [str(folder / "whole.zip"), "--head", "0" * 64],
    }
    for kind, damages in (("whole.lexmatter", OF_A_MATTER), ("whole.zip", OF_AN_ARCHIVE)):
        for number, (name, damage) in enumerate(damages.items()):
            bad = folder / f"{number} {kind}"
            bad.write_bytes((folder / kind).read_bytes())
            damage(bad)
            found[f"{kind}: {name}"] = [str(bad)]
            if name == "cut tail":
                found[f"{kind}: {name}, head given"] = [str(bad), "--head", head]
    return found


def _talk(tx, head: int) -> int:  # type: ignore[no-untyped-def]
    chat = tx.chats.add("Side", "side")
    place = tx.passages.add_version_passage(head, "p5", "paragraph", 0, 10, "4.1", "4.1 The Cu")
    pin = tx.pins.register(chat.id, None, place.id)
    tx.chats.add_message(chat.id, "assistant", f"It says so [[pin_{pin.id}]].")
    tx.act("test", "message", str(chat.id))
    return int(chat.id)


@pytest.fixture(scope="module")
def expected(cases: dict[str, list[str]]) -> Answers:
    """What the Python that runs the tests says."""
    return ask(sys.executable, cases)


def test_whole_ones_hold_and_damage_is_named(expected: Answers) -> None:
    """So that agreeing is agreeing on what is right."""
    for name, (status, said) in expected[1].items():
        assert "Traceback" not in said, name
        whole = name.startswith(("whole matter", "whole archive", "signed archive", "redacted archive"))
        cannot = name in ("key that is none", "no such file")
        if name == "whole.lexmatter: cut tail":
            assert "A cut tail shows only with --head" in said
        elif not name.startswith("whole.lexmatter: flipped at"):  # a page may have room that nobody reads
            assert status == (0 if whole else 2 if cannot else 1), (name, said)


@pytest.mark.parametrize("version", VERSIONS)
def test_each_python_says_the_same(version: str, cases: dict[str, list[str]], expected: Answers) -> None:
    sqlite, found = ask(python_or_skip(version), cases)
    for name, (status, said) in expected[1].items():
        theirs, words = found[name]
        if sqlite != expected[0]:
            said, words = OF_SQLITE.sub("", said), OF_SQLITE.sub("", words)
        assert (theirs, words) == (status, said), name
