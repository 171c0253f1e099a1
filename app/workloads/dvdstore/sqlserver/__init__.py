# SPDX-License-Identifier: Apache-2.0
"""DVD Store on SQL Server and Babelfish."""
