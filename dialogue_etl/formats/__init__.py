"""What users take away: Parquet, JSON Lines, plain text, and the card that describes them."""
