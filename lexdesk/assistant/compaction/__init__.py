"""What of a chat its model has in view, and how the view is made smaller without losing anything (P4, P5)."""
