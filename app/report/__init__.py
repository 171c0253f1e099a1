# SPDX-License-Identifier: Apache-2.0
"""Reports and exports, all made from a session that is read."""
