# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3: additions to version 2, namely members, reviews, and ratings of reviews."""
