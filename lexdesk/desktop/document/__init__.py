"""The document pane: the contract as redline, its margin, its review bar and its find bar."""
