"""Playbooks: rules read from the playbook document, each position a passage of it, and reviews by them."""
