#!/bin/sh
# Set LexDesk up and do its main job on the sample matter, with the starter model on this machine.
#   sh packaging/demo.sh              in the window when there is a display, else without
#   sh packaging/demo.sh --headless   without a window; the paths of what was made are printed at the end
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/setup.sh"

case "${1:-}" in
  --headless) headless=yes && shift ;;
  "") headless=no ;;
  -*) stop "Unknown option $1. Use: sh packaging/demo.sh [--headless]" ;;
esac
if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
  headless=yes
fi

setup base local
cd -- "$root"
say "Looking for the starter model (1.1 GB, fetched once into your cache) ..."
"$venv/bin/lexdesk" model get starter
if [ "$headless" = yes ]; then
  exec "$venv/bin/lexdesk" demo --headless "$@"
fi
exec "$venv/bin/lexdesk" demo "$@"
