"""The fixed parts of the sample Word files: styles, numbering, notes, header, footer, properties."""

from xml.sax.saxutils import escape

HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
SPACES = (
    f'xmlns:w="{MAIN}" xmlns:r="{OFFICE}/relationships" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" '
    'xmlns:w16du="http://schemas.microsoft.com/office/word/2023/wordml/word16du" mc:Ignorable="w16du"'
)
WORD_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"

# Lists beside the clause numbering: style, and the abstract list of which each use starts an instance.
SIDE_LISTS = {"da": ("DefinitionPart", 2), "party": ("Party", 3), "recital": ("Recital", 4)}

_PARTS = ("styles", "numbering", "footnotes", "settings")
CONTENT_TYPES = (
    f'{HEAD}<Types xmlns="{PACKAGE}/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    f'<Override PartName="/word/document.xml" ContentType="{WORD_TYPE}.document.main+xml"/>'
    + "".join(f'<Override PartName="/word/{p}.xml" ContentType="{WORD_TYPE}.{p}+xml"/>' for p in _PARTS)
    + "".join(
        f'<Override PartName="/word/{p}1.xml" ContentType="{WORD_TYPE}.{p}+xml"/>'
        for p in ("header", "footer")
    )
    + '<Override PartName="/docProps/core.xml" '
    'ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>'
    '<Override PartName="/docProps/app.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/></Types>'
)
PACKAGE_RELS = (
    f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{OFFICE}/relationships/officeDocument" Target="word/document.xml"/>'
    f'<Relationship Id="rId2" Type="{PACKAGE}/relationships/metadata/core-properties" '
    'Target="docProps/core.xml"/>'
    f'<Relationship Id="rId3" Type="{OFFICE}/relationships/extended-properties" Target="docProps/app.xml"/>'
    "</Relationships>"
)
DOCUMENT_RELS = (
    f'{HEAD}<Relationships xmlns="{PACKAGE}/relationships">'
    + "".join(
        f'<Relationship Id="rId{n}" Type="{OFFICE}/relationships/{p}" Target="{p}.xml"/>'
        for n, p in enumerate(_PARTS, 1)
    )
    + f'<Relationship Id="rId8" Type="{OFFICE}/relationships/header" Target="header1.xml"/>'
    f'<Relationship Id="rId9" Type="{OFFICE}/relationships/footer" Target="footer1.xml"/></Relationships>'
)
SETTINGS = (
    f'{HEAD}<w:settings {SPACES}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/>'
    '<w:characterSpacingControl w:val="doNotCompress"/><w:footnotePr><w:footnote w:id="-1"/>'
    '<w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting w:name="compatibilityMode" '
    'w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>'
    '<w:themeFontLang w:val="en-GB"/><w:decimalSymbol w:val="."/><w:listSeparator w:val=","/></w:settings>'
)
APP = (
    f'{HEAD}<Properties xmlns="{OFFICE}/extended-properties"><Application>LexDesk sample</Application>'
    "<Company>Kilnbrook Ltd</Company></Properties>"
)


