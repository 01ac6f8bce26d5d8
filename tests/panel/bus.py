"""An SSD1306 on an I2C bus, as far as its data sheet says what commands do to its picture."""

import errno

from PIL import Image

COLUMNS, PAGES = 0x21, 0x22
TAKES = {
    COLUMNS: 2,
    PAGES: 2,
    **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
}
"""How many bytes follow a command, where any do."""
UPSIDE = {0xA1, 0xC8}
"""Columns and rows counted from the other end, as these displays are built."""


class Ssd1306OnABus:
    """What `smbus2.SMBus` would be, with one display on it. `unplugged`: nobody answers."""

    def __init__(self, address=0x3C):
        self.address = address
        self.unplugged = False
        self.opened = 0
        self.closed = 0
        self._power_on()

    def power_fails(self):
        """For a moment only."""
        self._power_on()

    def _power_on(self):
        self.on = self.pump = False
        self.commands = []
        self._memory = bytearray(1024)
        self._columns, self._pages = (0, 127), (0, 7)
        self._by_rows = False
        self._at = (0, 0)

    def unplug(self):
        self.unplugged = True

    def plug_in(self):
        self.unplugged = False
        self._power_on()

    def open(self, port):
        """In place of smbus2.SMBus."""
        assert port == 1
        self.opened += 1
        return self

    def close(self):
        self.closed += 1

    def write_i2c_block_data(self, address, control, data):
        self._answer(address)
        assert control == 0x00
        data = list(data)
        while data:
            command = data.pop(0)
            self._command(command, [data.pop(0) for _ in range(TAKES.get(command, 0))])

    def i2c_rdwr(self, message):
        self._answer(message.addr)
        control, *data = list(message)
        assert control == 0x40
        assert self._by_rows
        for byte in data:
            column, page = self._at
            self._memory[page * 128 + column] = byte
            column, page = (column + 1, page) if column < self._columns[1] else (self._columns[0], page + 1)
            self._at = (column, page if page <= self._pages[1] else self._pages[0])

    def _answer(self, address):
        if self.unplugged or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")

    def _command(self, command, arguments):
        self.commands.append(command)
        if command == COLUMNS:
            self._columns = tuple(arguments)
        elif command == PAGES:
            self._pages = tuple(arguments)
        elif command == 0x20:
            self._by_rows = arguments == [0x00]
        elif command == 0x8D:
            self.pump = arguments == [0x14]
        elif command in (0xAE, 0xAF):
            self.on = command == 0xAF
        self._at = (self._columns[0], self._pages[0])

    @property
    def picture(self):
        """What a person sees."""
        image = Image.new("1", (128, 64))
        if self.on and self.pump:
            assert set(self.commands) >= UPSIDE
            for y in range(64):
                for x in range(128):
                    image.putpixel((x, y), self._memory[y // 8 * 128 + x] >> y % 8 & 1)
        return image
