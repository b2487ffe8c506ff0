"""word_diff: complete, minimal and readable."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexdesk.text.worddiff import word_diff


def shown(old: str, new: str) -> str:
    """[deleted]{inserted} in place."""
    out = ""
    for op in word_diff(old, new):
        if op.kind == "equal":
            assert old[op.old.start : op.old.end] == new[op.new.start : op.new.end]
            out += old[op.old.start : op.old.end]
        elif op.kind == "delete":
            out += f"[{old[op.old.start : op.old.end]}]"
        else:
            out += f"{{{new[op.new.start : op.new.end]}}}"
    return out


@pytest.mark.parametrize(
    ("old", "new", "diff"),
    [
        (
            "within thirty (30) days",
            "within forty-five (45) days",
            "within [thirty]{forty-five} ([30]{45}) days",
        ),
        ("EUR 1,000 each", "EUR 1,500 each", "EUR 1,[0]{5}00 each"),
        ("EUR 5,000 per month", "EUR 6,000 per month", "EUR [5]{6},000 per month"),
        ("in 2024", "in 2025", "in [2024]{2025}"),
        ("The Buyer shall pay", "The Buyer shall not pay", "The Buyer shall {not }pay"),
        ("the Supplier's staff", "the Buyer's staff", "the [Supplier]{Buyer}'s staff"),
        ("甲方应付款", "乙方不应付款", "[甲]{乙}方{不}应付款"),
        ("one\ntwo", "eins\nzwei", "[one]{eins}\n[two]{zwei}"),
        ("a\tb", "c\td", "[a]{c}\t[b]{d}"),
        ("red green blue text", "one colour of text", "[red green blue]{one colour of} text"),
        ("נו\u05b0ן", "נון", "[נו\u05b0ן]{נון}"),
        ("", "new", "{new}"),
        ("old", "", "[old]"),
        ("same", "same", "same"),
        ("", "", ""),
    ],
)
def test_differences_read_as_a_person_would_mark_them(old: str, new: str, diff: str) -> None:
    assert shown(old, new) == diff


_BITS = st.lists(
    st.sampled_from(["a", "b ", "c,", " ", "\n", "1,000", "1,500", "\u0301", "第", "é"]), max_size=14
)


@settings(max_examples=300, deadline=None)
@given(_BITS.map("".join), _BITS.map("".join))
def test_ops_cover_both_texts_and_never_repeat_a_kind(old: str, new: str) -> None:
    ops = word_diff(old, new)
    assert "".join(old[op.old.start : op.old.end] for op in ops) == old
    assert "".join(new[op.new.start : op.new.end] for op in ops) == new
    kinds = [op.kind for op in ops]
    assert all(one != other for one, other in pairwise(kinds))
    assert all((op.old.start == op.old.end) == (op.kind == "insert") for op in ops)
    assert all((op.new.start == op.new.end) == (op.kind == "delete") for op in ops)


def test_a_whole_agreement_is_compared_word_by_word() -> None:
    words = [f"word{n * n % 9973}" for n in range(30_000)]
    changed = [*words[:9_000], "inserted", *words[9_000:20_000], *words[20_001:]]
    ops = [op for op in word_diff(" ".join(words), " ".join(changed)) if op.kind != "equal"]
    assert sorted(op.kind for op in ops) == ["delete", "insert"]
    assert all(max(op.old.end - op.old.start, op.new.end - op.new.start) <= 10 for op in ops)
