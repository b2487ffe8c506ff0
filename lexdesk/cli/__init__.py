"""The command line, twin of the window: the same desk, plain lines or JSON."""
