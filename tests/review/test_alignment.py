"""Which paragraph of a new draft is which of the old one."""

import random

from lexdesk.review.alignment import Line, align


def lines(*texts: str) -> list[Line]:
    return [Line("", text) for text in texts]


def test_equal_lines_then_headings_then_likeness() -> None:
    old = lines(
        "Term. Two years.", "Fees. Ten crowns a month.", "Law. English law.", "Signed by both parties today"
    )
    new = lines(
        "Term. Two years.",
        "Fees. None at all, ever.",
        "Notice. By letter.",
        "Law. English law.",
        "Signed by both the parties today",
    )
    assert align(old, new) == [(0, 0), (1, 1), (None, 2), (2, 3), (3, 4)]


def test_unlike_lines_are_not_the_same_paragraph() -> None:
    assert align(lines("Alpha beta gamma."), lines("Quite other words here")) == [(0, None), (None, 0)]


def test_keys_decide_between_equal_texts() -> None:
    old = [Line("a", "Same words one."), Line("b", "Same words two.")]
    new = [Line("b", "Same words three.")]
    assert align(old, new) == [(0, None), (1, 0)]


def test_every_line_is_covered_once_and_in_order() -> None:
    rng = random.Random(1)
    for _ in range(200):
        old = lines(*(f"line {rng.randrange(6)}" for _ in range(rng.randrange(9))))
        new = lines(*(f"line {rng.randrange(6)}" for _ in range(rng.randrange(9))))
        pairs = align(old, new)
        assert [i for i, _ in pairs if i is not None] == list(range(len(old)))
        assert [j for _, j in pairs if j is not None] == list(range(len(new)))


def test_a_long_draft_is_aligned_within_bounds() -> None:
    old = lines(*(f"Clause {n}. The parties agree on item {n} of the list." for n in range(3000)))
    new = [line for n, line in enumerate(old) if n % 100]
    pairs = align(old, new)
    assert sum(1 for i, j in pairs if j is None) == 30
    assert all(old[i].text == new[j].text for i, j in pairs if i is not None and j is not None)
