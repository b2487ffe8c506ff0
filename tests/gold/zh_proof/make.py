"""Makes the small Chinese proof set: ``python -m tests.gold.zh_proof.make FOLDER``.

Two invented agreements with planted faults and traps, in the form of the English proof set. In the
texts below a fault is written ``<<kind|words>>``, a trap ``{{why|words}}``; a line that begins with
``|`` is a table row, one that begins with ``!`` is highlighted.
"""

import argparse
import json
import re
import zipfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_TYPES = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" '
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Default Extension="xml" ContentType="application/xml"/>'
    '<Override PartName="/word/document.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'
)
_RELATIONS = (
    '<?xml version="1.0" encoding="UTF-8"?>'
    "<Relationships "
    'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" '
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)

PURCHASE = """
设备采购合同
甲方（买方）：江南云帆精密制造有限公司（以下简称“甲方”）
乙方（卖方）：滨海远航自动化设备有限公司（以下简称“乙方”）
甲乙双方根据{{法律，不是本合同条款|《中华人民共和国民法典》第五百九十五条}}，经协商一致，订立本合同。
第一条 定义
1.1 “设备”指附件一所列的包装设备及其备件。
1.2 “验收报告”指双方在设备验收合格后签署的书面文件。
1.3 <<unused_term|“质保金”>>指合同总价中暂不支付的部分。
1.4 “交货地点”指甲方位于苏州的厂区。
1.5 <<double_definition|“设备”>>指乙方生产的全部产品。
第二条 合同价款
2.1 合同总价为<<number_words|人民币壹佰贰拾万元（¥1,250,000）>>，分期支付，各期金额见附件二。
2.2 预付款为人民币<<amount_mismatch|630,000元>>，甲方应当在本合同生效后{{大小写一致|三十（30）日}}内支付。
2.3 余款在{{定义的用词|验收报告}}签署后支付，具体安排适用第三条的约定。
第三条 交货
3.1 乙方应当于<<bad_date|2025年6月31日>>前将设备运至交货地点。
3.2 安装于{{星期与日期一致|2025年9月1日（星期一）}}开始。
3.3 交货迟延的，乙方按照<<wrong_ref_heading|第二条（违约责任）>>支付违约金。
3.4 <<placeholder|【●】>>日内不能交货的，甲方有权解除合同。
第四条 验收
4.1 设备运抵后，双方按照{{附件存在|附件一}}记载的标准验收，并签署验收报告。
4.2 验收不合格的，乙方应当在<<number_words|十五（10）日>>内更换。
4.3 <<party_name|滨海远行自动化设备有限公司>>承担更换的全部费用。
第五条 质量保证
5.1 质量保证期为{{大小写一致|二十四（24）个月}}，自验收报告签署之日起算。
5.2 保证期内的维修适用<<dangling_ref|第十五条>>的约定。
5.3 备件清单见<<missing_schedule|附件四>>。
第六条 违约责任
6.1 一方违约的，应当赔偿对方的损失<<unmatched_bracket|（包括可得利益损失。>>
6.2 违约金总额不超过合同总价的{{百分数一致|百分之十（10%）}}。
!<<drafting_note|【注：请业务部确认违约金上限】>>
第七条 争议解决
7.1 本合同适用中华人民共和国法律。
7.2 争议由{{法院名称，不是当事人|苏州工业园区人民法院}}管辖。
第八条 其他
8.1 本合同一式四份，双方各执两份，自双方盖章之日起生效。
（以下无正文）
附件一 设备清单
包装机两台及备件，技术标准见随机文件。
附件二 付款计划
|期次|金额
|预付款|360,000元
|余款|840,000元
|合计|1,200,000元
<<unreferenced_schedule|附件三>> 培训计划
乙方负责培训甲方的操作人员。
"""

