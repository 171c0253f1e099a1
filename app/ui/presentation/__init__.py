# SPDX-License-Identifier: Apache-2.0
"""The window that visitors see, and the life of a stand."""
