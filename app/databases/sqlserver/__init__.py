# SPDX-License-Identifier: Apache-2.0
"""SQL Server and Babelfish: how to talk to them, what they say of themselves, what they count."""
