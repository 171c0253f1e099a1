# SPDX-License-Identifier: Apache-2.0
"""Charts that paint the arrays passed to them."""
