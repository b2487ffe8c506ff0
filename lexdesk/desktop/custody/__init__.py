"""The file of a matter in the window: its seal, its lock, its copies and what is handed over."""
