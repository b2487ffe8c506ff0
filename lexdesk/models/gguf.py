"""Check a GGUF model file without loading it, and read what its header says.

The file is only read, never executed: a few kilobytes to megabytes of header, however large the model.
Layout after the GGUF specification (ggml project, versions 2 and 3): magic, version, counts, metadata
pairs, tensor descriptions, padding, tensor contents.
"""

import math
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from lexdesk.errors import LexDeskError

_MAGIC = b"GGUF"
_SCALARS = {
    0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d",
}  # fmt: skip
_STRING, _ARRAY = 8, 9
_MAX_PAIRS = 100_000
_MAX_TENSORS = 1_000_000
_MAX_STRING = 64 << 20
_MAX_ARRAY = 16 << 20

# ggml tensor type -> (values in a block, bytes of a block); ggml-common.h. Types that are not listed are
# newer than this table: their size is then not checked.
_TENSOR_TYPES = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 9: (32, 36),
    10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 15: (256, 292),
    16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18), 21: (256, 110), 22: (256, 82),
    23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8), 28: (1, 8), 29: (256, 56), 30: (1, 2),
    34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip

# llama.cpp's llama_ftype: the names people know from download pages.
_QUANTISATIONS = {
    0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S",
    12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K",
    19: "IQ2_XXS", 20: "IQ2_XS", 21: "Q2_K_S", 22: "IQ3_XS", 23: "IQ3_XXS", 24: "IQ1_S", 25: "IQ4_NL",
    26: "IQ3_S", 27: "IQ3_M", 28: "IQ2_S", 29: "IQ2_M", 30: "IQ4_XS", 31: "IQ1_M", 32: "BF16", 36: "TQ1_0",
    37: "TQ2_0", 38: "MXFP4",
}  # fmt: skip

# Architectures of llama.cpp that only give vectors; others (qwen3-embedding is one) say how the vectors of
# their tokens become one: mean, first or last (llama_pooling_type; 4 is for ranking and gives none).
_EMBEDDING = frozenset(
    ("bert", "nomic-bert", "nomic-bert-moe", "jina-bert-v2", "jina-bert-v3", "modern-bert", "neo-bert",
     "eurobert", "gemma-embedding", "llama-embed")
)  # fmt: skip
_POOLED = frozenset((1, 2, 3))

_GET_AGAIN = "Get the file again, or choose another one."


class ModelFileProblem(LexDeskError):
    """The file is not a model LexDesk can load; the message says why."""

    code = "model_file"


class _CutShort(Exception):
    """The header ends before it is complete."""


@dataclass(frozen=True)
class ModelFile:
    """What the header of a checked GGUF file says. ``size`` in bytes; 0 or "" where it says nothing."""

    path: Path
    size: int
    name: str
    architecture: str
    context_length: int  # tokens the model was trained for
    parameters: int
    quantisation: str
    chat_template: bool
    licence: str
    vocabulary: int
    layers: int
    kv_values: int  # values stored for one token, keys and values of all layers together
    embedding: bool = False  # gives vectors for search by meaning instead of writing

    def memory(self, context_length: int) -> int:
        """Estimated bytes to run with this context: weights, 16-bit key/value store, working buffers."""
        key_values = 2 * self.kv_values * context_length
        # llama.cpp reserves the scores of one batch of 512 tokens over the whole vocabulary.
        buffers = 512 * self.vocabulary * 4 + (96 << 20)
        return self.size + key_values + buffers


def read_model_file(path: Path) -> ModelFile:
    """Check that the file is a complete GGUF model and return its facts, in well under two seconds.

    Raises ``ModelFileProblem`` with a sentence of its own when the file is missing, a folder, unreadable,
    empty, a web page, no GGUF file, of an unknown version, damaged, or shorter than its header promises.
    """
    name = path.name
    try:
        if path.is_dir():
            raise ModelFileProblem(f"“{name}” is a folder.", "Choose a model file (.gguf).")
        with path.open("rb") as stream:
            size = path.stat().st_size
            _check_start(name, size, stream.read(512))
            stream.seek(0)
            try:
                return _read(path, size, stream)
            except _CutShort:
                raise ModelFileProblem(
                    f"The model file “{name}” is incomplete: it ends inside its header ({size:,} bytes).",
                    _GET_AGAIN,
                ) from None
    except FileNotFoundError:
        raise ModelFileProblem(
            f"There is no model file “{name}” at {path.parent}.", "Check the path."
        ) from None
    except PermissionError:
        raise ModelFileProblem(f"The model file “{name}” cannot be read: permission denied.") from None
    except OSError as error:
        raise ModelFileProblem(f"The model file “{name}” cannot be read: {error.strerror}.") from None


def _check_start(name: str, size: int, start: bytes) -> None:
    if size == 0:
        raise ModelFileProblem(f"The model file “{name}” is empty.", _GET_AGAIN)
    if start[:4] == _MAGIC:
        return
    text = start.lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if text.startswith((b"<!doctype", b"<html", b"<head", b"<?xml", b"<!--")):
        raise ModelFileProblem(
            f"“{name}” is a web page, not a model: the download probably ended at a sign-in page.",
            "Download the model file itself.",
        )
    if start.startswith(b"version https://git-lfs"):
        raise ModelFileProblem(
            f"“{name}” is only a Git LFS pointer to a model, not the model.",
            "Download the model file itself.",
        )
    if start[:4] == _MAGIC[: len(start)]:
        raise ModelFileProblem(f"The model file “{name}” is incomplete: it has {size} bytes.", _GET_AGAIN)
    raise ModelFileProblem(f"“{name}” is not a GGUF model file.", "Choose a model in GGUF form (.gguf).")


