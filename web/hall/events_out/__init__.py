"""Events out: what happens at the tables, told to other programs by webhooks and MQTT."""
