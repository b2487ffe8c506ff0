"""Full dates in running text, English and Chinese, as ISO."""

import re

MONTHS = "january|february|march|april|may|june|july|august|september|october|november|december"
DATE = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?: day of)? (?P<m1>{MONTHS}),? (?P<y1>\d{{4}})"
    rf"|(?P<m2>{MONTHS}) (?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,? (?P<y2>\d{{4}})"
    r"|(?P<y3>\d{4})-(?P<m3>\d{2})-(?P<d3>\d{2})"
    r"|(?P<y4>\d{4})年(?P<m4>\d{1,2})月(?P<d4>\d{1,2})日)",
    re.IGNORECASE,
)


def first_date(text: str) -> str:
    """The first full date in ``text`` as ISO, "" if there is none."""
    found = DATE.search(text)
    return iso_of(found) if found else ""


def iso_of(found: re.Match[str]) -> str:
    """The ISO form of a match of ``DATE``; "" when there is no such day."""
    groups = found.groupdict()
    for n in "1234":
        if groups[f"y{n}"]:
            month = groups[f"m{n}"].lower()
            months = MONTHS.split("|")
            number = months.index(month) + 1 if month in months else int(month)
            return iso_date(int(groups[f"y{n}"]), number, int(groups[f"d{n}"]))
    return ""


def iso_date(year: int, month: int, day: int) -> str:
    """ISO date, "" when there is no such day."""
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return ""
    return f"{year:04}-{month:02}-{day:02}"
