# SPDX-License-Identifier: Apache-2.0
"""Live page of a session: read-only, served on one address of this machine to anyone who has the link."""
