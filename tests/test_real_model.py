"""The main job with the starter model: on the sample with no network at all, and on real agreements."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from lexdesk.models.local import LocalModel
from lexdesk.word.document import Document
from lexdesk.word.resolve import resolved
from tests.assistant.jobs import LAWYER, accept_all, open_matter, texts
from tests.conftest import SHARED

ROOT = Path(__file__).resolve().parents[1]
STARTER = Path(
    os.environ.get("LEXDESK_TEST_MODEL")
    or platformdirs.user_cache_path("lexdesk") / "models" / "starter.gguf"
)
CORPUS = SHARED / "corpus" / "docx"
pytestmark = [
    pytest.mark.model,
    pytest.mark.timeout(1500),
    pytest.mark.skipif(
        not STARTER.exists(), reason="the starter model is not here: lexdesk model get starter"
    ),
]


def no_network() -> list[str]:
    """The prefix that runs a command without any network, child processes too; none if not allowed here."""
    tool = shutil.which("unshare")
    if tool and subprocess.run([tool, "-rn", "true"], capture_output=True, check=False).returncode == 0:
        return [tool, "-rn"]
    return []


def test_p12_the_whole_demo_runs_without_a_network(tmp_path: Path) -> None:
    models = tmp_path / "models"
    models.mkdir()
    (models / "starter.gguf").symlink_to(STARTER)
    environment = {
        **os.environ,
        "LEXDESK_HOME": str(tmp_path / "home"),
        "LEXDESK_MODELS": str(models),
        "PYTHONPATH": str(ROOT),
    }
    program = [sys.executable, "-m", "lexdesk"]
    subprocess.run(
        [*program, "model", "use", "starter"], env=environment, cwd=tmp_path, check=True, capture_output=True
    )
    done = subprocess.run(
        [*no_network(), *program, "demo", "--headless", "--out", tmp_path / "out"],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=1400,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    out = tmp_path / "out"
    deletion, change = json.loads((out / "packet.json").read_text(encoding="utf-8"))
    said = json.dumps(deletion, ensure_ascii=False)
    for words in ("14.2", "15.1(c)", "9.3", "thirty (30) days", "forty-five (45) days"):
        assert words in said
    assert "6.2" in json.dumps(change, ensure_ascii=False)
    redline = Document.open((out / "redline.docx").read_bytes())
    ours = [row for row in redline.revisions if row.author != "Ostrava Legal"]
    assert sorted(row.text for row in ours if row.kind == "ins") == ["45", "forty-five"]
    assert any(
        p.mark_change == "del" and p.original.startswith("Return of Confidential") for p in redline.paragraphs
    )
    answer = (out / "answer.md").read_text(encoding="utf-8")
    assert "13." in answer
    assert "[[pin_" in answer
    assert (out / "window.png").read_bytes().startswith(b"\x89PNG")


@pytest.fixture(scope="module")
def starter() -> Iterator[LocalModel]:
    model = LocalModel(STARTER, "starter")
    yield model
    model.close()


JOBS = [
    (
        "oa__common-paper-software-license-agreement-template.docx",
        "Delete Section 5.4 because the remedy is agreed elsewhere.",
        "5.4",
        "Change the cure period in 4.3(a) from 30 days to 20 days.",
        ("30 days", "20 days"),
        "Who may assign the agreement?",
    ),
    (
        "oa__common-paper-design-partner-agreement-template.docx",
        "Strike Section 7.6 entirely.",
        "7.6",
        "In 6.2, replace “all Feedback” with “all Feedback and Results”.",
        ("all Feedback.", "all Feedback and Results."),
        "When can a party terminate the agreement?",
    ),
    (
        "oa__openagreements-restrictive-covenant-new-york-template.docx",
        "Delete section 14.",
        "14",
        "In section 1.5, replace “less than” with “not more than”.",
        ("less than", "not more than"),
        "Which law governs this agreement?",
    ),
]


@pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize(("name", "delete", "label", "change", "words", "question"), JOBS)
def test_the_starter_model_does_the_job_on_real_agreements(
    tmp_path: Path,
    starter: LocalModel,
    name: str,
    delete: str,
    label: str,
    change: str,
    words: tuple[str, str],
    question: str,
) -> None:
    before = Document.open((CORPUS / name).read_bytes())
    with open_matter(tmp_path / "a.lexmatter", starter, CORPUS / name) as desk:
        document, chat = desk.documents()[0][0], desk.chats()[0].id
        deleted = desk.ask(chat, delete)
        assert label in desk.edit_card(deleted.edit_ids[0]).title
        accept_all(desk, deleted.edit_ids)
        changed = desk.ask(chat, change)
        accept_all(desk, changed.edit_ids)
        answered = desk.ask(chat, question)
        assert answered.claims
        assert answered.claims[0].pins
        desk.export(document, "redline", tmp_path / "redline.docx")
        (last,) = [hunk for hunk in desk.history(document) if hunk.edit_id == changed.edit_ids[0]]
    assert words[0] in last.removed or words[0] in before_text(before, words[0])
    redline = Document.open((tmp_path / "redline.docx").read_bytes())
    head = texts(resolved(redline, "accept", LAWYER))
    assert any(words[1] in text for text in head)
    assert texts(resolved(redline, "reject", LAWYER)) == texts(before)


def before_text(document: Document, words: str) -> str:
    """The paragraph that held the words before."""
    return next(text for text in texts(document) if words in text)
