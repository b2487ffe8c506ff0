"""Names of the XML elements the engine deals with (transitional WordprocessingML)."""

from lxml import etree

W_NS = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT_W_NS = "http://purl.oclc.org/ooxml/wordprocessingml/main"
R_NS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MC_NS = "http://schemas.openxmlformats.org/markup-compatibility/2006"
M_NS = "http://schemas.openxmlformats.org/officeDocument/2006/math"
W14_NS = "http://schemas.microsoft.com/office/word/2010/wordml"
DU_NS = "http://schemas.microsoft.com/office/word/2023/wordml/word16du"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def w(name: str) -> str:
    """The full name of an element or attribute of WordprocessingML: ``w("p")``."""
    return f"{{{W_NS}}}{name}"


P, PPR, R, RPR, T, DEL_TEXT = w("p"), w("pPr"), w("r"), w("rPr"), w("t"), w("delText")
TBL, TR, TC, TRPR, TCPR, SECTPR, BODY = (
    w("tbl"),
    w("tr"),
    w("tc"),
    w("trPr"),
    w("tcPr"),
    w("sectPr"),
    w("body"),
)
INS, DEL, MOVE_FROM, MOVE_TO = w("ins"), w("del"), w("moveFrom"), w("moveTo")
INSTR, DEL_INSTR, FLD_CHAR, FLD_SIMPLE = w("instrText"), w("delInstrText"), w("fldChar"), w("fldSimple")
HYPERLINK, SDT, SDT_CONTENT, SDT_PR = w("hyperlink"), w("sdt"), w("sdtContent"), w("sdtPr")
BOOKMARK_START, BOOKMARK_END = w("bookmarkStart"), w("bookmarkEnd")
TXBX = w("txbxContent")
VAL, ID, AUTHOR, DATE, TYPE, NAME = w("val"), w("id"), w("author"), w("date"), w("type"), w("name")
DATE_UTC = f"{{{DU_NS}}}dateUtc"
ALTERNATE, CHOICE, FALLBACK = f"{{{MC_NS}}}AlternateContent", f"{{{MC_NS}}}Choice", f"{{{MC_NS}}}Fallback"
IGNORABLE = f"{{{MC_NS}}}Ignorable"
O_MATH, O_MATH_PARA, M_T = f"{{{M_NS}}}oMath", f"{{{M_NS}}}oMathPara", f"{{{M_NS}}}t"
M_R, M_CTRL_PR = f"{{{M_NS}}}r", f"{{{M_NS}}}ctrlPr"

REMOVED = frozenset((DEL, MOVE_FROM))
ADDED = frozenset((INS, MOVE_TO))
RUN_CHANGES = REMOVED | ADDED

Element = etree._Element


def child(node: Element | None, name: str) -> Element | None:
    """The first child called ``name`` (full name): what ``find`` gives, in a fifth of its time."""
    if node is not None:
        for found in node:
            if found.tag == name:
                return found
    return None


def child_val(node: Element | None, name: str) -> str | None:
    """``w:val`` of the child called ``name`` (full name); None when there is no such child or value."""
    if node is not None:
        for found in node:
            if found.tag == name:
                return found.get(VAL)
    return None


def is_on(node: Element | None) -> bool | None:
    """A switch such as ``w:b``: None when absent, else whether it is on."""
    return None if node is None else node.get(VAL) not in ("0", "false", "off")
