"""The window that visitors see, and the life of a stand."""
