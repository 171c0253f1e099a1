# SPDX-License-Identifier: Apache-2.0
"""What a session says, as data for window and reports alike: figures, results, studies and their texts."""
