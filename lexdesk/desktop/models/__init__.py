"""The models of this computer and what is known of each."""
