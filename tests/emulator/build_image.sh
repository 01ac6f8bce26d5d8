#!/bin/bash
# MicroPython for the Pico (RP2040) from the packages of Debian 13, on Debian 12 or 13, without any other download.
#   build_image.sh FOLDER MPY_CROSS
# Leaves FOLDER/firmware.bin. Wants: gcc-arm-none-eabi libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib
# cmake ninja-build dpkg-dev; 2 minutes, 700 MB meanwhile.
set -euo pipefail
folder=$(realpath "$1") mpy_cross=$(realpath "$2")
work=$folder/work
mkdir -p "$work"/apt/parts "$work"/apt/lists/partial "$work"/apt/cache/archives/partial "$work"/packages "$work"/stub
cd "$work"

# The package lists of Debian 13, from wherever this machine gets its own: its sources file with another name.
own=${DEBIAN_SOURCES:-/etc/apt/sources.list.d/debian.sources}
derived() { awk -v wanted="$1" 'BEGIN { RS = ""; ORS = "\n\n" } $0 ~ wanted' "$own" | sed "$2"; }
derived 'Suites: [a-z]+ [a-z]+-updates' 's/^Suites:.*/Suites: trixie/; s/^Types:.*/Types: deb deb-src/' > apt/parts/main.sources
derived 'Suites: [a-z]+-security' 's/^Suites:.*/Suites: trixie-security/; s/^Types:.*/Types: deb-src/' > apt/parts/security.sources
cat > apt/apt.conf <<CONF
Dir::Etc::SourceList "/dev/null";
Dir::Etc::SourceParts "$work/apt/parts";
Dir::State::Lists "$work/apt/lists";
Dir::Cache "$work/apt/cache";
APT::Sandbox::User "root";
CONF
export APT_CONFIG=$work/apt/apt.conf
apt-get update -qq
(
    cd packages
    apt-get download -qq pico-sdk-source tinyusb-source
    apt-get source -qq --download-only micropython=1.25.0+ds-1 mbedtls
)
rm -rf sdk usb micropython tls
dpkg -x packages/pico-sdk-source_*.deb sdk
dpkg -x packages/tinyusb-source_*.deb usb
(cd packages && dpkg-source -x --no-check micropython_*.dsc ../micropython && dpkg-source -x --no-check mbedtls_*.dsc ../tls) > unpack.log
rm -rf micropython/lib/tinyusb micropython/lib/mbedtls
ln -s "$work/usb/usr/src/tinyusb" micropython/lib/tinyusb
ln -s "$work/tls" micropython/lib/mbedtls
touch micropython/lib/micropython-lib/README.md

# picotool only wraps what was built; one that does nothing keeps CMake from fetching it.
cat > stub/picotoolConfig.cmake <<'STUB'
if(NOT TARGET picotool)
  add_executable(picotool IMPORTED GLOBAL)
  set_target_properties(picotool PROPERTIES IMPORTED_LOCATION /bin/true)
endif()
STUB
cat > stub/picotoolConfigVersion.cmake <<'STUB'
set(PACKAGE_VERSION 2.1.1)
set(PACKAGE_VERSION_COMPATIBLE TRUE)
set(PACKAGE_VERSION_EXACT TRUE)
STUB
printf 'freeze("$(PORT_DIR)/modules")\ninclude("$(MPY_DIR)/extmod/asyncio")\n' > manifest.py

export MICROPY_MPYCROSS=$mpy_cross
cmake -S micropython/ports/rp2 -B build -G Ninja -DPICO_BUILD_DOCS=0 -DMICROPY_BOARD=RPI_PICO \
    -DPICO_SDK_PATH_OVERRIDE="$work/sdk/usr/src/pico-sdk" -DMICROPY_FROZEN_MANIFEST="$work/manifest.py" \
    -Dpicotool_DIR="$work/stub" > cmake.log 2>&1 || { tail -30 cmake.log; exit 1; }
ninja -C build > ninja.log 2>&1 || { grep -nE -A5 'error|FAILED' ninja.log | head -40; exit 1; }
cp build/firmware.bin "$folder/firmware.bin"
rm -rf "$work"
