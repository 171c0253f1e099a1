# SPDX-License-Identifier: Apache-2.0
"""Output of sessions: reports, exports, snapshots and images."""
