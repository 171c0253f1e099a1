# SPDX-License-Identifier: Apache-2.0
"""The driver on MariaDB compared with sysbench with the same stored procedures in the same mix.

    python -m tests.benchmarks.driver_mariadb [--rounds 3] [--seconds 8] [--size 10MB] [--users 1 8 32] [--durable]

sysbench's connections cannot receive the two results of a CALL, so the Lua script calls MariaDB's client library, which
sysbench itself uses: each call is a prepared statement, as in the driver, all result rows are fetched, and deadlocks
are retried. Calls are drawn with their mean frequencies in an order cycle, arguments from the driver's ranges.
"""

import random
import re
import tempfile
from pathlib import Path

from app.model.workloads import DvdStore
from app.workloads.cycle_language import utc_now
from app.workloads.dvdstore.dvdstore_tables import POPULAR_EVERY, POPULAR_WEIGHT
from app.workloads.dvdstore.generator import actor, customer, title
from tests.benchmarks.driver_against import Client, Rate, compare_with, given_options, watched
from tests.support.server_stores import Place

WORDS = 1000
"""Number of search strings of each kind."""
PROGRESS = re.compile(r"progress: ([\d.]+)")
RETRIED = re.compile(r"retried: (\d+)")

SCRIPT = """
local ffi = require("ffi")
ffi.cdef [[
void *mysql_init(void *);
void *mysql_real_connect(void *, const char *, const char *, const char *, const char *, unsigned, const char *,
                         unsigned long);
const char *mysql_error(void *);
void *mysql_stmt_init(void *);
int mysql_stmt_prepare(void *, const char *, unsigned long);
char mysql_stmt_bind_param(void *, void *);
int mysql_stmt_execute(void *);
int mysql_stmt_store_result(void *);
char mysql_stmt_free_result(void *);
int mysql_stmt_next_result(void *);
unsigned mysql_stmt_errno(void *);
const char *mysql_stmt_error(void *);
typedef struct {
    unsigned long *length; char *is_null; void *buffer; void *unused[5]; unsigned long room; unsigned long unused2[2];
    unsigned unused3[2]; int type; char unused4[4]; void *unused5;
} argument;
]]
local client = ffi.load("libmariadb.so.3")
local LONG, TEXT, DEADLOCK = 3, 253, 1213

local Procedure = {}
Procedure.__index = Procedure

local function prepared(connection, name, kinds)
    local self = setmetatable({kinds = kinds, numbers = {}, texts = {}, lengths = {}}, Procedure)
    local text = "CALL " .. name .. "(" .. string.rep("?", #kinds, ", ") .. ")"
    self.statement = client.mysql_stmt_init(connection)
    self.arguments = ffi.new("argument[?]", #kinds)
    for number = 1, #kinds do
        local one = self.arguments[number - 1]
        self.numbers[number], self.texts[number] = ffi.new("int[1]"), ffi.new("char[200]")
        self.lengths[number] = ffi.new("unsigned long[1]")
        one.length, one.room = self.lengths[number], 200
        if kinds:sub(number, number) == "i" then
            one.type, one.buffer = LONG, self.numbers[number]
        else
            one.type, one.buffer = TEXT, self.texts[number]
        end
    end
    if client.mysql_stmt_prepare(self.statement, text, #text) ~= 0
        or client.mysql_stmt_bind_param(self.statement, self.arguments) ~= 0 then
        error(name .. ": " .. ffi.string(client.mysql_stmt_error(self.statement)))
    end
    return self
end

function Procedure:call(...)
    for number = 1, #self.kinds do
        local value = select(number, ...)
        if type(value) == "number" then
            self.numbers[number][0] = value
        else
            ffi.copy(self.texts[number], value)
            self.lengths[number][0] = #value
        end
    end
    while client.mysql_stmt_execute(self.statement) ~= 0 do
        if client.mysql_stmt_errno(self.statement) ~= DEADLOCK then
            error(ffi.string(client.mysql_stmt_error(self.statement)))
        end
        retried = retried + 1
    end
    repeat
        client.mysql_stmt_store_result(self.statement)
        client.mysql_stmt_free_result(self.statement)
    until client.mysql_stmt_next_result(self.statement) ~= 0
end

local draw = sysbench.rand.uniform

local function basket()
    local items = {}
    for item = 1, draw(1, ITEMS) do
        local product = draw(1, WEIGHT)
        if product > PRODUCTS then
            product = (product - PRODUCTS - 1) % POPULAR * POPULAR_EVERY + POPULAR_EVERY
        end
        items[item] = string.format("%010d%d", product, draw(1, 3))
    end
    return table.concat(items)
end

function thread_init()
    retried = 0
    local connection = client.mysql_init(nil)
    local password = os.getenv("OUTPACE_PASSWORD")
    if client.mysql_real_connect(connection, HOST, USER, password, DATABASE, PORT, nil, 0) == nil then
        error(ffi.string(client.mysql_error(connection)))
    end
    local login = prepared(connection, "LOGIN", "tt")
    local new = prepared(connection, "NEW_CUSTOMER", NEW_KINDS)
    local category = prepared(connection, "BROWSE_CATEGORY", "ii")
    local by_actor = prepared(connection, "BROWSE_ACTOR", "ti")
    local by_title = prepared(connection, "BROWSE_TITLE", "ti")
    local price = prepared(connection, "PRICE", "t")
    local purchase = prepared(connection, "PURCHASE", "itit")
    browse = {
        function(limit) category:call(draw(1, 16), limit) end,
        function(limit) by_actor:call(ACTORS[draw(1, #ACTORS)], limit) end,
        function(limit) by_title:call(TITLES[draw(1, #TITLES)], limit) end,
    }
    others = {
        function()
            if draw(1, 1000) <= NEW_IN_1000 then
                NEW[NAME] = "newuser" .. draw(0, 999999999)
                new:call(unpack(NEW))
            else
                login:call("user" .. draw(1, CUSTOMERS), "password")
            end
        end,
        function() price:call(basket()) end,
        function() purchase:call(draw(1, CUSTOMERS), DATE, draw(999, 2999 * 3 * ITEMS), basket()) end,
    }
end

function event()
    local drawn = draw(1, 3 + SEARCHES)
    if drawn > 3 then
        browse[draw(1, 3)](draw(1, LIMIT))
    else
        others[drawn]()
    end
end

function thread_done()
    if retried > 0 then print("retried: " .. retried) end
end

sysbench.hooks.report_intermediate = function(now)
    print(string.format("progress: %.2f", now.events / now.time_interval))
    io.stdout:flush()
end
"""


