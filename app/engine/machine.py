"""The collectors of a run."""

from app.engine.watchers import Watchers as Machine

__all__ = ["Machine"]
