"""Runs, tools, context, claims, guided drafting, and the desk that serves window and command line."""
