"""Checks that drawings, parts list and meshes agree with the software and with each other."""
