# SPDX-License-Identifier: Apache-2.0
"""How work on a scenario begins: what is chosen, what is asked, and the engine that is started."""
