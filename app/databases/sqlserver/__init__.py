# SPDX-License-Identifier: Apache-2.0
"""SQL Server and Babelfish: connecting, inspection and statistics."""
