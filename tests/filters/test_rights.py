import pytest

from dialogue_etl.filters.rights import is_public_domain


@pytest.mark.parametrize(
    "statement",
    [
        "Public domain in the USA.",
        "PUBLIC DOMAIN",
        "CC0",
        "CC0 1.0 Universal",
        "PDM 1.0",
        "In the public domain.",
    ],
)
def test_the_public_domain_has_many_names(statement):
    assert is_public_domain(statement)


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "Copyrighted. Read the copyright notice inside this book for details.",
        "CC BY 4.0",
        "Not public domain",
        "It is not in the public domain",
        "not in public domain",
        "acc0unt",
    ],
)
def test_all_else_is_not(statement):
    assert not is_public_domain(statement)
