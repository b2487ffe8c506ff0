"""What each of the fourteen tools takes. A model's call is checked against these before anything is read.

Every argument is a text or a whole number, so that the same models serve a server's tool protocol and the
grammar of a local model. A default means: not said.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

DOCUMENT = Field(default=0, ge=0, description="number of the agreement; 0 = the one in hand")
Operation = Literal[
    "replace",
    "rewrite_paragraph",
    "delete_clause",
    "delete_paragraph",
    "insert_after",
    "insert_before",
    "move_after",
    "move_before",
]


class Arguments(BaseModel):
    """Unknown arguments are refused: a call that asks for more than a tool can do must not half succeed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ListSections(Arguments):
    document: int = DOCUMENT


class ReadSection(Arguments):
    section: str = Field(min_length=1, description="its label, such as 12.7(b)")
    document: int = DOCUMENT


class FindText(Arguments):
    text: str = Field(min_length=1, description="the words, exactly")
    document: int = DOCUMENT


class GetCrossReferences(Arguments):
    section: str = Field(min_length=1, description="its label, such as 12.7(b)")
    document: int = DOCUMENT


class GetDefinedTerms(Arguments):
    section: str = Field(default="", description="its label; empty = the whole agreement")
    document: int = DOCUMENT


class SearchSources(Arguments):
    query: str = Field(min_length=1, description="a few telling words")
    source: int = Field(default=0, ge=0, description="number of one source; 0 = all in reach")


class ReadSource(Arguments):
    source: int = Field(ge=1, description="number of the source")
    page: int = Field(default=0, ge=0, description="one page; 0 = the whole")


class ReadToolResult(Arguments):
    tool_use_id: str = Field(min_length=1, description="such as tr_12, or msg_7 for an earlier message")
    offset: int = Field(default=0, ge=0, description="first code point")
    length: int = Field(default=4000, ge=1, description="code points")


class ProposeEdit(Arguments):
    operation: Operation
    section: str = Field(
        default="", description="label of the clause (delete_clause, move; or where to look)"
    )
    beside: str = Field(default="", description="label of the clause to stand beside (move)")
    paragraph: str = Field(default="", description="key of the paragraph, as read_section shows it")
    old_text: str = Field(default="", description="the words to replace, exactly (replace)")
    new_text: str = Field(default="", description="the new words, or the whole new paragraph")
    explanation: str = Field(default="", description="why, in one sentence for the lawyer")
    document: int = DOCUMENT


class ListVersions(Arguments):
    document: int = DOCUMENT


class GetChangeHistory(Arguments):
    section: str = Field(default="", description="label of a clause; empty = the whole agreement")
    document: int = DOCUMENT


class Remember(Arguments):
    text: str = Field(min_length=1, description="the note, in one or two sentences")
    rests_on: str = Field(min_length=1, description="pins or results, such as [[pin_3]], tr_12")


class Recall(Arguments):
    query: str = Field(min_length=1, description="a few telling words")


class LoadSkill(Arguments):
    name: str = Field(min_length=1)
    file: str = Field(default="", description="a further file of the skill")
