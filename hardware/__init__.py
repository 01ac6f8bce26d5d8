"""What a launcher is built from: its drawings, its parts and the checks that they match the software."""
