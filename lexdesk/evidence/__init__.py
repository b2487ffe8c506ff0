"""Sources and what can be cited from them: import, passages, search, quote check, limits."""
