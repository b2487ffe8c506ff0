#!/bin/sh
# Check everything: format, types, import contracts, tests.
#   sh packaging/test.sh [pytest arguments]         without LibreOffice and without a model
#   sh packaging/test.sh --all [pytest arguments]   also installs LibreOffice Writer, builds llama-cpp-python,
#                                                   fetches the starter model and runs the tests marked for them
#   sh packaging/test.sh --bundle                   makes the bundle and tries it, without a network
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/setup.sh"
cd -- "$root"

if [ "${1:-}" = --bundle ]; then
  shift
  setup base test
  sh packaging/bundle.sh
  "$root/dist/lexdesk/lexdesk" model get starter
  exec "$python" -m pytest -m bundle tests/test_bundle.py "$@"
fi

marks="not office and not model and not bundle"
if [ "${1:-}" = --all ]; then
  shift
  marks="not bundle"
  need_command soffice libreoffice-writer
  /usr/bin/python3 -c 'import uno' >/dev/null 2>&1 || apt_install "driving LibreOffice in tests" python3-uno
  setup base local test
  say "Looking for the starter model (1.1 GB, fetched once into your cache) ..."
  "$venv/bin/lexdesk" model get starter
else
  setup base test
fi

say "Format and style (ruff)"
"$python" -m ruff format --check . >build/format.log 2>&1 || stop "Some files are not formatted (build/format.log names them): run .venv/bin/ruff format."
"$python" -m ruff check -q .
say "Types (mypy --strict)"
"$python" -m mypy
say "Import contracts (import-linter)"
"$venv/bin/lint-imports"
say "Tests (pytest)"
exec "$python" -m pytest ${marks:+-m "$marks"} "$@"
