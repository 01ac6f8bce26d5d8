"""The launcher on a Raspberry Pi Pico at the end of a USB cable. firmware/ is what runs there."""
