"""The card of the current change: why, what accepting would break, warnings, and everything behind it."""
