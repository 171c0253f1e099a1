# SPDX-License-Identifier: Apache-2.0
"""What is kept of a session: reports, exports, snapshots, pictures."""
