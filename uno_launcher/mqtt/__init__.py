"""What goes to an MQTT broker, and so to Home Assistant: state, events, and moves of the table if wished.

Nothing here imports the optional package aiomqtt but `link`, and that is imported only with a broker's name.
"""
