# SPDX-License-Identifier: Apache-2.0
"""Live page of a session: read-only, on one address of this machine, for whoever has its link."""
