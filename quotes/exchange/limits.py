"""How much a file and a card may hold. What a card may hold is what its row in the database may."""

from quotes.text import LIMIT

MEGABYTE = 1024 * 1024
MOST_BYTES = 10 * MEGABYTE
MOST_ROWS = 20_000
MOST_LINES = 5 * MOST_ROWS  # a text in quotation marks may go over several
MOST_VALUES = 20 * MOST_ROWS  # in JSON: a card has twenty at most, and each costs memory
MOST_DEPTH = 100
MOST_DIGITS = 300
MOST_LETTERS = 100_000  # in one text or line: whatever is longer is no card, and something is not closed

WORTH_A_LOOK = 20  # times what is allowed: so long a text gets no shorter by tidying

MOST_QUOTE = LIMIT
MOST_NAME = 80
MOST_DESCRIPTION = 160
MOST_TITLE = 80
MOST_LICENCE = 40
MOST_BLANKS = 4
MOST_TAGS = 120  # letters of all of them
MOST_CREDIT = 200
MOST_STAMP = 49
MOST_NUMBER = 1_000_000
MOST_SHOWN = 80  # letters of what is no card
