"""The search for the highest number that holds: up in equal steps until one breaks, then bisected."""


class Search:
    """Among the whole numbers 1 ... highest, where what breaks at one number breaks at all above.

    Begins at `lowest`; where that breaks it is searched below. Ask `next`, try it, `judge`, until `next` is None.
    """

    def __init__(self, lowest: int, highest: int, step: int) -> None:
        """Raises ValueError unless 1 <= lowest <= highest and step >= 1."""
        if not 1 <= lowest <= highest or step < 1:
            raise ValueError(f"a search from {lowest} to {highest} by {step}")
        self._highest = highest
        self._step = step
        self._held = 0
        self._broke: int | None = None
        self._next: int | None = lowest

    @property
    def next(self) -> int | None:
        """The number to try now; None: it is found."""
        return self._next

    @property
    def held(self) -> int:
        """The highest that held so far; 0: none."""
        return self._held

    @property
    def broke(self) -> int | None:
        """The lowest that broke so far; None: none, so the highest that holds may be above the search."""
        return self._broke

    def judge(self, held: bool) -> None:
        """Whether `next` held."""
        if self._next is None:
            raise ValueError("nothing is being tried")
        if held:
            self._held = self._next
        else:
            self._broke = self._next
        if self._broke is None:
            self._next = min(self._held + self._step, self._highest) if self._held < self._highest else None
        else:
            self._next = (self._held + self._broke) // 2 if self._broke - self._held > 1 else None
