# SPDX-License-Identifier: Apache-2.0
"""On SQL Server and Babelfish."""
