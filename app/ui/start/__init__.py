"""How work on a scenario begins: what is chosen, what is asked, and the engine that is started."""