def _field(code: str, shown: str) -> str:
    return (
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">'
        f' {code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>'
        f"<w:r><w:t>{shown}</w:t></w:r>"
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


FOOTER = (
    f'{HEAD}<w:ftr {SPACES}><w:p><w:pPr><w:pStyle w:val="Footer"/></w:pPr>'
    '<w:r><w:t xml:space="preserve">Page </w:t></w:r>'
    + _field("PAGE", "2")
    + '<w:r><w:t xml:space="preserve"> of </w:t></w:r>'
    + _field("NUMPAGES", "28")
    + "</w:p></w:ftr>"
)


def header(text: str) -> str:
    """The running header (escaped text)."""
    return (
        f'{HEAD}<w:hdr {SPACES}><w:p><w:pPr><w:pStyle w:val="Header"/></w:pPr>'
        f"<w:r><w:t>{text}</w:t></w:r></w:p></w:hdr>"
    )


def document(body: str, text_width: int) -> str:
    """The main part: ``body`` in one A4 section whose text is ``text_width`` twips wide."""
    margin = (11906 - text_width) // 2
    return (
        f"{HEAD}<w:document {SPACES}><w:body>{body}<w:sectPr>"
        '<w:headerReference w:type="default" r:id="rId8"/>'
        '<w:footerReference w:type="default" r:id="rId9"/><w:pgSz w:w="11906" w:h="16838"/>'
        f'<w:pgMar w:top="1560" w:right="{margin}" w:bottom="1440" w:left="{margin}" w:header="720" '
        'w:footer="650" w:gutter="0"/><w:titlePg/></w:sectPr></w:body></w:document>'
    )


def core(title: str, date: str) -> str:
    """The document's properties, with a fixed date."""
    return (
        f'{HEAD}<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" '
        'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" '
        'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"<dc:title>{title}</dc:title><dc:creator>Kilnbrook Legal</dc:creator>"
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{date}T09:00:00Z</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{date}T09:00:00Z</dcterms:modified></cp:coreProperties>'
    )


def footnotes(texts: list[str]) -> str:
    """The notes part: the two separators, then the notes numbered from 1."""
    separators = "".join(
        f'<w:footnote w:type="{kind}" w:id="{n}"><w:p><w:r><w:{kind}/></w:r></w:p></w:footnote>'
        for n, kind in ((-1, "separator"), (0, "continuationSeparator"))
    )
    notes = "".join(
        f'<w:footnote w:id="{n}"><w:p><w:pPr><w:pStyle w:val="FootnoteText"/></w:pPr><w:r><w:rPr>'
        '<w:rStyle w:val="FootnoteReference"/></w:rPr><w:footnoteRef/></w:r>'
        f'<w:r><w:t xml:space="preserve"> {escape(text)}</w:t></w:r></w:p></w:footnote>'
        for n, text in enumerate(texts, 1)
    )
    return f"{HEAD}<w:footnotes {SPACES}>{separators}{notes}</w:footnotes>"


def _level(n: int, form: str, text: str, style: str, left: int, hanging: int, bold: bool = False) -> str:
    pstyle = f'<w:pStyle w:val="{style}"/>' if style else ""
    weight = "<w:b/>" if bold else '<w:b w:val="0"/>'
    return (
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{pstyle}'
        f'<w:lvlText w:val="{text}"/>'
        f'<w:lvlJc w:val="left"/><w:pPr><w:tabs><w:tab w:val="num" w:pos="{left}"/></w:tabs>'
        f'<w:ind w:left="{left}" w:hanging="{hanging}"/></w:pPr><w:rPr>{weight}</w:rPr></w:lvl>'
    )


def numbering(instances: list[int]) -> str:
    """Clause numbering (list 1), schedule numbering (list 2), and one restarted list per instance."""
    clause = (
        _level(0, "decimal", "%1", "ClauseHeading", 720, 720, bold=True)
        + _level(1, "decimal", "%1.%2", "Clause2", 720, 720)
        + _level(2, "lowerLetter", "(%3)", "Clause3", 1287, 567)
        + _level(3, "lowerRoman", "(%4)", "Clause4", 1854, 567)
    )
    schedule = (
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="ScheduleHeading"/>'
        '<w:suff w:val="space"/><w:lvlText w:val="Schedule %1"/><w:lvlJc w:val="left"/></w:lvl>'
        + _level(1, "decimal", "%2.", "SchedulePara", 720, 720)
        + _level(2, "lowerLetter", "(%3)", "ScheduleSub", 1287, 567)
    )
    sides = {
        2: _level(0, "lowerLetter", "(%1)", "", 1287, 567),
        3: _level(0, "decimal", "(%1)", "", 720, 720),
        4: _level(0, "upperLetter", "(%1)", "", 720, 720),
    }
    abstracts = "".join(
        f'<w:abstractNum w:abstractNumId="{n}"><w:nsid w:val="4C1A00{n:02}"/>'
        f'<w:multiLevelType w:val="multilevel"/>{levels}</w:abstractNum>'
        for n, levels in {0: clause, 1: schedule, **sides}.items()
    )
    nums = "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="{a}"/>'
        + ('<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>' if n > 2 else "")
        + "</w:num>"
        for n, a in enumerate([0, 1, *instances], 1)
    )
    return f"{HEAD}<w:numbering {SPACES}>{abstracts}{nums}</w:numbering>"


def _style(
    name: str, based: str = "Normal", para: str = "", run: str = "", following: str = "", shown: str = ""
) -> str:
    after = f'<w:next w:val="{following}"/>' if following else ""
    base = f'<w:basedOn w:val="{based}"/>' if based else ""
    return (
        f'<w:style w:type="paragraph" w:styleId="{name}"><w:name w:val="{shown or name}"/>{base}{after}'
        f"<w:qFormat/>"
        f"<w:pPr>{para}</w:pPr><w:rPr>{run}</w:rPr></w:style>"
    )


def _numbered(num: int, level: int) -> str:
    return f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{num}"/></w:numPr>'


