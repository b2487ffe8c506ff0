"""Legal structure of plain paragraphs: sections, references, terms, quantities. No I/O."""
