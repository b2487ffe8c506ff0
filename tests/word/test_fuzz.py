"""Whatever a file holds: an answer or one clear sentence, never a crash. (``tests.word.fuzz`` runs more.)"""

from lexdesk.word.compare_redline import redlined
from lexdesk.word.document import Document
from lexdesk.word.model import InsertParagraph
from lexdesk.word.resolve import resolved
from tests.word.build import AT, ME, docx, para, table
from tests.word.fuzz import fuzzed, use
from tests.word.mutations import samples


def test_the_files_that_are_mutated_are_sound_themselves() -> None:
    files = samples()
    for data in files:
        use(data, Document.open(files[0]))


def test_mutated_files_are_read_or_refused_in_a_sentence() -> None:
    outcome = fuzzed(count=260, seed=20260504, seconds=60)
    assert outcome.faults == []
    assert outcome.read > 20, "too few mutations get past the reader to prove anything"
    assert outcome.refused.total() > 20


def test_what_the_long_run_found_stays_mended() -> None:
    odd = para("Styled", '<x:odd xmlns:x="relative"/>')  # canonical XML has no form for such a namespace
    content = f"<w:sdtContent>{table(('a', 'b'))}</w:sdtContent>"  # outside any control
    plain = Document.open(docx(para("Styled") + para("")))
    for body in (odd + para(""), content + para("End."), content + para("New words here.") + para("End.")):
        use(docx(body), plain)
    old, new = (Document.open(docx(content + extra)) for extra in (para("End."), para("New.") + para("End.")))
    made = redlined(old, new, ME, AT).document
    assert resolved(made, "accept").current_text() == new.current_text()
    like = Document.open(docx(odd))
    key = like.keys[0]
    like.edited([InsertParagraph(key, "after", "New.", "new1")], ME, AT)
