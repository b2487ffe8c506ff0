"""Search of sources: by the very words, by other words for the same thing, and by meaning, in one ranking.

``question`` reads what was typed, ``gathering`` fetches sentences that may answer from the matter, ``pool``
ranks them and the stretches of text round them, ``engine`` ties the three together.
"""
