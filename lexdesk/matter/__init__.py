"""The matter file: driver, schema, migrations, stores, audit chain, lock."""
