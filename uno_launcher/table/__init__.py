"""The table at the launcher: who may press, which evening goes on, and what became of earlier ones."""
