"""Write a small but real GGUF model of the BERT kind whose vectors are known, for tests without a download.

Its layers add nothing, so the vector of a text is the mean of its words' own, and words of one line of
``MEANINGS`` have the same. llama.cpp loads and evaluates it like any other embedding model.
"""

import struct
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.models.tiny_gguf import (
    _ARRAY,
    _BOOL,
    _F32,
    _FLOAT32,
    _INT32,
    _STRING,
    _UINT32,
    Tensor,
    write_gguf,
)

WIDTH = 32
MEANINGS = (
    "vessel ship boat",
    "scuttle sink founder",
    "captain skipper master",
    "the a an of to and is",
    "goods cargo freight",
    "rent hire",
    "barley oats",
)
_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")


def write_bert(path: Path, meanings: Sequence[str] = MEANINGS, name: str = "Tiny BERT") -> Path:
    """Write the model and return ``path``."""
    vectors: dict[str, list[float]] = {special: [0.0] * WIDTH for special in _SPECIAL}
    random = Random(7)
    vectors["[UNK]"] = [random.gauss(0, 0.05) for _ in range(WIDTH)]
    for line in meanings:
        direction = [random.gauss(0, 1) for _ in range(WIDTH)]
        vectors |= dict.fromkeys((f"\u2581{word}" for word in line.split()), direction)
    tokens = list(vectors)
    facts: dict[str, tuple[int, Any]] = {
        "general.architecture": (_STRING, "bert"),
        "general.name": (_STRING, name),
        "general.license": (_STRING, "mit"),
        "general.file_type": (_UINT32, 0),
        "bert.context_length": (_UINT32, 128),
        "bert.embedding_length": (_UINT32, WIDTH),
        "bert.block_count": (_UINT32, 1),
        "bert.feed_forward_length": (_UINT32, WIDTH),
        "bert.attention.head_count": (_UINT32, 2),
        "bert.attention.layer_norm_epsilon": (_FLOAT32, 1e-12),
        "bert.attention.causal": (_BOOL, False),
        "bert.pooling_type": (_UINT32, 1),
        "tokenizer.ggml.model": (_STRING, "bert"),
        "tokenizer.ggml.token_type_count": (_UINT32, 2),
        "tokenizer.ggml.tokens": (_ARRAY, (_STRING, tokens)),
        "tokenizer.ggml.token_type": (_ARRAY, (_INT32, [3] * len(_SPECIAL) + [1] * (len(tokens) - 5))),
        "tokenizer.ggml.bos_token_id": (_UINT32, 2),
        "tokenizer.ggml.eos_token_id": (_UINT32, 3),
        "tokenizer.ggml.padding_token_id": (_UINT32, 0),
        "tokenizer.ggml.unknown_token_id": (_UINT32, 1),
        "tokenizer.ggml.cls_token_id": (_UINT32, 2),
        "tokenizer.ggml.seperator_token_id": (_UINT32, 3),
        "tokenizer.ggml.mask_token_id": (_UINT32, 4),
    }
    return write_gguf(path, facts, _tensors(vectors))


def _tensors(vectors: dict[str, list[float]]) -> dict[str, Tensor]:
    ones, zeros = struct.pack(f"<{WIDTH}f", *[1.0] * WIDTH), b"\0" * 4 * WIDTH
    words = b"".join(struct.pack(f"<{WIDTH}f", *vector) for vector in vectors.values())
    tensors: dict[str, Tensor] = {
        "token_embd.weight": ((WIDTH, len(vectors)), _F32, words),
        "token_types.weight": ((WIDTH, 2), _F32, b""),
        "position_embd.weight": ((WIDTH, 128), _F32, b""),
        "token_embd_norm.weight": ((WIDTH,), _F32, ones),
        "token_embd_norm.bias": ((WIDTH,), _F32, zeros),
    }
    for square in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_up", "ffn_down"):
        tensors[f"blk.0.{square}.weight"] = ((WIDTH, WIDTH), _F32, b"")
        tensors[f"blk.0.{square}.bias"] = ((WIDTH,), _F32, zeros)
    for norm in ("attn_output_norm", "layer_output_norm"):
        tensors[f"blk.0.{norm}.weight"] = ((WIDTH,), _F32, ones)
        tensors[f"blk.0.{norm}.bias"] = ((WIDTH,), _F32, zeros)
    return tensors
