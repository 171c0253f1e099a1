# SPDX-License-Identifier: Apache-2.0
"""Import of other tools' results: run totals and logs are combined in one session. Sessions can also be joined."""
