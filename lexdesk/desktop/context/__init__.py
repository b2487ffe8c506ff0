"""What a chat may see, and why a model saw what it saw."""
