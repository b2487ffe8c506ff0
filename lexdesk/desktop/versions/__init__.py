"""The versions: the tree as a picture, its twin as a list, and what can be done with a version."""
