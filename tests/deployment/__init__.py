"""What docker/compose.yaml describes, as processes of this machine."""