def _table_style(name: str, shown: str, borders: bool) -> str:
    sides = ("top", "left", "bottom", "right", "insideH", "insideV")
    lines = "".join(f'<w:{s} w:val="single" w:sz="4" w:space="0" w:color="8A8F98"/>' for s in sides)
    head = (
        '<w:tblStylePr w:type="firstRow"><w:tcPr>'
        '<w:shd w:val="clear" w:color="auto" w:fill="E9EDF2"/></w:tcPr>'
        "</w:tblStylePr>"
    )
    return (
        f'<w:style w:type="table" w:styleId="{name}"><w:name w:val="{shown}"/><w:tblPr>'
        + (f"<w:tblBorders>{lines}</w:tblBorders>" if borders else "")
        + '<w:tblCellMar><w:top w:w="40" w:type="dxa"/><w:left w:w="100" w:type="dxa"/><w:bottom w:w="40" '
        'w:type="dxa"/><w:right w:w="100" w:type="dxa"/></w:tblCellMar></w:tblPr>'
        + (head if borders else "")
        + "</w:style>"
    )


def styles() -> str:
    """All styles; the clause styles carry the automatic numbering."""
    keep = "<w:keepNext/>"
    justify = '<w:jc w:val="both"/>'
    centre = '<w:jc w:val="center"/>'
    big = '<w:b/><w:sz w:val="24"/>'
    outline = '<w:outlineLvl w:val="0"/>'
    items = [
        '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" '
        'w:cs="Times New Roman" w:eastAsia="Times New Roman"/><w:sz w:val="23"/><w:szCs w:val="23"/>'
        '<w:lang w:val="en-GB"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="170" '
        'w:line="312" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>',
        '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/>'
        "<w:qFormat/></w:style>",
        '<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont">'
        '<w:name w:val="Default Paragraph Font"/></w:style>',
        '<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/>'
        '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>',
        _style("BodyText", para=justify, shown="Body Text"),
        _style(
            "Title",
            para=f'<w:spacing w:before="2600" w:after="240"/>{centre}',
            run='<w:b/><w:sz w:val="48"/>',
        ),
        _style("Subtitle", para=f'<w:spacing w:after="1300"/>{centre}', run='<w:i/><w:sz w:val="26"/>'),
        _style("Centered", para=f'<w:spacing w:after="240"/>{centre}'),
        _style("Caption", para=f'{keep}<w:spacing w:before="240"/>', run="<w:b/>", shown="caption"),
        _style("Heading1", run=big, para=outline, shown="heading 1"),
        _style(
            "ClauseHeading",
            "Heading1",
            f'{keep}{_numbered(1, 0)}<w:spacing w:before="360"/>{outline}',
            following="Clause2",
            shown="Clause Heading",
        ),
        _style("Clause2", para=_numbered(1, 1) + justify, shown="Clause Level 2"),
        _style("Clause3", para=_numbered(1, 2) + justify, shown="Clause Level 3"),
        _style("Clause4", para=_numbered(1, 3) + justify, shown="Clause Level 4"),
        _style(
            "ScheduleHeading",
            "Heading1",
            f'{keep}<w:pageBreakBefore/>{_numbered(2, 0)}<w:spacing w:after="300"/>{centre}{outline}',
            shown="Schedule Heading",
        ),
        _style("SchedulePara", para=_numbered(2, 1) + justify, shown="Schedule Paragraph"),
        _style("ScheduleSub", para=_numbered(2, 2) + justify, shown="Schedule Sub-paragraph"),
        _style("Definition", para=f'<w:ind w:left="720"/>{justify}'),
        _style("DefinitionPart", para=justify, shown="Definition Part"),
        _style("Party", para=justify),
        _style("Recital", para=justify),
        _style(
            "TableText", para='<w:spacing w:after="0" w:line="264" w:lineRule="auto"/>', shown="Table Text"
        ),
        _style(
            "AfterTable", para='<w:spacing w:after="60" w:line="240" w:lineRule="auto"/>', shown="After Table"
        ),
        _style(
            "TOC1",
            para='<w:tabs><w:tab w:val="left" w:pos="1500"/></w:tabs><w:spacing w:after="90"/>',
            shown="toc 1",
        ),
        _style(
            "FootnoteText",
            para='<w:spacing w:after="40" w:line="240" w:lineRule="auto"/>',
            run='<w:sz w:val="18"/>',
            shown="footnote text",
        ),
        _style("Header", para='<w:jc w:val="right"/>', run='<w:i/><w:sz w:val="18"/>', shown="header"),
        _style("Footer", para=centre, run='<w:sz w:val="18"/>', shown="footer"),
        _table_style("AgreementTable", "Agreement Table", borders=True),
        _table_style("SignatureTable", "Signature Table", borders=False),
    ]
    return f"{HEAD}<w:styles {SPACES}>{''.join(items)}</w:styles>"
