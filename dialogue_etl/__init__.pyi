from dialogue_etl.api import Dialogue as Dialogue
from dialogue_etl.api import DialogueEtlError as DialogueEtlError
from dialogue_etl.api import Label as Label
from dialogue_etl.api import Turn as Turn
from dialogue_etl.api import clean as clean
from dialogue_etl.api import extract as extract
from dialogue_etl.api import extract_books as extract_books
from dialogue_etl.api import extract_film as extract_film
from dialogue_etl.api import measure as measure
from dialogue_etl.api import read_book as read_book
from dialogue_etl.api import read_dataset as read_dataset
from dialogue_etl.api import read_params as read_params
from dialogue_etl.api import read_subtitles as read_subtitles
from dialogue_etl.api import sessions as sessions

__version__: str
