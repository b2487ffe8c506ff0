#!/bin/sh
# Make dist/lexdesk, a folder that runs on other Linux machines of the same processor family and of the same
# or a newer C library, without Python and without this checkout. Models stay outside. Beside it come an archive
# of it, what is in it (SBOM) and their checksums.
#   sh packaging/bundle.sh          for release
#   sh packaging/bundle.sh --deb    also a package for Debian and Ubuntu
#   sh packaging/bundle.sh --here   build/here/lexdesk alone, to try: with llama.cpp as it was built for this
#                                   machine's processor, which saves building it a second time
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/packaging/setup.sh"
cd -- "$root"

kind=portable deb=no dist=dist
case "${1:-}" in
  --here) kind=here dist=build/here ;;
  --deb) deb=yes ;;
  "") ;;
  *) stop "Unknown option $1. Use: sh packaging/bundle.sh [--deb | --here]" ;;
esac

# An environment of its own: in .venv are the tests, and llama.cpp for the processor of this machine alone.
venv=$root/build/bundle-env
[ "$kind" = portable ] || venv=$root/build/here-env
python=$venv/bin/python
mkdir -p -- "$root/build/$kind"

make_venv
qt_libraries
need_command objdump binutils
install_group build

entry_of() { awk -v name="$1" '/^[A-Za-z0-9]/ { keep = ($0 ~ "^" name "==") } keep' "$2"; }
without() { awk -v name="$1" '/^[A-Za-z0-9]/ { keep = ($0 !~ "^" name "==") } keep' "$2"; }

lock=$locks/bundle.txt
entry_of llama-cpp-python "$lock" >"build/$kind/llama.txt"
without llama-cpp-python "$lock" >"build/$kind/rest.txt"
wanted=$(sum_of "build/$kind/llama.txt")
if [ "$kind" = portable ] && [ "$(cat -- build/portable/made-from 2>/dev/null)" != "$wanted" ]; then
  need_compiler
  rm -f -- build/portable/*.whl
  say "Building llama-cpp-python for other machines too (7 to 20 minutes, once; kept in build/portable) ..."
  CMAKE_ARGS="$llama_options -DGGML_NATIVE=OFF" PATH="$venv/bin:$PATH" \
    with_heartbeat build/portable/build.log "building llama-cpp-python" \
    "$python" -m pip wheel -v --no-cache-dir --no-deps --no-build-isolation --require-hashes \
    -r build/portable/llama.txt -w build/portable
  printf '%s\n' "$wanted" >build/portable/made-from
fi

if ! is_done bundle; then
  with_heartbeat build/install-bundle.log "installing the bundle packages" \
    "$python" -m pip install --require-hashes --no-build-isolation -r "build/$kind/rest.txt"
  if [ "$kind" = portable ]; then
    with_heartbeat build/install-llama.log "installing llama-cpp-python" \
      "$python" -m pip install --no-deps --force-reinstall build/portable/*.whl
  else # pip kept the one of .venv
    need_compiler
    CMAKE_ARGS="$llama_options" PATH="$venv/bin:$PATH" \
      with_heartbeat build/install-llama.log "installing llama-cpp-python" \
      "$python" -m pip install -v --no-deps --no-build-isolation --require-hashes -r build/here/llama.txt
  fi
  mark_done bundle
fi
install_checkout

# The same sources and locks give the same names, dates and order of files.
version=$("$python" -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
name=lexdesk-$version-$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || date -r pyproject.toml +%s)
export SOURCE_DATE_EPOCH PYTHONHASHSEED=0

"$python" packaging/licences.py "$lock" build/licences
"$python" packaging/sbom.py "$locks/local.txt" build/sbom.cdx.json
with_heartbeat build/pyinstaller.log "putting the bundle together" \
  "$python" -m PyInstaller --noconfirm --clean --distpath "$dist" --workpath "build/$kind/work" packaging/lexdesk.spec
(cd "$dist/lexdesk" && find . -type f ! -name SHA256SUMS -print0 | LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS)
say "$dist/lexdesk: $(du -sm "$dist/lexdesk" | cut -f1) MB. Start it with $dist/lexdesk/lexdesk"
[ "$kind" = portable ] || exit 0

with_heartbeat build/archive.log "packing the bundle" \
  sh -c 'tar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 --numeric-owner -C dist -cf - lexdesk |
    gzip -n >"dist/$1.tar.gz"' pack "$name"
cp -- build/sbom.cdx.json "dist/$name.cdx.json"
rm -f -- dist/*.deb
[ "$deb" = no ] || with_heartbeat build/deb.log "making the Debian package" sh packaging/deb.sh "$version"
(cd dist && for made in "$name.tar.gz" "$name.cdx.json" *.deb; do
  [ ! -f "$made" ] || sha256sum "$made"
done >"$name.sha256")
say "In dist, with their checksums in $name.sha256:"
(cd dist && cut -d' ' -f3 "$name.sha256" | xargs du -m --)
