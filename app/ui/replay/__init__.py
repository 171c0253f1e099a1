# SPDX-License-Identifier: Apache-2.0
"""One session file followed live or replayed, and the controls of a replay."""
