# SPDX-License-Identifier: Apache-2.0
"""Output of a session: reports, exports, snapshots, pictures."""
