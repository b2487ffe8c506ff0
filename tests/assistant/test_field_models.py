"""Field faults F41 and F43: odd folders, and no network at all. F39, F40 and F42 are in ``tests/models``."""

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from lexdesk.assistant.desk import Desk
from lexdesk.matter.file import Matter
from lexdesk.models.local import LocalModel
from tests.assistant.agreements import write_agreement
from tests.conftest import SHARED
from tests.models.scripted_agent import ToolScript
from tests.models.tiny_gguf import saying, write_model

ROOT = Path(__file__).resolve().parents[2]
PATHS = SHARED / "field" / "041_paths"
EDIT = {"tool": "propose_edit", "operation": "replace", "section": "4.1", "old_text": "60 days"}


@pytest.mark.skipif(not PATHS.is_dir(), reason="the field files are not here")
def test_f41_the_whole_round_works_in_every_folder(tmp_path: Path) -> None:
    shutil.copytree(PATHS, tmp_path / "tree")
    folders = [path for path in (tmp_path / "tree").rglob("*") if path.is_dir()]
    assert len(folders) >= 4
    for folder in folders:
        names = names_in(folder)
        agreement = write_agreement(folder / "契約　書.docx")
        model = ToolScript([{**EDIT, "new_text": "90 days"}, "Staged."])
        with Desk(Matter.create(folder / "事件.lexmatter", name="F41", author="L"), lambda: model) as desk:  # noqa: B023
            document = desk.import_document(agreement)
            for text in (path for path in folder.iterdir() if path.suffix in (".txt", ".docx", ".pdf")):
                if text != agreement:
                    desk.add_source(text)
            desk.ask(desk.chats()[0].id, "Make it 90 days.", mode="free")
            desk.show_advisories(1)
            desk.accept([1])
            desk.export(document, "redline", folder / "赤　線.docx")
        tiny = LocalModel(write_model(folder / "モデル.gguf", saying("Ja!")), "tiny", threads=1)
        tiny.close()
        made = {"契約　書.docx", "事件.lexmatter", "赤　線.docx", "モデル.gguf"}
        assert made <= names_in(folder), "names keep their code points"
        assert names <= names_in(folder)


def names_in(folder: Path) -> set[str]:
    """The names as the disk has them."""
    return {path.name for path in folder.iterdir()}


ROUND = """
import json, sys, time
from pathlib import Path
began = time.monotonic()
from lexdesk.app import Application
folder = Path(sys.argv[1])
application = Application()
application.models.add(folder / "tiny.gguf", "ours")
application.models.use("ours")
with application.new_desk(folder / "a.lexmatter", "F43") as desk:
    ready = time.monotonic() - began
    document = desk.import_document(folder / "agreement.docx")
    desk.add_source(folder / "letter.pdf", role="fact")
    message = desk.ask(desk.chats()[0].id, "How much notice must a party give to terminate?")
    desk.export(document, "clean", folder / "out.docx")
    print(json.dumps({"ready": ready, "state": message.state, "claims": len(message.claims)}))
application.close()
"""


def _no_network() -> list[str]:
    """A command before which there is no network device, [] where that cannot be had."""
    unshare = shutil.which("unshare")
    if unshare and subprocess.run([unshare, "-rn", "true"], check=False, capture_output=True).returncode == 0:
        return [unshare, "-rn"]
    return []


@pytest.mark.skipif(find_spec("llama_cpp") is None, reason="llama-cpp-python is not installed")
@pytest.mark.skipif(not _no_network(), reason="this system gives no network-less name space")
def test_f43_the_first_start_and_a_whole_round_need_no_network(tmp_path: Path) -> None:
    import pymupdf

    write_agreement(tmp_path / "agreement.docx")
    write_model(tmp_path / "tiny.gguf", saying("Ja!"))
    pdf = pymupdf.open()
    pdf.new_page().insert_text((72, 72), "The parties agreed on sixty days of notice.")
    pdf.save(tmp_path / "letter.pdf")
    done = subprocess.run(
        [*_no_network(), sys.executable, "-c", ROUND, str(tmp_path)],
        cwd=ROOT,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "LEXDESK_HOME": str(tmp_path / "home"),
            "http_proxy": "http://127.0.0.1:9",
        },
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    seen = json.loads(done.stdout.splitlines()[-1])
    assert seen["state"] == "complete"
    assert (tmp_path / "out.docx").stat().st_size > 1000
