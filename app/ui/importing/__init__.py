# SPDX-License-Identifier: Apache-2.0
"""Results from elsewhere and sessions of systems that ran one at a time, made into a session."""
