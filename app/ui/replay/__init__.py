# SPDX-License-Identifier: Apache-2.0
"""Following a session file, live or as a replay, and the replay controls."""
