"""The tests of LexDesk. A real package, so that no library that ships its own ``tests`` hides it."""
