"""Whatever a file holds: an answer or one clear sentence, never a crash. (``tests.word.fuzz`` runs more.)"""

from lexdesk.word.document import Document
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
