#!/bin/sh
# Make dist/lexdesk_VERSION_ARCHITECTURE.deb from dist/lexdesk. Run by bundle.sh --deb, which sets
# SOURCE_DATE_EPOCH: the same bundle gives the same package.
#   sh packaging/deb.sh VERSION
#
# It holds no scripts: nothing runs at installing or removing, and removing leaves nothing. Settings and
# matters are the user's and lie in the user's home.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
cd -- "$root"
version=$1
architecture=$(dpkg --print-architecture)
tree=$root/build/deb
from=$root/packaging/linux

# The newest C library that anything in it asks for.
libc=$(find dist/lexdesk -type f \( -name '*.so*' -o -name lexdesk \) -exec objdump -T {} + 2>/dev/null |
  grep -o 'GLIBC_2[.0-9]*' | sort -uV | tail -n 1 | cut -d_ -f2)

rm -rf -- "$tree"
mkdir -p -- "$tree/DEBIAN" "$tree/opt" "$tree/usr/bin" "$tree/usr/share/applications" "$tree/usr/share/doc/lexdesk" \
  "$tree/usr/share/icons/hicolor/scalable/apps" "$tree/usr/share/mime/packages"
cp -R -- dist/lexdesk "$tree/opt/lexdesk"
ln -s ../../opt/lexdesk/lexdesk "$tree/usr/bin/lexdesk"
cp -- "$from/lexdesk.desktop" "$tree/usr/share/applications/"
cp -- "$from/lexdesk.svg" "$tree/usr/share/icons/hicolor/scalable/apps/"
cp -- "$from/lexdesk.xml" "$tree/usr/share/mime/packages/"
{
  printf 'LexDesk is licensed under the GNU Affero General Public License, version 3 or later, as follows. The\n'
  printf 'licences of everything else in this package lie in /opt/lexdesk/_internal/licences; README.txt there\n'
  printf 'says what is under which.\n\n'
  cat -- LICENSE
} >"$tree/usr/share/doc/lexdesk/copyright"
gzip -9 -n -c CHANGELOG.md >"$tree/usr/share/doc/lexdesk/changelog.gz"

# Qt and the graphics card talk through libraries that belong to the card, so no bundle may bring them.
cat >"$tree/DEBIAN/control" <<CONTROL
Package: lexdesk
Version: $version
Architecture: $architecture
Maintainer: The LexDesk authors <authors@lexdesk.invalid>
Installed-Size: $(du -sk --apparent-size -- "$tree/opt" "$tree/usr" | awk '{ sum += $1 } END { print sum }')
Depends: libc6 (>= $libc), libegl1, libgl1, libdrm2, libxcb1, libwayland-client0, libwayland-cursor0, libwayland-egl1, fontconfig-config, fonts-dejavu-core | fonts-liberation
Recommends: fonts-liberation, fonts-wqy-microhei | fonts-noto-cjk
Suggests: tesseract-ocr, libreoffice-writer
Section: editors
Priority: optional
Description: evidence-first contract work on one laptop
 A model proposes, the lawyer decides: agreements in Word with tracked changes,
 sources that are cited to the sentence, and a record that anyone can verify.
 One matter is one file. Models are local by default and not in this package.
CONTROL
find "$tree" -type d -exec chmod 755 {} +
dpkg-deb --root-owner-group -Zgzip --build "$tree" "dist/lexdesk_${version}_$architecture.deb"
rm -rf -- "$tree"
