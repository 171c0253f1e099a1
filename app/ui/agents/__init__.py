# SPDX-License-Identifier: Apache-2.0
"""The machines that drove a session's load from afar."""
