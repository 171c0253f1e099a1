# SPDX-License-Identifier: Apache-2.0
"""Results from elsewhere: run totals, logs and other sessions become one session."""
