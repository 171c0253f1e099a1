# SPDX-License-Identifier: Apache-2.0
"""DVD Store 3: the additions to version 2, which are members, reviews, and ratings of reviews."""
