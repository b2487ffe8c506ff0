"""How much memory a model may still take on this machine."""

import sys
from pathlib import Path

import psutil

from lexdesk.models.completion import NotEnoughMemory
from lexdesk.models.gguf import ModelFile

DEFAULT_CONTEXT = 8192
_SMALLEST_CONTEXT = 2048
_CONTROL_GROUP = Path("/sys/fs/cgroup")


def free_memory() -> int:
    """Bytes a new process may take: what the system has available, or less where a limit is set on this
    process (``ulimit -v``) or on its control group (containers)."""
    free = int(psutil.virtual_memory().available)
    for limit in (_process_limit(), _control_group_limit()):
        if limit is not None:
            free = min(free, max(0, limit))
    return free


def _process_limit() -> int | None:
    if sys.platform == "win32":
        return None
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_AS)
    return None if soft == resource.RLIM_INFINITY else soft  # the worker starts with an empty account


def _control_group_limit() -> int | None:
    try:
        most = (_CONTROL_GROUP / "memory.max").read_text().strip()
        used = int((_CONTROL_GROUP / "memory.current").read_text())
    except (OSError, ValueError):
        return None
    return int(most) - used if most.isdigit() else None


def fitting_context(name: str, file: ModelFile, wanted: int | None, free: int) -> int:
    """The context length to load with: ``wanted`` if given, else 8192, never over what the model was
    trained for; without a wish it is halved down to 2048 until the model fits. ``NotEnoughMemory`` if
    it does not."""
    context = wanted or DEFAULT_CONTEXT
    if file.context_length:
        context = min(context, file.context_length)
    while file.memory(context) > free:
        if wanted or context // 2 < _SMALLEST_CONTEXT:
            raise NotEnoughMemory(name, file.memory(context), free)
        context //= 2
    return context
