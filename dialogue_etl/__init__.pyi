from dialogue_etl.api import Dialogue as Dialogue
from dialogue_etl.api import DialogueEtlError as DialogueEtlError
from dialogue_etl.api import Turn as Turn
from dialogue_etl.api import clean as clean
from dialogue_etl.api import extract as extract
from dialogue_etl.api import extract_film as extract_film
from dialogue_etl.api import read_book as read_book
from dialogue_etl.api import read_dataset as read_dataset
from dialogue_etl.api import read_params as read_params

__version__: str
