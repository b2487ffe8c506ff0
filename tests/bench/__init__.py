"""Benchmarks: scripts that print ratios measured in one run. No test asserts on time."""
