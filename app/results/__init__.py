# SPDX-License-Identifier: Apache-2.0
"""Results of a session as data for windows and reports: figures, results and studies, with their text."""
