#!/bin/sh
# Process 1 of the guest until systemd takes its place. Told on the kernel's command line: vpi.ctl, the host's folder
# for this guest (to write), vpi.root, the Debian to boot (its changes are dropped), vpi.tests, this folder.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc
for word in $(cat /proc/cmdline); do
    case $word in
    vpi.ctl=*) ctl=${word#vpi.ctl=} ;;
    vpi.root=*) root=${word#vpi.root=} ;;
    vpi.tests=*) tests=${word#vpi.tests=} ;;
    esac
done
mount -t tmpfs -o mode=755 tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/new
mount -t overlay -o "lowerdir=$root,upperdir=/mnt/upper,workdir=/mnt/work" overlay /mnt/new || exit 1
new=/mnt/new
mkdir -p $new/vpi $new/vpi-tests $new/old
mount -t proc proc $new/proc
mount -t sysfs sys $new/sys
mount -t devtmpfs dev $new/dev
mount -t tmpfs -o mode=755 tmpfs $new/run
mount -t hostfs -o "$ctl" none $new/vpi
mount -t hostfs -o "$tests" -r none $new/vpi-tests
cd $new && pivot_root . old
exec chroot . /bin/sh /vpi-tests/stage2.sh
