"""Where one dialogue ends and the next one begins."""
