"""Small decks of our own words in the shapes in which public ones come, each named by a project that has it so.

A shape is the names and order of the keys, what stands beside the texts, and the marks within them: nothing else of
those projects is here.
"""

from dataclasses import dataclass

NEW, MERGED, SKIPPED = "new", "merged", "skipped"


@dataclass(frozen=True)
class Shape:
    """A file, the cards that are made of it (quote, source; "" where it has none), and its rows otherwise."""

    project: str
    name: str
    data: str | bytes
    cards: list[tuple[str, str]]
    others: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


BOM = "\ufeff"

PACKS = Shape(
    "crhallberg/json-against-humanity, cah-all-full.json: packs of cards that are objects",
    "cah-all-full.json",
    r"""[{"name":"The Harbour Set","white":[{"text":"A **very** loud gull.","pack":0},
    {"text":"The tide,\nagain.","pack":0}],"black":[{"text":"I blame _ for the fog.","pick":1,"pack":0},
    {"text":"_Really_, who swapped _ for _?","pick":2,"pack":0}],"official":true},
    {"name":"[Fan] More Harbour","white":[{"text":"A very loud gull!","pack":1}],
    "black":[{"text":"Why is the lighthouse humming?","pick":1,"pack":1}],"official":false}]""",
    [
        ("I blame … for the fog.", ""),
        ("Really, who swapped … for …?", ""),
        ("", "A very loud gull."),
        ("", "The tide, again."),
        ("Why is the lighthouse humming?", ""),
    ],
    (MERGED,),
    ("Blanks are shown as “…”.",),
)
COMPACT = Shape(
    "crhallberg/json-against-humanity, cah-all-compact.json: white cards as strings, packs by place",
    "cah-all-compact.json",
    r"""{"white":["A gull\nwith a plan","Soup\u2122","[the sound of an anchor]"],
    "black":[{"text":"Nobody warned me about _.","pick":1},{"text":"First _,\nthen _.","pick":2}],
    "packs":{"harbour":{"name":"The Harbour Set","description":"Salt","official":true,
    "white":[0,1,2],"black":[0,1]}}}""",
    [
        ("Nobody warned me about ….", ""),
        ("First …, then ….", ""),
        ("", "A gull with a plan"),
        ("", "Soup™"),
        ("", "[the sound of an anchor]"),
    ],
)
TYPED = Shape(
    "nodanaonlyzuul/against-humanity, source/cards.json: cards that say whether they ask or answer",
    "cards.json",
    """[{"id": 1, "cardType": "A", "text": "My aunt's anchor.", "numAnswers": 0, "expansion": "Base"},
    {"id": 2, "cardType": "A", "text": "Seaweed&trade; &amp; friends", "numAnswers": 0, "expansion": "Base"},
    {"id": 3, "cardType": "Q", "text": "I put _ into the <i>captain's</i> soup.", "numAnswers": 1, "expansion": "Base"},
    {"id": 4, "cardType": "Q", "text": "Up: _.<br>Down: _.", "numAnswers": 2, "expansion": "Base"}]""",
    [
        ("", "My aunt's anchor."),
        ("", "Seaweed™ & friends"),
        ("I put … into the captain's soup.", ""),
        ("Up: …. Down: ….", ""),
    ],
)
DUMP = Shape(
    "ajanata/PretendYoureXyzzy, cah_cards.sql: a copy of a PostgreSQL database",
    "cah_cards.sql",
    """--
-- PostgreSQL database dump
--

SET client_encoding = 'UTF8';

CREATE TABLE black_cards (
    id integer NOT NULL,
    draw integer NOT NULL,
    pick integer NOT NULL,
    text character varying(255),
    watermark character varying(255)
);

COPY black_cards (id, draw, pick, text, watermark) FROM stdin;
1\t0\t1\tThe harbour smells of ____.\tUS
3\t0\t2\tTonight: \"____: the Story of ____.\"\tUS
4\t0\t1\t&#x2605;&#x2606; Found ____ in my <i>boat</i>, Lifeboat&reg;!\tUS
\\.


COPY card_set (id, active, base_deck, description, name, weight) FROM stdin;
100\tt\tt\tHarbour\tHarbour\t1
\\.


COPY white_cards (id, text, watermark) FROM stdin;
5\tA cr&egrave;me anchor.\tUS
6\tRowing.\t\\N
\\.


ALTER TABLE ONLY black_cards
    ADD CONSTRAINT black_cards_pkey PRIMARY KEY (id);
""",
    [
        ("The harbour smells of ….", ""),
        ('Tonight: "…: the Story of …."', ""),
        ("★☆ Found … in my boat, Lifeboat®!", ""),
        ("", "A crème anchor."),
        ("", "Rowing."),
    ],
    (SKIPPED,) * 4,  # SET, CREATE, another table, ALTER
)
LINES = Shape(
    "nodanaonlyzuul/against-humanity, questions.txt: a line a card, with a long gap",
    "questions.txt",
    "Who moved __________ to the pier?\r\n__________ is why I row.\r\n\r\nWhat is that smell?\r\n",
    [
        ("Who moved __________ to the pier?", ""),
        ("__________ is why I row.", ""),
        ("What is that smell?", ""),
    ],
)
QUOTE_TEXT = Shape(
    "JamesFT/Database-Quotes-JSON, quotes.json: quoteText and quoteAuthor, which may be empty",
    "quotes.json",
    """[{
"quoteText": "The sea is a poor listener  ",
"quoteAuthor": "The Harbour Master"
}, \n {
"quoteText": "Knots,boats and aunts.",
"quoteAuthor": ""
},  \n  {
"quoteText": "The sea is a poor listener",
"quoteAuthor": "The Harbour Master"
}]
""",
    [("The sea is a poor listener", "The Harbour Master"), ("Knots,boats and aunts.", "")],
    (MERGED,),
)
TEXT_AUTHOR = Shape(
    "dwyl/quotes, quotes.json: author before text, at times with an address as source",
    "quotes.json",
    """[
  {
    "author": "A rower",
    "text": "Left is a matter of opinion."
  },
  {
    "author": "Ana\\u00efs the ferry",
    "source": "https://en.wikiquote.org/wiki/Ferry",
    "tags": "patience, water",
    "text": "I go back and forth on this."
  }
]""",
    [("Left is a matter of opinion.", "A rower"), ("I go back and forth on this.", "Anaïs the ferry")],
)
CONTENT = Shape(
    "lukePeavey/quotable, data/sample/quotes.json: content with keys of a database",
    "quotes.json",
    """[{"_id": "gcPBYtDU718", "content": "Fog is only shy water.", "author": "A. Buoy", "authorId": "Bklxbckhy5EL"},
    {"_id": "nFnx44IV4kb", "content": "We float, therefore we are.", "author": "The pontoon", "authorId": "URC23"}]""",
    [("Fog is only shy water.", "A. Buoy"), ("We float, therefore we are.", "The pontoon")],
)
A_LINE_AN_OBJECT = Shape(
    "Abirate/english_quotes, quotes.jsonl: an object a line, the quote in quotation marks",
    "quotes.jsonl",
    """{"quote":"\\u201cBe the anchor.\\u201d","author":"The anchor","tags":["be-yourself","honesty"]}
{"quote":"\\u201cI\\u2019m not wet, I\\u2019m at sea.\\u201d","author":"A sailor","tags":[]}
""",
    [("Be the anchor.", "The anchor"), ("I’m not wet, I’m at sea.", "A sailor")],
)
TABLE = Shape(
    "The quotes of Kaggle, quotes.csv: Quote, Author, Category, as Excel saves it",
    "quotes.csv",
    f'{BOM}Quote,Author,Category\r\n"Row, row, and do ask why.","Oar, second from the left",attributed-no-source\r\n'
    '"She said ""ahoy"" twice.",The pier,"humor, love"\r\n,Nobody,life\r\n',
    [
        ("Row, row, and do ask why.", "Oar, second from the left"),
        ('She said "ahoy" twice.', "The pier"),
        ("", "Nobody"),
    ],
)
SEMICOLONS = Shape(
    "The same with semicolons, as a German Excel saves it",
    "zitate.csv",
    "Zitat;Autor;Kategorie\r\nÜbers Wasser spricht man nicht.;Die Möwe;Alltag\r\n"
    "„Ahoi“ ist auch keine Lösung.;Der Steg;Arbeit\r\n".encode("cp1252"),
    [("Übers Wasser spricht man nicht.", "Die Möwe"), ("„Ahoi“ ist auch keine Lösung.", "Der Steg")],
)
SHAPES = (
    *(PACKS, COMPACT, TYPED, DUMP, LINES, QUOTE_TEXT, TEXT_AUTHOR, CONTENT, A_LINE_AN_OBJECT),
    *(TABLE, SEMICOLONS),
)
