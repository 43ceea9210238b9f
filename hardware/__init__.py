"""The rig's line to shots: protocol, link, virtual rig and firmware for the spring cannon (docs/rig-protocol.md)."""
