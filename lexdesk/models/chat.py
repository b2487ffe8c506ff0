"""Turn messages into the tokens of a prompt, so that text stays text.

A chat template marks who speaks with special tokens (``<|im_start|>`` and the like). llama-cpp-python
renders the messages into the template and then reads special tokens anywhere in the result: a document
that holds such a marker could speak with the voice of the system. Here the template is rendered around
placeholders, only its own words may become special tokens, and message text never does (promise P11).
"""

import re
from collections.abc import Callable, Sequence
from typing import Any

# Private-use characters: no template trims or escapes them.
_PLACE = re.compile("\ue0f0([0-9]+)\ue0f1")

Render = Callable[[list[dict[str, str]]], str]
Tokenize = Callable[[str, bool], list[int]]


class TemplateDoesNotFit(Exception):
    """The model's chat template cannot carry these messages."""


def prompt_tokens(messages: Sequence[dict[str, str]], render: Render, tokenize: Tokenize) -> list[int]:
    """Tokens of the whole prompt. ``messages`` hold ``role`` and ``text``.

    ``render`` gets ``role``/``content`` messages and returns the template's text, with the mark that lets
    the model answer; ``tokenize(text, special)`` reads special tokens only if told. Templates that know
    no system role, or want speakers to alternate, get the system text before the first user message.
    """
    try:
        pieces = _pieces(messages, render)
    except TemplateDoesNotFit:
        pieces = _pieces(_folded(messages), render)
    tokens: list[int] = []
    for text, special in pieces:
        if text:
            tokens += tokenize(text, special)
    return tokens


def _pieces(messages: Sequence[dict[str, str]], render: Render) -> list[tuple[str, bool]]:
    places = [
        {"role": message["role"], "content": f"\ue0f0{number}\ue0f1"}
        for number, message in enumerate(messages)
    ]
    try:
        rendered = render(places)
    except Exception as error:  # the template is a program out of the model file: it may raise anything
        raise TemplateDoesNotFit(str(error)) from error
    parts = _PLACE.split(rendered)
    if [int(number) for number in parts[1::2]] != list(range(len(messages))):
        raise TemplateDoesNotFit("the template leaves out a message")
    return [
        (messages[int(part)]["text"], False) if index % 2 else (part, True)
        for index, part in enumerate(parts)
    ]


def _folded(messages: Sequence[dict[str, str]]) -> list[dict[str, str]]:
    """System text joined to the next user message, neighbours of one role joined."""
    folded: list[dict[str, str]] = []
    for message in messages:
        role = "user" if message["role"] == "system" else message["role"]
        if folded and folded[-1]["role"] == role:
            folded[-1] = {"role": role, "text": f"{folded[-1]['text']}\n\n{message['text']}"}
        else:
            folded.append({"role": role, "text": message["text"]})
    return folded


def template_renderer(llama: Any) -> Render | None:
    """The renderer of the chat template inside the loaded model; None if it has none."""
    from llama_cpp.llama_chat_format import Jinja2ChatFormatter

    template = llama.metadata.get("tokenizer.chat_template")
    if not template:
        return None

    def token_text(token: int) -> str:
        return str(llama._model.token_get_text(token)) if token != -1 else ""

    formatter: Any = Jinja2ChatFormatter(
        template=template, eos_token=token_text(llama.token_eos()), bos_token=token_text(llama.token_bos())
    )
    # Models that can think aloud first are asked to answer at once: their thoughts are no answer.
    return lambda messages: str(formatter(messages=messages, enable_thinking=False).prompt)
