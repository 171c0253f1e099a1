# SPDX-License-Identifier: Apache-2.0
"""Wording of messages for storage I/O, in which a user is an outstanding I/O, and an order is an I/O."""

from collections.abc import Mapping

from app.model.events import (
    CallsUnderWay,
    DriverLimits,
    Errors,
    NoOrders,
    NothingMeasured,
    ServerLost,
    UsersBack,
    UsersChanged,
    UsersHeldUp,
    UsersLost,
    UsersNotConnected,
    UsersSet,
    UsersStuck,
)

STORAGE_WORDING: Mapping[str, str] = {
    "95 % of orders answered within": "95 % of I/Os answered within",
    UsersLost.template: "{system}: {at_work} of {users} I/Os are outstanding",
    UsersLost.over: (
        "{system}: only {at_work} of {users} I/Os were outstanding from {from_s:.0f} s to [{to_s:.0f} s|the end]"
    ),
    UsersBack.template: "{system}: all {users} I/Os are outstanding again after {seconds:.0f} s",
    UsersNotConnected.template: (
        "{place}: worker {worker}[ on {agent}] could begin {connected} of {users} I/Os[; the first error: {error}]"
    ),
    UsersStuck.template: "{place}: worker {worker}: {users} I/Os never returned",
    UsersStuck.one: "{place}: worker {worker}: one I/O never returned",
    UsersHeldUp.template: (
        "{system}: {users} I/Os each took more than {share:.0%} of the measured window (the longest so far "
        "{oldest_s:.0f} s): fewer were outstanding than were asked for"
    ),
    UsersHeldUp.one: (
        "{system}: one I/O took more than {share:.0%} of the measured window (so far {oldest_s:.0f} s): fewer were "
        "outstanding than were asked for"
    ),
    CallsUnderWay.template: (
        "{system}: {calls:,} I/Os had not returned when the measured window ended, the oldest for {oldest_s:.0f} s. "
        'They are counted apart; the latencies that they could change read "at least" (≥)'
    ),
    CallsUnderWay.one: (
        "{system}: one I/O had not returned when the measured window ended, for {oldest_s:.0f} s. It is counted "
        'apart; the latencies that it could change read "at least" (≥)'
    ),
    UsersSet.template: "{system}: {users} outstanding I/Os from now on",
    UsersChanged.template: "{system}: the number of outstanding I/Os was changed by hand during the run",
    ServerLost.template: "{place} is unreachable since {from_s:.0f} s; its I/Os are tried again ({error})",
    NothingMeasured.template: "{system}: no I/Os were completed in the measured window[ ({run})]",
    NoOrders.template: "{system}: no I/Os were completed",
    Errors.template: '{system}: {errors:,} errors in {orders:,} I/Os[, {of_sort_count:,} of them "{sort}" ({error})]',
    DriverLimits.over_all: (
        "{system} is limited by the CPU of the driver machine[ at {load}], not by its own speed "
        "({reasons}). Latencies include the driver's own delay: end other programs, use more cores or fewer "
        "outstanding I/Os"
    ),
    "{users} users": "{users} outstanding I/Os",
    "1 user": "1 outstanding I/O",
    "users": "outstanding I/Os",
    "orders/s": "I/Os per second",
    "{rate:g} orders/s": "{rate:g} I/Os per second",
    "{run} · ramp {ramp:g}\u00a0users/s · warm-up\u00a0{warm_up}": "{run} · warm-up\u00a0{warm_up}",
    "{repeats}\u00a0repeats of {run} · ramp {ramp:g}\u00a0users/s · warm-up\u00a0{warm_up}": (
        "{repeats}\u00a0repeats of {run} · warm-up\u00a0{warm_up}"
    ),
    "{name}: its users could not be connected. {trouble}. The details are in {log}.": (
        "{name}: its I/Os could not be begun. {trouble}. The details are in {log}."
    ),
    "{trouble}. Ask for fewer users, or see {log}.": "{trouble}. Ask for fewer outstanding I/Os, or see {log}.",
    "Stopped while the users were being connected.": "Stopped while the files were being opened.",
    "race of {orders} orders per system": "race of {orders} I/Os per system",
}
"""Templates of messages, and their replacements in a storage I/O session."""
