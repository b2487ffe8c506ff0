"""Language models: local worker process, remote client, catalogue, keys."""
