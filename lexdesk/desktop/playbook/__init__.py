"""A review against a playbook, one row for each rule."""
