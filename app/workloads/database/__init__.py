# SPDX-License-Identifier: Apache-2.0
"""What workloads on databases share: a schema whose rows the server makes itself, its mark, restore and placement."""
