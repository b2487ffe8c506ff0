"""The command line, twin of the window."""
