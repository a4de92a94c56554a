"""What users take away: Parquet, JSON Lines, text, the forms of LCCC, and the card that describes them."""
