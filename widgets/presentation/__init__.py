# SPDX-License-Identifier: Apache-2.0
"""Big figures, cards, race tracks, and the sheets of a window that is legible from three meters."""