def _read(path: Path, size: int, stream: BinaryIO) -> ModelFile:
    name = path.name
    stream.seek(4)
    (version,) = struct.unpack("<I", _take(stream, 4))
    if version not in (2, 3):
        if version & 0xFFFF == 0:
            raise ModelFileProblem(
                f"The model file “{name}” is written for big-endian machines; this one cannot load it.",
                "Choose the usual little-endian file.",
            )
        raise ModelFileProblem(
            f"The model file “{name}” has GGUF version {version}; LexDesk reads versions 2 and 3.",
            "Choose a file in a current version.",
        )
    tensors, pairs = struct.unpack("<QQ", _take(stream, 16))
    if tensors > _MAX_TENSORS or pairs > _MAX_PAIRS:
        raise _damaged(name)
    facts: dict[str, Any] = {}
    for _ in range(pairs):
        key = _string(name, stream)
        (kind,) = struct.unpack("<I", _take(stream, 4))
        facts[key] = _value(name, stream, kind)
    parameters, contents = _tensors(name, stream, tensors)
    alignment = facts.get("general.alignment", 32)
    if not isinstance(alignment, int) or alignment < 1:
        raise _damaged(name)
    end = math.ceil(stream.tell() / alignment) * alignment + contents
    if size < end:
        raise ModelFileProblem(
            f"The model file “{name}” is incomplete: it has {size:,} of {end:,} bytes.", _GET_AGAIN
        )
    return _facts(path, size, facts, parameters)


def _tensors(name: str, stream: BinaryIO, count: int) -> tuple[int, int]:
    """Number of parameters, and length in bytes of the tensor contents as far as it is known."""
    parameters = 0
    length = 0
    for _ in range(count):
        _string(name, stream)
        (dimensions,) = struct.unpack("<I", _take(stream, 4))
        if dimensions > 8:
            raise _damaged(name)
        shape = struct.unpack(f"<{dimensions}Q", _take(stream, 8 * dimensions))
        kind, offset = struct.unpack("<IQ", _take(stream, 12))
        values = math.prod(shape)
        parameters += values
        block = _TENSOR_TYPES.get(kind)
        length = max(length, offset + (values // block[0] * block[1] if block else 0))
    return parameters, length


def _facts(path: Path, size: int, facts: dict[str, Any], parameters: int) -> ModelFile:
    architecture = str(facts.get("general.architecture", ""))

    def number(key: str, default: int = 0) -> int:
        value = facts.get(f"{architecture}.{key}", default)
        if isinstance(value, list):  # hybrid models give one value for each layer
            value = max((item for item in value if isinstance(item, int)), default=default)
        return value if isinstance(value, int) else default

    layers = number("block_count")
    heads = number("attention.head_count", 1) or 1
    kv_heads = number("attention.head_count_kv", heads)
    head_size = number("embedding_length") // heads
    key_size = number("attention.key_length", head_size)
    value_size = number("attention.value_length", head_size)
    tokens = facts.get("tokenizer.ggml.tokens", 0)
    file_type = facts.get("general.file_type")
    return ModelFile(
        path=path,
        size=size,
        name=str(facts.get("general.name", "")) or path.stem,
        architecture=architecture,
        context_length=number("context_length"),
        parameters=parameters,
        quantisation=_QUANTISATIONS.get(file_type, "") if isinstance(file_type, int) else "",
        chat_template=bool(facts.get("tokenizer.chat_template")),
        licence=str(facts.get("general.license", "")),
        vocabulary=tokens if isinstance(tokens, int) else len(tokens),
        layers=layers,
        kv_values=layers * kv_heads * (key_size + value_size),
        embedding=architecture in _EMBEDDING or number("pooling_type") in _POOLED,
    )


def _take(stream: BinaryIO, length: int) -> bytes:
    piece = stream.read(length)
    if len(piece) < length:
        raise _CutShort
    return piece


def _string(name: str, stream: BinaryIO) -> str:
    (length,) = struct.unpack("<Q", _take(stream, 8))
    if length > _MAX_STRING:
        raise _damaged(name)
    return _take(stream, length).decode("utf-8", errors="replace")


def _value(name: str, stream: BinaryIO, kind: int) -> Any:
    """A metadata value; of a long array or an array of strings only the number of its items."""
    if kind in _SCALARS:
        form = _SCALARS[kind]
        return struct.unpack(form, _take(stream, struct.calcsize(form)))[0]
    if kind == _STRING:
        return _string(name, stream)
    if kind != _ARRAY:
        raise _damaged(name)
    item, count = struct.unpack("<IQ", _take(stream, 12))
    if count > _MAX_ARRAY:
        raise _damaged(name)
    if item == _STRING:
        for _ in range(count):
            (length,) = struct.unpack("<Q", _take(stream, 8))
            if length > _MAX_STRING:
                raise _damaged(name)
            _take(stream, length)
        return count
    if item not in _SCALARS:
        raise _damaged(name)
    width = struct.calcsize(_SCALARS[item])
    raw = _take(stream, count * width)
    if count > 4096:
        return count
    return [struct.unpack_from(_SCALARS[item], raw, width * index)[0] for index in range(count)]


def _damaged(name: str) -> ModelFileProblem:
    return ModelFileProblem(f"The model file “{name}” is damaged: its header makes no sense.", _GET_AGAIN)
