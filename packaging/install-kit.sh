#!/bin/sh
# Install LexDesk from this folder: sh install.sh [FOLDER], default LexDesk in your home. Needs no network and
# no rights of an administrator. Nothing is written elsewhere; to remove it, remove the folder.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
to=${1:-${HOME:?}/LexDesk}

echo "Checking the files of the kit (a minute) ..."
(cd -- "$here" && sha256sum --quiet -c SHA256SUMS) || {
  echo "A file of the kit is not as it was made. Copy the kit again; nothing was installed." >&2
  exit 1
}
if [ -e "$to" ]; then
  echo "There is something at $to already. Move it away or name another folder: sh install.sh FOLDER" >&2
  exit 1
fi
mkdir -p -- "$to"
to=$(CDPATH='' cd -- "$to" && pwd)
for archive in "$here"/lexdesk-*.tar.gz "$here/tesseract.tar.gz"; do
  tar -C "$to" -xzf "$archive"
done
cp -R -- "$here/models" "$to/models"
cp -- "$here/GUIDE.txt" "$to/"
cat >"$to/start" <<'SH'
#!/bin/sh
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
export LEXDESK_MODELS="${LEXDESK_MODELS:-$here/models}" LEXDESK_TESSERACT="${LEXDESK_TESSERACT:-$here/tesseract/tesseract}"
exec "$here/lexdesk/lexdesk" "$@"
SH
chmod +x "$to/start"
echo "LexDesk is in $to. Start it with $to/start"
