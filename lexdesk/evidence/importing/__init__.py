"""Bringing a file into the matter: read in a process of its own, stored piece by piece, resumable."""
