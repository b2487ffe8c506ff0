"""What a person is told before a signed or restricted file is changed."""

from io import BytesIO
from zipfile import ZipFile

import pytest

from lexdesk.word.document import Document
from tests.word.build import docx, opened, para, replaced, run

_ORIGIN = "http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin"


def signed(body: str) -> bytes:
    """A file with the parts of a digital signature, under names of the signer's own choice."""
    out = BytesIO()
    unsigned = docx(body, extra={"sigs/origin.sigs": b"", "sigs/sig1.xml": b"<Signature/>"})
    with ZipFile(BytesIO(unsigned)) as source, ZipFile(out, "w") as archive:
        for info in source.infolist():
            content = source.read(info)
            if info.filename == "_rels/.rels":
                link = f'<Relationship Id="rId9" Type="{_ORIGIN}" Target="sigs/origin.sigs"/></Relationships>'
                content = content.replace(b"</Relationships>", link.encode())
            archive.writestr(info, content)
    return out.getvalue()


def test_a_signed_file_says_so_and_keeps_its_signature_parts() -> None:
    before = Document.open(signed(para("Thirty days.")))
    assert [warning.code for warning in before.warnings] == ["signed"]
    assert "signature invalid" in before.warnings[0].message
    assert before.to_bytes() == signed(para("Thirty days."))
    after = Document.open(replaced(before, "Thirty", "Sixty").to_bytes())
    kept = {part.name: part.data for part in after.parts()}
    assert all(kept[part.name] == part.data for part in before.parts() if part.name.startswith("sigs/"))
    assert [warning.code for warning in after.warnings] == ["signed"]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ('w:edit="readOnly" w:enforcement="1"', ["restricted this document to reading"]),
        ('w:edit="comments" w:enforcement="true"', ["restricted this document to comments"]),
        ('w:edit="readOnly" w:enforcement="0"', []),
        ('w:edit="trackedChanges" w:enforcement="1"', []),
        ('w:formatting="1" w:enforcement="1"', []),
    ],
)
def test_a_restriction_is_told_where_it_is_enforced(said: str, words: list[str]) -> None:
    document = opened(para("Text"), settings=f"<w:documentProtection {said}/>")
    assert len(document.warnings) == len(words)
    assert all(word in warning.message for word, warning in zip(words, document.warnings, strict=True))


def test_words_that_word_does_not_show_are_named() -> None:
    hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t xml:space="preserve">not </w:t></w:r>'
    (warning,) = opened(para(run("It shall ") + hidden + run("pay."))).warnings
    assert warning.code == "concealed"
    assert "“not”" in warning.message
    assert opened(para("It shall not pay.")).warnings == ()
