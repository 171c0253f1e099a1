# SPDX-License-Identifier: Apache-2.0
"""Views of the remote machines that drove a session's load."""