SERVICE = """
技术服务合同
委托方：南岭数据科技有限公司（以下简称“委托方”）
受托方：清溪软件开发股份有限公司（以下简称“受托方”）
签订日期：<<bad_date|2026年2月29日>>
第一条 服务内容
1.1 受托方为委托方开发和维护仓储管理软件（以下简称“软件”）。
1.2 服务的范围、进度见{{附件存在|附件一}}，详细指标见<<missing_schedule|附件二>>。
1.3 “源代码”指软件的全部源程序及其注释。
1.4 <<unused_term|“测试环境”>>指委托方提供的服务器。
第二条 服务费
2.1 服务费为{{大小写一致|人民币伍拾万元（¥500,000）}}，在开发完成后{{大小写一致|十（10）日}}内支付。
2.2 逾期支付的，每日按未付金额的<<number_words|万分之五（0.6‰）>>支付违约金。
2.3 发票应当在付款前<<number_words|七（5）日>>开具。
第三条 知识产权
3.1 软件的著作权归委托方所有，受托方应当交付源代码。
3.2 受托方保证软件不侵犯他人权利，参照{{法律|《计算机软件保护条例》第二十四条}}。
3.3 违反本条的，按照第五条（违约责任）处理。
第四条 保密
4.1 双方对因履行本合同知悉的对方秘密负有保密义务，期限为{{大小写一致|三（3）年}}。
4.2 前款义务不适用于已经公开的信息。
4.3 保密信息的返还适用<<wrong_ref_heading|第五条（合同解除）>>。
第五条 违约责任
5.1 一方违约的，应当承担责任，并适用<<ref_field_error|错误!未找到引用源。>>
5.2 <<party_name|清溪软件开发股份公司>>的责任以服务费为限。
5.3 因不可抗力不能履行的<<unmatched_bracket|“，不承担责任。>>
第六条 合同解除
6.1 一方严重违约的，对方可以按照{{存在的条款|第五条}}解除合同。
6.2 解除后第四条继续有效，但<<dangling_ref|第九条>>除外。
<<numbering|第六条>> 通知
通知应当以书面形式送达对方住所，联系人为<<placeholder|【填写姓名】>>。
第七条 法律适用
7.1 本合同适用中国法律，争议提交{{机构名称|上海国际经济贸易仲裁委员会}}仲裁。
（以下无正文）
附件一 服务范围
开发期四个月，维护期{{没有大写可比|12个月}}。
"""

_MARK = re.compile(r"<<(?P<kind>\w+)\|(?P<fault>[^<>]*)>>|\{\{(?P<why>[^|{}]*)\|(?P<trap>[^{}]*)\}\}")


def parse(marked: str) -> tuple[str, list[dict[str, Any]], list[dict[str, Any]]]:
    """The text without marks, and faults and traps with their places in it."""
    text, at = "", 0
    faults: list[dict[str, Any]] = []
    traps: list[dict[str, Any]] = []
    for m in _MARK.finditer(marked):
        text += marked[at : m.start()]
        words = m["fault"] if m["kind"] else m["trap"]
        place = {"start": len(text), "end": len(text) + len(words), "text": words}
        if m["kind"]:
            faults.append({"kind": m["kind"], **place})
        else:
            traps.append({"why": m["why"], **place})
        text += words
        at = m.end()
    return text + marked[at:], faults, traps


def _paragraph(text: str, highlighted: bool) -> str:
    look = '<w:rPr><w:highlight w:val="yellow"/></w:rPr>' if highlighted else ""
    return f'<w:p><w:r>{look}<w:t xml:space="preserve">{escape(text)}</w:t></w:r></w:p>'


def write(name: str, marked: str, folder: Path) -> None:
    """``NAME.docx`` and ``NAME.json``, the same bytes every time."""
    body = ""
    index = 0
    faults: list[dict[str, Any]] = []
    traps: list[dict[str, Any]] = []
    table = False
    for line in marked.strip().split("\n"):
        if (line[:1] == "|") != table:
            table = not table
            body += "<w:tbl><w:tblPr/><w:tblGrid/>" if table else "</w:tbl>"
        cells = line[1:].split("|") if table else [line.removeprefix("!")]
        for number, cell in enumerate(cells):
            text, new_faults, new_traps = parse(cell)
            for place in (*new_faults, *new_traps):
                place["paragraph_index"] = index
            faults += [{"id": f"{name}-{len(faults) + n}", **f} for n, f in enumerate(new_faults, 1)]
            traps += new_traps
            paragraph = _paragraph(text, line[:1] == "!")
            if table:
                row = "<w:tr>" if number == 0 else ""
                body += f"{row}<w:tc><w:tcPr/>{paragraph}</w:tc>"
            else:
                body += paragraph
            index += 1
        body += "</w:tr>" if table else ""
    body += "</w:tbl>" if table else ""
    xml = f'<w:document xmlns:w="{_W}"><w:body>{body}</w:body></w:document>'
    with zipfile.ZipFile(folder / f"{name}.docx", "w", zipfile.ZIP_DEFLATED) as archive:
        for part, content in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATIONS),
            ("word/document.xml", xml),
        ):
            archive.writestr(zipfile.ZipInfo(part, (2025, 1, 1, 0, 0, 0)), content)
    gold = {"file": f"{name}.docx", "faults": faults, "traps": traps}
    (folder / f"{name}.json").write_text(
        json.dumps(gold, ensure_ascii=False, indent=1) + "\n", encoding="utf-8"
    )


def make(folder: Path) -> None:
    """Write the set into ``folder``, which must exist."""
    write("purchase_zh_typed", PURCHASE, folder)
    write("service_zh_typed", SERVICE, folder)


def main() -> int:
    """Write the set where the caller says."""
    parser = argparse.ArgumentParser(prog="python -m tests.gold.zh_proof.make")
    parser.add_argument("folder", type=Path)
    make(parser.parse_args().folder)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
