#!/usr/bin/env bash
# Makes a package for Debian and its kin: the command, a page of the manual for each verb, completions, licences.
#   packaging/deb.sh [PROGRAM] [FOLDER]      PROGRAM is target/release/isotope unless given
set -euo pipefail
cd "$(dirname "$0")/.."
program=${1:-target/release/isotope} folder=${2:-target}
version=$("$program" --version | cut -d' ' -f2)
architecture=$(dpkg --print-architecture)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
share=$root/usr/share
install -Dm755 "$program" "$root/usr/bin/isotope"
"$program" man --dir "$share/man/man1"
gzip -9n "$share"/man/man1/*.1
mkdir -p "$share/bash-completion/completions" "$share/zsh/vendor-completions" "$share/fish/vendor_completions.d" "$share/doc/isotope"
"$program" completions bash >"$share/bash-completion/completions/isotope"
"$program" completions zsh >"$share/zsh/vendor-completions/_isotope"
"$program" completions fish >"$share/fish/vendor_completions.d/isotope.fish"
cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$share/doc/isotope/"
cat LICENSE-MIT >"$share/doc/isotope/copyright"
mkdir "$root/DEBIAN"
cat >"$root/DEBIAN/control" <<CONTROL
Package: isotope
Version: $version
Section: devel
Priority: optional
Architecture: $architecture
Depends: libc6, libgcc-s1
Maintainer: The Isotope developers <isotope@localhost>
Installed-Size: $(du -sk "$root/usr" | cut -f1)
Description: bit-exact reference for GPU atomic instructions
 Runs machine code of NVIDIA SPA 5.0, Intel vISA and AMD RDNA3 kernels on a
 CPU, and says what each atomic and synchronization instruction does to which
 bits, with rule and source.
CONTROL
find "$root" -type d -exec chmod 755 {} +
dpkg-deb --root-owner-group --build "$root" "$folder/isotope_${version}_$architecture.deb"
