import pytest

from dialogue_etl.sources.books.editions import titles
from dialogue_etl.sources.books.editions.titles import Title, parse
from tests.conftest import ends_soon


@pytest.mark.parametrize(
    ("title", "full", "volume"),
    [
        ("The Red Lily — Volume 01", "red lily", "1"),
        ("History of the War, Volume the Second", "history of the war", "2"),
        ("The Prince and the Pauper, Part 3.", "prince and the pauper", "3"),
        ("A Treatise [Part IV]", "treatise", "4"),
        ("The History of Don Quixote, Volume 1, Part 02", "history of don quixote", "1.2"),
        ("Works, Volumes 1 and 2", "works", "1-2"),
        ("Emile, Vols. 1-3", "emile", "1-3"),
        ("The Second Part of King Henry IV", "king henry iv", "2"),
        ("King Henry IV, the Second Part", "king henry iv", "2"),
        ("File No. 113", "file no 113", ""),
        ("The Gospels in Four Part Harmony", "gospels in four part harmony", ""),
        ("Hudibras, in Three Parts", "hudibras in three parts", ""),
        ("Soll und Haben, Bd. 1 (2)", "soll und haben", "1"),
        ("Faust: Der Tragödie zweiter Teil", "faust der tragodie", "2"),
        ("Camera obscura. Tweede deel", "camera obscura", "2"),
        ("A tengerszemű hölgy. Második kötet", "tengerszemu holgy", "2"),
        ("Los miserables, tomo primero", "miserables", "1"),
        ("Les Misérables (5)", "les miserables", "5"),
        ("Title, II.", "title", "2"),
        ("The Adventures of Tom Sawyer, Complete", "adventures of tom sawyer", ""),
        ("Viagens na Minha Terra (Completo)", "viagens na minha terra", ""),
        ("Emma", "emma", ""),
        ("Louis XIV", "louis xiv", ""),
        ("The Second Jungle Book", "second jungle book", ""),
        ("Volume II", "", "2"),
        ("", "", ""),
    ],
)
def test_volumes_are_split_off(title, full, volume):
    assert (parse(title).full, parse(title).volume) == (full, volume)


@pytest.mark.parametrize(
    ("title", "main"),
    [
        ("Jane Eyre: An Autobiography", "jane eyre"),
        ("Moby Dick; Or, The Whale", "moby dick"),
        ("Moby Dick, or, the whale", "moby dick"),
        ("Peter Pan : $b [Peter and Wendy]", "peter pan"),
        ("The Malay Archipelago\nThe Land of the Orang-utan", "malay archipelago"),
        ("Faust: Der Tragödie zweiter Teil", "faust"),
    ],
)
def test_what_comes_before_the_subtitle_is_the_main_title(title, main):
    assert parse(title).main == main


def test_a_title_that_many_books_have_does_not_stand_for_one_work_without_its_subtitle():
    assert parse("Poems: First Series").short == "poems first series"
    assert parse("Emma: A Novel").short == "emma"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Austen, Jane"], ["austen jane"]),
        (["Barrie, J. M. (James Matthew)"], ["barrie j m"]),
        (["Eichendorff, Joseph, Freiherr von"], ["eichendorff joseph"]),
        (["Pérez Galdós, Benito", "perez galdos, benito"], ["benito galdos perez"]),
        (["Jókai, Mór", "Various"], ["jokai mor"]),
        (["Various"], []),
        (["Ismeretlen"], []),
        (["", "1835-1910"], []),
        ([], []),
    ],
)
def test_authors_are_people(names, expected):
    assert titles.authors(names) == expected


@pytest.mark.parametrize("title", ["volume " * 100_000, "1" * 1_000_000, ", " * 500_000, "i" * 1_000_000])
@ends_soon
def test_odd_titles_take_no_longer(title):
    assert isinstance(parse(title), Title)
    titles.authors([title])
