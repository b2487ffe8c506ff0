"""How much a run may use. A run that comes to its end says which of the three ended it."""

import time
from dataclasses import dataclass

from lexdesk.errors import LexDeskError


class BudgetSpent(LexDeskError):
    """The run came to the end of its budget. What it found and staged is kept."""

    code = "budget_spent"


@dataclass(frozen=True)
class Budget:
    """``steps``: turns of the model. ``tokens``: read and written together, over all turns. ``seconds`` from
    the start of the run; looked at before each turn."""

    steps: int = 60
    tokens: int = 600_000
    seconds: float = 1800.0


class Spending:
    """What one run has used of its budget."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._began = time.monotonic()
        self.steps = 0
        self.tokens = 0

    def next_step(self) -> None:
        """Count a turn that is about to begin. Raises ``BudgetSpent``."""
        seconds = time.monotonic() - self._began
        spent = ""
        if self.steps >= self._budget.steps:
            spent = f"{self.steps} steps"
        elif self.tokens >= self._budget.tokens:
            spent = f"{self.tokens:,} tokens"
        elif seconds >= self._budget.seconds:
            spent = f"{seconds:,.0f} seconds"
        if spent:
            raise BudgetSpent(
                f"The run ended because its budget is spent: {spent}. What it found and staged is kept.",
                "Say “go on” to continue from here.",
            )
        self.steps += 1
