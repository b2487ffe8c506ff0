#!/bin/sh
# Check everything: format, types, import contracts, tests.
#   sh packaging/test.sh [pytest arguments]         without LibreOffice and without a model
#   sh packaging/test.sh --all [pytest arguments]   also installs LibreOffice Writer, builds llama-cpp-python,
#                                                   fetches the starter model and runs the tests marked for them;
#                                                   then makes a bundle for this machine and tries it
#   sh packaging/test.sh --bundle                   makes the bundle for release and tries it
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/setup.sh"
cd -- "$root"

try_bundle() { # try_bundle FOLDER [pytest arguments]: as somebody gets it, without a network where that can be
  LEXDESK_BUNDLE=$1
  export LEXDESK_BUNDLE
  shift
  say "Tests of the bundle (pytest)"
  with_heartbeat build/bundle-tests.log "trying the bundle" \
    "$python" -m pytest -m bundle -rs --durations=5 tests/test_bundle.py "$@"
  cat build/bundle-tests.log
}

if [ "${1:-}" = --bundle ]; then
  shift
  setup base test
  sh packaging/bundle.sh
  "$venv/bin/lexdesk" model get starter
  try_bundle "$root/dist/lexdesk" "$@"
  exit
fi

all=no
marks="not office and not model and not bundle"
if [ "${1:-}" = --all ]; then
  shift
  all=yes
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
"$python" -m pytest -m "$marks" "$@"
if [ "$all" = yes ] && [ $# = 0 ]; then
  sh packaging/bundle.sh --here
  try_bundle "$root/build/here/lexdesk"
fi
