"""Text without meaning: spans, normalisation, sentences, word differences. No I/O."""
