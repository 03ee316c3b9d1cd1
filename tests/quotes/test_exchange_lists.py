"""Pasted lines as people have them: numbers, bullets, names on lines of their own, and what looks broken."""

import pytest

from tests.quotes.files import cards, found, notes, pairs, skipped, skips

BOB = ("To be", "Bob")
LONG = "N" * 100


@pytest.mark.parametrize(
    "sign", ["1. ", "1) ", "(1) ", "12) ", "- ", "• ", "* ", "· ", "‣ ", "  - ", "– ", "-- "]
)
@pytest.mark.parametrize("rest", ["To be – Bob", "“To be” - Bob", "To be | Bob"])
def test_a_sign_before_a_line_is_left_out_and_the_dash_behind_it_is_that_of_the_source(sign, rest):
    assert pairs(f"{sign}{rest}\n{sign}Something else – Cleo\n")[0] == BOB


@pytest.mark.parametrize("sign", ["1) ", "- ", "• ", "* ", "– "])
def test_one_line_alone_may_have_a_sign_too(sign):
    assert pairs(f"Hi – Cleo\n{sign}To be – Bob\nHo – Dora\n")[1] == BOB


@pytest.mark.parametrize(
    ("lines", "quotes"),
    [
        ("1. One – A\n2. Two – B", ["One", "Two"]),
        ("1. One – A\nBetween – B\nAnd more – C\n2. Two – D", ["One", "Between", "And more", "Two"]),
        ("1. One – A", ["One"]),
        ("998. One – A\n999. Two – B\n1000. Three – C\n1001. Four – D", ["One", "Two", "Three", "Four"]),
        ("1984 was a good year – A", ["1984 was a good year"]),
        ("1984. What a year – A\n1985. What another – B", ["1984. What a year", "1985. What another"]),
        ("2001) A film – A", ["2001) A film"]),
        ("1. FC Köln – A\nHi – B\nHo – C", ["1. FC Köln", "Hi", "Ho"]),
        ("7. Sinfonie – A\nHi – B\nHo – C", ["7. Sinfonie", "Hi", "Ho"]),
        ("-5 degrees – A\nHi – B", ["-5 degrees", "Hi"]),
        ("*Hi* – A\nHo – B", ["*Hi*", "Ho"]),
    ],
)
def test_numbers_are_left_out_where_they_count_lines_and_never_a_year(lines, quotes):
    assert [quote for quote, _source in pairs(f"{lines}\n")] == quotes


def test_a_sign_alone_stays_what_it_is():
    assert skips("Hi – A\n- \n•  \nHo – B\n") == [(2, "not_a_quote"), (3, "not_a_quote")]


def test_quotes_in_a_table_without_names_lose_their_numbers_too():
    assert pairs("1. To be\tBob\n2. Something else\tCleo\n") == [BOB, ("Something else", "Cleo")]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Salt &amp;amp; pepper &amp;ndash; Bob", ("Salt & pepper", "Bob")),
        ("Salt &amp;amp;amp; pepper – Bob", ("Salt & pepper", "Bob")),
        ("Salt &amp;amp;amp;amp; pepper – Bob", ("Salt &amp; pepper", "Bob")),
        ("It&amp;#39;s &mdash; Bob", ("It's", "Bob")),
        ("A &lt;b&gt; tag – Bob", ("A <b> tag", "Bob")),
        ("&laquo;To be&raquo; – Bob", BOB),
    ],
)
def test_entities_are_read_before_a_line_is_split_and_three_times_over(written, read):
    assert pairs(f"{written}\nSomething else – Cleo\n")[0] == read
    assert pairs([written, "Something else – Cleo"])[0] == read


def test_so_are_those_in_other_files_and_ours_are_read_once():
    assert pairs([{"quote": "Salt &amp;amp; pepper", "author": "A &amp;amp; B"}]) == [
        ("Salt & pepper", "A & B")
    ]
    assert cards('{"format": "quote-deck", "cards": [{"quote": "&amp;amp;"}]}')[0].quote == "&amp;"


def test_lines_with_an_entity_each_are_no_table():
    assert pairs("Don&#39;t – A\nCan&#39;t – B\nWon&#39;t – C\n") == [
        ("Don't", "A"),
        ("Can't", "B"),
        ("Won't", "C"),
    ]


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("„Sein“ (Paul)", ("Sein", "Paul")),
        ('"It\'s fine" (Paul)', ("It's fine", "Paul")),
        ("“To be” [Bob].", BOB),
        ("“To be” (my old teacher)", ("To be", "my old teacher")),
        ("“To be” Winston Somebody", ("To be", "Winston Somebody")),
        ("«To be» Ludwig van Somebody, composer", ("To be", "Ludwig van Somebody, composer")),
        ("“To be”, Winston Somebody", ("To be", "Winston Somebody")),
        ("“She said “no” twice” (Bob)", ("She said “no” twice", "Bob")),
        ("1. “To be” (Bob)", BOB),
        ("“To be” (1984)", ("“To be” (1984)", "")),
        ("“A” and “B”", ("“A” and “B”", "")),
        ("“Stop!” he said to me", ("“Stop!” he said to me", "")),
        ("“Stop!” He ran away.", ("“Stop!” He ran away.", "")),
        ("“To be” or not (Bob)", ("“To be” or not (Bob)", "")),
        ("To be (Bob)", ("To be (Bob)", "")),
    ],
)
def test_who_said_it_stands_in_brackets_or_just_behind_the_marks(line, read):
    assert pairs(f"{line}\n") == [read]


