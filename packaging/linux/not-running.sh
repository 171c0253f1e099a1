#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Before an upgrade or a removal: under a running Outpace its files would go away. A run that records is never ended here.
set -e
running=
for process in /proc/[0-9]*; do
    if [ "$(readlink "$process/exe" 2>/dev/null)" = /usr/lib/outpace/outpace ]; then
        running="$running ${process#/proc/}"
    fi
done
if [ -n "$running" ]; then
    echo "Outpace is running (process$running). End its runs, close its windows, then try again." >&2
    exit 1
fi
