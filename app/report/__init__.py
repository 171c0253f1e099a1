# SPDX-License-Identifier: Apache-2.0
"""Reports and exports of recorded sessions."""
