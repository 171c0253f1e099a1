# SPDX-License-Identifier: Apache-2.0
"""ODBC connection strings: quoting round-trips, and malformed ones are rejected with the position and a remedy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.odbc import (
    OdbcTextError,
    connection_string,
    holds_password,
    parse,
    plain_keyword,
    quote,
    value_of,
    without,
)

values = st.text(
    st.one_of(st.sampled_from(";{}='\"\\ ,"), st.characters(min_codepoint=32, exclude_characters="\x7f")), max_size=30
)
keywords = st.from_regex(r"[A-Z][A-Z0-9_]{0,12}", fullmatch=True)


@given(st.lists(st.tuples(keywords, values), max_size=6, unique_by=lambda pair: plain_keyword(pair[0])))
def test_connection_string_round_trips(pairs: list[tuple[str, str]]) -> None:
    assert parse(connection_string(pairs)) == tuple(pairs)


@given(keywords, values, values)
def test_duplicate_keyword_is_rejected(keyword: str, first: str, second: str) -> None:
    with pytest.raises(OdbcTextError):
        parse(connection_string([(keyword, first), (keyword.lower(), second)]))


@given(values, values)
def test_value_cannot_inject_a_keyword(value: str, other: str) -> None:
    text = f"UID={quote(value)};APP={quote(other)};"
    assert parse(text) == (("UID", value), ("APP", other))


@given(values)
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    try:
        found = parse(text)
    except OdbcTextError:
        return
    assert parse(connection_string(found)) == found


def test_plain_values_are_not_quoted() -> None:
    text = connection_string(
        [("DRIVER", "ODBC Driver 18 for SQL Server"), ("SERVER", "tcp:db1.lab,1433"), ("APP", "a;b}c")]
    )
    assert text == "DRIVER=ODBC Driver 18 for SQL Server;SERVER=tcp:db1.lab,1433;APP={a;b}}c};"


def test_braces_blanks_and_letter_case_are_handled() -> None:
    pairs = parse(" Driver = {FreeTDS} ; Server=db1 ;uid={a}}b};; ")
    assert pairs == (("Driver", "FreeTDS"), ("Server", "db1"), ("uid", "a}b"))
    assert value_of(pairs, "SERVER") == "db1"
    assert value_of(pairs, "USER") == "a}b"
    assert value_of(pairs, "DATABASE") == ""
    assert without(pairs, "USERNAME", "HOST") == (("Driver", "FreeTDS"),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('DSN=a;UID="me"', 'character 11: a stray quote (") in the value of UID'),
        ("DSN=it's", "character 7: a stray quote (') in the value of DSN"),
        ("DSN=a}b", "character 6: a stray brace (}) in the value of DSN"),
        ("DSN=a{b", "character 6: a stray brace ({) in the value of DSN"),
        ("DSN={a;UID=b", "character 5: the brace that begins the value of DSN is never closed"),
        ("DSN={a}b;UID=c", "character 8: something follows the closing brace of DSN"),
        ("DSN=a;SERVER=b;Server=c", "Server appears twice"),
        ("UID=a;User=b", "UID and User mean the same"),
        ("DSN=a;evil", "character 7: there is a part without an equals sign"),
        ("DSN=a;b;UID=c", "character 7: there is a part without an equals sign"),
        ("=a", "character 1: a keyword consists of letters"),
        ("DSN={a\nb}", "control character"),
        ("DSN=a\x00b", "control character"),
    ],
)
def test_malformed_text_is_rejected_with_the_position(text: str, told: str) -> None:
    with pytest.raises(OdbcTextError) as caught:
        parse(text)
    assert told in str(caught.value)


def test_control_character_is_rejected() -> None:
    for value in ("a\nb", "a\0b"):
        with pytest.raises(OdbcTextError):
            quote(value)
    with pytest.raises(OdbcTextError):
        connection_string([("A;B", "c")])


@pytest.mark.parametrize(
    "text",
    [
        "DSN=a;PWD=x",
        "dsn=a;pwd={x}",
        "Password = x;DSN=a",
        "DSN=a;PASSWORD2=x",
        "DSN=a;SSLKEYPWD=x",
        "DSN=a;pqopt={sslpassword=x}",
        "DSN=a;pqopt={host=b password=x}",
        "DSN=a;PWD={never closed",
        'DSN="a";PWD=x',
        "DSN=a;AccessToken=x",
        "DSN=a;KeyStoreSecret=x",
    ],
)
def test_password_is_found_anywhere_in_the_text(text: str) -> None:
    assert holds_password(text)


@pytest.mark.parametrize("text", ["", "DSN=a;UID=password", "DSN={pwd};UID=a", "DRIVER={PostgreSQL Unicode};SERVER=b"])
def test_text_without_a_password_is_recognized(text: str) -> None:
    assert not holds_password(text)