@pytest.mark.parametrize("dash", ["- ", "– ", "— ", "-- ", "-", "  – "])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_a_name_on_the_next_line_belongs_to_the_quote_before_it(dash, between):
    file = f"To be{between}{dash}Bob\n2) Not to be\n{dash}Cleo\n„Sein“{between}{dash}Dora\n"
    assert pairs(file) == [BOB, ("Not to be", "Cleo"), ("Sein", "Dora")]
    assert not any(notes(file))


@pytest.mark.parametrize(
    ("lines", "read", "doubted"),
    [
        ("- Goethe", [("", "Goethe")], [0]),
        ("— Goethe", [("", "Goethe")], [0]),
        ("To be – Bob\n- Goethe", [BOB, ("", "Goethe")], [1]),
        ("To be\nSo said – Bob\n- Goethe", [("To be", ""), ("So said", "Bob"), ("", "Goethe")], [2]),
        ("- To be – Bob\n- Goethe\n- To go – Cleo", [BOB, ("", "Goethe"), ("To go", "Cleo")], [1]),
        ("My favourites:\n- Carpe diem", [("My favourites:", ""), ("", "Carpe diem")], [1]),
        ("- Carpe diem\n- Memento mori", [("Carpe diem", ""), ("Memento mori", "")], []),
        (
            "Latin\n- Carpe diem\n- Memento mori",
            [("Latin", ""), ("Carpe diem", ""), ("Memento mori", "")],
            [],
        ),
        ("– Bob\n– Cleo", [("", "Bob"), ("", "Cleo")], []),
    ],
)
def test_a_name_without_a_quote_before_it_is_doubted_and_a_list_is_one(lines, read, doubted):
    rows = found(f"{lines}\n").rows
    assert pairs(f"{lines}\n") == read
    assert [at for at, row in enumerate(rows) if row.doubtful] == doubted
    assert all(rows[at].notes[0].key == "name_alone" for at in doubted)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (f"Short - {LONG}", "long_name"),
        (f"Short – {LONG}", "long_name"),
        ("“It goes on", "looks_broken"),
        ("„Es geht weiter", "looks_broken"),
        ("To be –", "looks_broken"),
    ],
)
def test_half_a_card_from_a_line_that_looks_broken_is_doubted(line, why):
    file = f"{line}\nHi – Bob\n"
    assert notes(file) == [[why], []] and found(file).rows[0].doubtful


def test_a_broken_line_gets_no_name_from_the_next():
    assert notes("“It goes on\n- Bob\n") == [["looks_broken"], ["name_alone"]]


@pytest.mark.parametrize(
    "line", [f"“Short” – {LONG}", f"“Short” ({LONG})", f"Short | {LONG}", f"Short\t{LONG}"]
)
def test_a_name_that_is_surely_one_and_too_long_is_refused(line):
    row = found(f"{line}\nHi | Bob\n").rows[0]
    assert row.why.words == "This name is too long: 100 characters, and 80 are allowed."
    assert row.text == f"Short – {'N' * 72}…"


@pytest.mark.parametrize(
    "line",
    [
        "‘Twas the night",
        "I came – and went, as one does who has no time, and never once looked back at all of it, ever.",
    ],
)
def test_a_quote_alone_is_not_doubted(line):
    assert notes(f"{line}\nHi – Bob\n") == [[], []]


# What is seen of a row that is no card


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("Hi – Bob\n-----\nHo – Cleo\n", "-----"),
        ("Hi – Bob\n" + "x" * 301 + "\nHo – Cleo\n", "x" * 80 + "…"),
        ("Hi – Bob\n# my list\nHo – Cleo\n", "# my list"),
        ("quote,author\nHi,Bob\nHo,Cleo,Dora\n", "Ho,Cleo,Dora"),
        ('quote,author\nHi,Bob\n"Ho" x,Cleo\n', ""),
        ([{"quote": "Hi"}, {"quote": 42}], "42"),
        ([{"quote": "Hi"}, 42], "42"),
        ([{"quote": "Hi"}, {"colour": "red"}], "{'colour': 'red'}"),
        ({"format": "quote-deck", "cards": [{"red": {"quote": "Hi"}}, {"red": "Ho"}]}, "Ho"),
        ({"black": ["Hi _", "_ _ _ _ _"], "white": ["A hat"]}, "_ _ _ _ _"),
        ('{"quote": "Hi"}\n{"quote": "Ho"', '{"quote": "Ho"'),
    ],
)
def test_a_row_that_is_left_out_says_how_it_begins(file, text):
    assert [row.text for row in skipped(file)] == ([text] if text else [])


@pytest.mark.parametrize(
    ("category", "said"),
    [
        ("myth", []),
        ("", []),
        (None, []),
        (3, []),
        ("inspiration", ["unknown_kind"]),
        ("x" * 200, ["unknown_kind"]),
    ],
)
def test_a_kind_that_is_not_known_is_named(category, said):
    assert notes([{"quote": "Hi", "author": "Bob", "category": category}]) == [said]
