# The guest's own root by now: the pins, and what systemd needs to know. Then systemd.
umount -l /old
ip link set lo up
mount -t configfs none /sys/kernel/config
mount -t tracefs none /sys/kernel/tracing

# The 54 lines of a Pi 4B's header chip. Whatever hangs on them is told by `pull`, what they drive by `value`.
chip=/sys/kernel/config/gpio-sim/pi
mkdir -p $chip/bank0
echo 54 > $chip/bank0/num_lines
echo pinctrl-bcm2711 > $chip/bank0/label
echo 1 > $chip/live
mkdir -p /run/virtual-pi
ln -s "/sys/devices/platform/$(cat $chip/dev_name)/$(cat $chip/bank0/chip_name)" /run/virtual-pi/gpio

echo 0123456789abcdef0123456789abcdef > /etc/machine-id
echo virtualpi > /etc/hostname
echo '127.0.0.1 localhost virtualpi' > /etc/hosts
: > /etc/fstab
ln -sf /dev/null /etc/tmpfiles.d/tmp.conf
for unit in systemd-firstboot.service systemd-logind.service getty.target console-getty.service \
    apt-daily.timer apt-daily-upgrade.timer fstrim.timer e2scrub_all.timer systemd-timesyncd.service \
    serial-getty@ttyS0.service systemd-networkd-wait-online.service; do
    ln -sf /dev/null "/etc/systemd/system/$unit"
done
# There is nothing here for them to find, and each reload would start them all.
mkdir -p /etc/systemd/system-generators
for generator in /lib/systemd/system-generators/*; do
    ln -sf /dev/null "/etc/systemd/system-generators/${generator##*/}"
done
cat > /etc/systemd/system/virtual-pi-agent.service <<'U'
[Unit]
After=basic.target systemd-udev-trigger.service
[Service]
ExecStart=/usr/bin/python3 -u /vpi-tests/agent.py
Restart=no
OOMScoreAdjust=-1000
U
mkdir -p /etc/systemd/system/multi-user.target.wants
ln -sf ../virtual-pi-agent.service /etc/systemd/system/multi-user.target.wants/
exec /lib/systemd/systemd
