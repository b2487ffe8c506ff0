"""Write small but real GGUF models whose answers are known, for tests without a download.

A model made here is a llama of zeros: attention and feed-forward add nothing, so the next token depends on
the last one alone, by a table. Its tokens are the 256 bytes and two control tokens. llama.cpp loads,
evaluates, samples and constrains it like any other model.
"""

import math
import struct
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

START, END = 256, 257
WIDTH = 288  # one dimension for each token, in whole heads of 32
CHATML = (
    "{% for message in messages %}"
    "<|im_start|>{{ message.role }}\n{{ message.content }}<|im_end|>\n"
    "{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
_UINT32, _FLOAT32, _STRING, _ARRAY, _INT32, _BOOL = 4, 6, 8, 9, 5, 7
_F32, _F16 = 0, 1


def saying(text: str) -> dict[int, int]:
    """The table of a model that answers this text and ends. No byte of it may occur twice."""
    spoken = text.encode()
    assert len(set(spoken)) == len(spoken), "each byte is followed by one other only"
    assert b"\n" not in spoken, "a newline ends the prompt"
    return {ord("\n"): spoken[0], **dict(pairwise(spoken)), spoken[-1]: END}


def endless() -> dict[int, int]:
    """The table of a model that says the alphabet for ever."""
    letters = bytes(range(ord("a"), ord("z") + 1))
    return {ord("\n"): letters[0], **dict(pairwise(letters)), letters[-1]: letters[0]}


def write_model(
    path: Path,
    follows: Mapping[int, int],
    *,
    layers: int = 1,
    inner: int = 32,
    context: int = 8192,
    template: str = CHATML,
    name: str = "Tiny",
    architecture: str = "llama",
) -> Path:
    """Write the model and return ``path``. ``follows``: token -> next token; all others are followed by a
    quotation mark, which ends strings in JSON. ``layers`` and ``inner`` only make it slower."""
    facts: dict[str, tuple[int, Any]] = {
        "general.architecture": (_STRING, architecture),
        "general.name": (_STRING, name),
        "general.license": (_STRING, "apache-2.0"),
        "general.file_type": (_UINT32, 1),
        f"{architecture}.context_length": (_UINT32, context),
        f"{architecture}.embedding_length": (_UINT32, WIDTH),
        f"{architecture}.block_count": (_UINT32, layers),
        f"{architecture}.feed_forward_length": (_UINT32, inner),
        f"{architecture}.attention.head_count": (_UINT32, WIDTH // 32),
        f"{architecture}.attention.head_count_kv": (_UINT32, WIDTH // 32),
        f"{architecture}.attention.layer_norm_rms_epsilon": (_FLOAT32, 1e-5),
        f"{architecture}.rope.dimension_count": (_UINT32, 32),
        "tokenizer.ggml.model": (_STRING, "gpt2"),
        "tokenizer.ggml.pre": (_STRING, "gpt-2"),
        "tokenizer.ggml.tokens": (_ARRAY, (_STRING, [*_byte_names(), "<|im_start|>", "<|im_end|>"])),
        "tokenizer.ggml.token_type": (_ARRAY, (_INT32, [1] * 256 + [3, 3])),
        "tokenizer.ggml.merges": (_ARRAY, (_STRING, [])),
        "tokenizer.ggml.bos_token_id": (_UINT32, START),
        "tokenizer.ggml.eos_token_id": (_UINT32, END),
    }
    if template:
        facts["tokenizer.chat_template"] = (_STRING, template)
    return write_gguf(path, facts, _tensors(follows, layers, inner))


def write_gguf(path: Path, facts: Mapping[str, tuple[int, Any]], tensors: Mapping[str, "Tensor"]) -> Path:
    """Write these metadata and tensors as a GGUF file and return ``path``."""
    header = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), len(facts))
    for key, (kind, value) in facts.items():
        header += _text(key) + struct.pack("<I", kind) + _value(kind, value)
    places = []
    offset = 0
    for tensor, (shape, kind, contents) in tensors.items():
        header += _text(tensor) + struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
        header += struct.pack("<IQ", kind, offset)
        places.append((offset, contents))
        offset += _rounded(math.prod(shape) * (4 if kind == _F32 else 2))
    start = _rounded(len(header))
    with path.open("wb") as stream:
        stream.write(header)
        for place, contents in places:
            stream.seek(start + place)
            stream.write(contents)
        stream.truncate(start + offset)  # what was not written is zero, and a hole on most disks
    return path


Tensor = tuple[tuple[int, ...], int, bytes]


def _tensors(follows: Mapping[int, int], layers: int, inner: int) -> dict[str, Tensor]:
    ones = struct.pack(f"<{WIDTH}f", *[1.0] * WIDTH)
    embedding = bytearray(2 * WIDTH * 258)
    scores = bytearray(2 * WIDTH * 258)
    one, half = struct.pack("<e", 1.0), struct.pack("<e", 0.5)
    for token in range(258):
        struct.pack_into("<e", embedding, 2 * (token * WIDTH + token), 1.0)
        place = 2 * (ord('"') * WIDTH + token)
        scores[place : place + 2] = half
        if token in follows:
            place = 2 * (follows[token] * WIDTH + token)
            scores[place : place + 2] = one
    tensors: dict[str, Tensor] = {
        "token_embd.weight": ((WIDTH, 258), _F16, bytes(embedding)),
        "output_norm.weight": ((WIDTH,), _F32, ones),
        "output.weight": ((WIDTH, 258), _F16, bytes(scores)),
    }
    for layer in range(layers):
        for norm in ("attn_norm", "ffn_norm"):
            tensors[f"blk.{layer}.{norm}.weight"] = ((WIDTH,), _F32, ones)
        for square in ("attn_q", "attn_k", "attn_v", "attn_output"):
            tensors[f"blk.{layer}.{square}.weight"] = ((WIDTH, WIDTH), _F16, b"")
        tensors[f"blk.{layer}.ffn_gate.weight"] = ((WIDTH, inner), _F16, b"")
        tensors[f"blk.{layer}.ffn_up.weight"] = ((WIDTH, inner), _F16, b"")
        tensors[f"blk.{layer}.ffn_down.weight"] = ((inner, WIDTH), _F16, b"")
    return tensors


def _byte_names() -> list[str]:
    """The character that byte-level BPE writes for each byte, in byte order."""
    plain = [*range(ord("!"), ord("~") + 1), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = iter(range(0x100, 0x200))
    return [chr(byte) if byte in plain else chr(next(others)) for byte in range(256)]


def _rounded(length: int) -> int:
    return (length + 31) // 32 * 32


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _value(kind: int, value: Any) -> bytes:
    if kind == _STRING:
        return _text(value)
    if kind == _ARRAY:
        item, items = value
        return struct.pack("<IQ", item, len(items)) + b"".join(_value(item, each) for each in items)
    return struct.pack({_UINT32: "<I", _INT32: "<i", _FLOAT32: "<f", _BOOL: "<?"}[kind], value)
