# SPDX-License-Identifier: Apache-2.0
"""What version 3 of the DVD Store has more than version 2: members, reviews, and how helpful they were."""
