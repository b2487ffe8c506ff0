"""The evidence pane: the card of the current change above, the sources and the open source below."""
