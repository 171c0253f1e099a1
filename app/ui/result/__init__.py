# SPDX-License-Identifier: Apache-2.0
"""Result page: the outcome of a session, in the blocks that reports are made of."""
