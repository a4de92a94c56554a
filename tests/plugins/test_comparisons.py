from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from dvc_airflow.comparisons import FOLDER, NoTwoVersionsError, code_digest, compared
from dvc_airflow.versions import Version

if TYPE_CHECKING:
    from pathlib import Path

ONE, TWO = "dataset/default/1", "dataset/default/2"


@pytest.fixture
def published(tmp_path: Path) -> Path:
    for number in (1, 2):
        save(tmp_path / "published", number, f"{number}" * 40)
    return tmp_path / "published"


def save(published: Path, number: int, commit: str) -> None:
    folder = published / "default" / str(number)
    folder.mkdir(parents=True, exist_ok=True)
    Version("default", number, f"dataset/default/{number}", commit, f"run-{number}", "", "2026").save(folder)


@pytest.fixture
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package, `product_of_a_test`."""
    folder = tmp_path / "site" / "product_of_a_test"
    (folder / "inner").mkdir(parents=True)
    for name in ("__init__.py", "page.py", "inner/page.html"):
        (folder / name).write_text(f"# {name}\n")
    monkeypatch.syspath_prepend(str(folder.parent))
    return folder


class Compare:
    """Counts how often it is asked."""

    asked = 0

    def __call__(self, tag_a: str, tag_b: str) -> str:
        self.asked += 1
        return f"{tag_a} {tag_b} {self.asked}"


@pytest.mark.parametrize("name", ["page.py", "inner/page.html"])
def test_another_product_compares_anew_and_the_same_one_does_not(
    published: Path, product: Path, name: str
) -> None:
    compare, before = Compare(), (product / name).read_text()

    def asked() -> int:
        page = compared(published, compare, ONE, TWO, product.name)
        assert page.startswith(f"{ONE} {TWO}")
        return int(page.rpartition(" ")[2])

    assert [asked(), asked()] == [1, 1]
    (product / name).write_text(f"{before}# edited\n")
    assert [asked(), asked()] == [2, 2]
    (product / name).write_text(before)
    assert asked() == 1
    assert len(list((published / FOLDER).iterdir())) == 2


def test_a_tag_moved_to_another_commit_is_compared_anew(published: Path, product: Path) -> None:
    compare = Compare()
    compared(published, compare, ONE, TWO, product.name)
    save(published, 2, "a" * 40)
    assert compared(published, compare, ONE, TWO, product.name) == f"{ONE} {TWO} 2"


def test_nothing_is_kept_of_what_fails_or_names_no_two_versions(published: Path) -> None:
    for tags, said in (((ONE, ONE), "choose two versions"), ((ONE, "main"), "there is no version 'main'")):
        with pytest.raises(NoTwoVersionsError, match=said):
            compared(published, Compare(), *tags)
    assert not (published / FOLDER).exists()


def test_the_digest_is_of_names_and_contents_alone(product: Path) -> None:
    first = code_digest(product.name)
    (product / "__pycache__").mkdir()
    (product / "__pycache__" / "page.cpython-311.pyc").write_bytes(b"of whoever ran it")
    assert code_digest(product.name) == first
    (product / "page.py").rename(product / "pages.py")
    assert code_digest(product.name) != first


def test_a_product_that_is_not_installed_has_one_digest() -> None:
    assert code_digest("no_such_product") == code_digest("")
