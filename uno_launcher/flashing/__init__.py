"""What goes on a Pico, and putting it there."""
