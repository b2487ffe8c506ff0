"""The free agent: a loop in which a capable model calls tools until it answers."""
