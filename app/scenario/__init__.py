# SPDX-License-Identifier: Apache-2.0
"""Reading, checking and writing scenarios."""
