"""Keeps a snapshot of what the booth window shows, without asking: a visitor must not see a dialog."""

from PySide6.QtCore import QObject, Signal

from app.session.errors import SessionError
from app.session.snapshot import snapshot
from app.ui.background import Task
from app.ui.booth.window import BoothWindow
from app.ui.dialogs.snapshot import picture_path, snapshot_path
from app.ui.layout import Layout, layout_to_json
from app.ui.picture import picture_of, png_of
from app.ui.texts import tr


class Keeping(QObject):
    """said: what came of it, for the operator."""

    said = Signal(str)

    def keep(self, window: BoothWindow) -> None:
        """Keeps the session as recorded so far, with a picture of the window, beside the session."""
        follower = window.follower
        if follower is None:
            return
        at_s = max(0, round(window.moment_s))
        name = tr("at {minutes} min {seconds:02d} s").format(minutes=at_s // 60, seconds=at_s % 60)
        source, path = follower.path, snapshot_path(follower.path, name)
        charted = tuple(row.path for row in window.board.rows)
        layout = layout_to_json(Layout(charted=charted, span_s=None, end_s=window.moment_s))
        png = png_of(picture_of(window))

        def make() -> None:
            snapshot(source, path, name=name, note="", layout_json=layout, png=png)
            with picture_path(path).open("xb") as picture:  # never over a file that is there
                picture.write(png)

        task = Task(make, (SessionError, OSError), self)
        words = tr("Snapshot saved: {path}").format(path=path)
        task.done.connect(lambda _result: self.said.emit(words))
        task.failed.connect(self.said)
        for signal in (task.done, task.failed):
            signal.connect(lambda _result: task.deleteLater())
        task.start()
