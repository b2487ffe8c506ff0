"""The side column: outline and findings, the reviewing list, the versions."""