def lua(value: object) -> str:
    """Return a value as a Lua literal."""
    if isinstance(value, (list, tuple)):
        return "{" + ", ".join(map(lua, value)) + "}"
    return str(value) if isinstance(value, int) else '"' + str(value) + '"'


def script(place: Place, parameters: DvdStore) -> str:
    """Return the Lua script for a database, without its password."""
    endpoint = place.address.endpoint
    assert endpoint is not None
    rows, rng = parameters.rows, random.Random(1)
    new = ["" if value is None else value for value in customer((12345, 67890), 1, "")]
    popular = rows.products // POPULAR_EVERY
    values = {
        "HOST": endpoint[0],
        "PORT": endpoint[1],
        "USER": place.address.target.user,
        "DATABASE": place.address.database,
        "CUSTOMERS": rows.customers,
        "PRODUCTS": rows.products,
        "POPULAR": popular,
        "POPULAR_EVERY": POPULAR_EVERY,
        "WEIGHT": rows.products + popular * (POPULAR_WEIGHT - 1),
        "ITEMS": 2 * parameters.line_items - 1,
        "SEARCHES": parameters.searches,
        "LIMIT": 2 * parameters.search_batch_size - 1,
        "ACTORS": [actor(rng.randrange(200), rng.randrange(200)) for _ in range(WORDS)],
        "TITLES": [title(rng.randint(1, rows.products)) for _ in range(WORDS)],
        "NEW": new,
        "NEW_KINDS": "".join("i" if isinstance(value, int) else "t" for value in new),
        "NAME": 15,
        "NEW_IN_1000": round(parameters.new_customers_percent * 10),
        "DATE": utc_now(),
    }
    return "".join(f"local {name} = {lua(value)}\n" for name, value in values.items()) + SCRIPT


class Sysbench:
    """Program sysbench running against a database, with its script in a folder."""

    def __init__(self, place: Place, parameters: DvdStore, folder: Path) -> None:
        self._password = place.password
        self._path = folder / "dvdstore.lua"
        self._path.write_text(script(place, parameters), "ascii")

    def __call__(self, users: int, seconds: int) -> Rate:
        """Return the rate in the seconds after the first."""
        command = [
            "sysbench",
            f"--threads={users}",
            f"--time={seconds + 2}",
            "--report-interval=1",
            str(self._path),
            "run",
        ]
        return watched(command, {"OUTPACE_PASSWORD": self._password, "PATH": "/usr/bin"}, PROGRESS, RETRIED, seconds)


def main() -> None:
    given = given_options(__doc__)
    with tempfile.TemporaryDirectory() as name:

        def client_on(place: Place, parameters: DvdStore) -> Client:
            return Sysbench(place, parameters, Path(name))

        compare_with("sysbench", "mariadb", {"innodb_buffer_pool_size": "256M"}, client_on, given)


if __name__ == "__main__":
    main()
