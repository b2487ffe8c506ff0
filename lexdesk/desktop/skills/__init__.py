"""Skills: read, trusted by their hash, removed."""
