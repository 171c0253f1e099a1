# SPDX-License-Identifier: Apache-2.0
"""Output of the current session: snapshots, exports, and an image on the clipboard."""

import logging
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
from PySide6.QtCore import QLocale, QObject, QUrl
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QApplication, QFileDialog

from app.report.outputs import SLIDE_FACTOR, Outputs, write_reports
from app.report.page.page_content import PageOptions
from app.report.slide import Ground, slide_of, slide_png
from app.results.study import study_of
from app.session.new_file import snapshot
from app.session.paths import output_folder
from app.session.reader import SessionReader
from app.session.session_error import SessionError
from app.ui.reports.export_dialog import ExportDialog, ExportRequest, export
from app.ui.reports.show_dialog import ShowDialog
from app.ui.reports.snapshot_dialog import SnapshotDialog, picture_of, picture_path, png_of
from app.ui.window.background import Task
from app.ui.window.languages import language_of
from app.ui.window.main_window import MainWindow
from app.ui.window.state import StateStore
from app.ui.workbench.localised_figures import WINDOW_LANGUAGE
from app.ui.workbench.threshold_marks import chosen_thresholds
from app.ui.workbench.view import ViewLayout, layout_to_json
from app.ui.workbench.workbench_page import Workbench
from widgets.theme import DARK
from widgets.translation import tr

log = logging.getLogger(__name__)

PICTURE_MESSAGE_MS = 4000


class Saving(QObject):
    """Commands that save; long operations run in the background, and their results are shown in the window."""

    def __init__(self, shell: MainWindow, workbench: Workbench, store: StateStore) -> None:
        super().__init__(shell)
        self._shell = shell
        self._workbench = workbench
        self._store = store
        self._show_dialog: ShowDialog | None = None
        self.show: Callable[[Path], object] = lambda path: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))
        """Opens a file or folder with the desktop's program."""

    def snapshot(self) -> None:
        """Ask for a name and note, then save the recording so far with its view; the run continues."""
        follower = self._workbench.follower
        if follower is None:
            return
        layout, png = self.layout_now(), png_of(picture_of(self._shell))
        dialog = SnapshotDialog(
            follower.path, tr("at {moment}").format(moment=_clock(follower.now_s)), self._shell, recording=follower.live
        )
        if not dialog.exec():
            return
        ground = self._ground()
        path, name, note, source = dialog.path, dialog.name, dialog.note, follower.path
        layout_json = layout_to_json(layout)

        def keep() -> None:
            snapshot(source, path, name=name, note=note, layout_json=layout_json, png=png)
            with picture_path(path).open("xb") as picture:  # never overwrite an existing file
                picture.write(slide_of_session(path, ground) or png)

        task = Task(keep, (SessionError, OSError), self)
        message = tr("Snapshot saved: {path}, and its picture {name}").format(path=path, name=picture_path(path).name)
        offers = ((tr("Session Library"), self._shell.actions_["library"].trigger),)
        task.done.connect(lambda _result: self._shell.notice.say(message, "info", offers=offers))
        self._begin(task, tr("saving the snapshot…"))

    def copy(self) -> None:
        """Copy an image of the window to the clipboard."""
        QApplication.clipboard().setPixmap(picture_of(self._shell))
        self._shell.statusBar().showMessage(tr("Image of the window copied to the clipboard"), PICTURE_MESSAGE_MS)

    def copy_slide(self) -> None:
        """Copy the image for a slide to the clipboard."""
        follower = self._workbench.follower
        if follower is None:
            return
        path, ground = follower.path, self._ground()
        task = Task(lambda: slide_of_session(path, ground), (SessionError, OSError), self)

        def copied(png: object) -> None:
            image = QImage.fromData(png) if isinstance(png, bytes) and png else QImage()
            if image.isNull():
                self._shell.notice.say(tr("There is no slide: nothing was measured."), "warning")
                return
            QApplication.clipboard().setImage(image)
            self._shell.notice.say(tr("Image for a slide copied to the clipboard"), "info")

        task.done.connect(copied)
        self._begin(task, tr("drawing the slide…"))

    def export(self) -> None:
        """Ask for a format and destination, then export the figures."""
        follower = self._workbench.follower
        if follower is None:
            return
        dialog = ExportDialog(follower.path, self._store.text("export folder"), self._shell)
        if not dialog.exec() or dialog.request is None:
            return
        request: ExportRequest = replace(dialog.request, thresholds=chosen_thresholds(self._workbench.view))
        self._store.put("export folder", str(request.target.parent))
        task = Task(lambda: export(request), (SessionError, OSError), self)
        task.done.connect(
            lambda _result: self._shell.notice.say(tr("Exported to {target}").format(target=request.target), "info")
        )
        self._begin(task, tr("exporting…"))

    def page(self) -> None:
        """Ask for a file, then save the session as an interactive page in the window's language."""
        follower = self._workbench.follower
        if follower is None:
            return
        folder = Path(self._store.text("page folder") or output_folder(follower.path))
        usual = str(folder / f"{follower.path.stem}.html")
        chosen, _ = QFileDialog.getSaveFileName(self._shell, tr("Save as Page"), usual, tr("Web pages (*.html)"))
        if not chosen:
            return
        source, path = follower.path, Path(chosen).with_suffix(".html")
        thresholds = chosen_thresholds(self._workbench.view)
        self._store.put("page folder", str(path.parent))
        options = PageOptions(language=WINDOW_LANGUAGE, language_code=language_of(QLocale()))

        def write() -> None:
            # The file dialog has asked whether to replace an existing file.
            with tempfile.TemporaryDirectory(dir=path.parent, prefix=".outpace-") as temporary:
                new = Path(temporary, "page.html")
                write_reports([source], Outputs(page=new), thresholds=thresholds, page_options=options)
                new.replace(path)

        task = Task(write, (SessionError, OSError), self)
        offers = (
            (tr("Open in Browser"), lambda: self.show(path)),
            (tr("Open Folder"), lambda: self.show(path.parent)),
        )
        message = tr("Page saved: {path}").format(path=path)
        task.done.connect(lambda _result: self._shell.notice.say(message, "info", offers=offers))
        self._begin(task, tr("saving the page…"))

    def show_live(self) -> ShowDialog | None:
        """Show the dialog that shows the session live on a network."""
        follower = self._workbench.follower
        if follower is None:
            return None
        if self._show_dialog is None:
            self._show_dialog = ShowDialog(follower.path, self._shell)
        self._show_dialog.set_session(follower.path)
        self._show_dialog.show()
        return self._show_dialog

    def layout_now(self) -> ViewLayout:
        """Return the layout with a fixed moment, so that the snapshot opens with the figures now visible."""
        layout, window = self._workbench.view.layout, self._workbench.time_window
        if window is None:
            return layout
        span_s = window.span_s if layout.span_s is not None else None
        return msgspec.structs.replace(layout, span_s=span_s, end_s=window.to_s)

    def _ground(self) -> Ground:
        return "dark" if self._workbench.theme is DARK else "light"

    def _begin(self, task: Task, message: str) -> None:
        bar = self._shell.statusBar()
        bar.showMessage(message)
        task.failed.connect(self._shell.notice.say)
        for signal in (task.done, task.failed):
            signal.connect(lambda _result: bar.clearMessage())
        task.start()


def slide_of_session(path: Path, ground: Ground) -> bytes:
    """Return a PNG image for a slide in the window's language; empty if nothing was measured.

    Reads the whole session; do not call it in the GUI thread.
    """
    try:
        with SessionReader.open(path) as reader:
            return slide_png(slide_of(study_of([reader]), [reader], WINDOW_LANGUAGE), ground, SLIDE_FACTOR)
    except SessionError as error:
        log.info("no slide of %s: %s", path, error)
        return b""


def _clock(seconds: float) -> str:
    """Format a time since the start for a file name."""
    whole = max(0, round(seconds))
    return tr("{minutes} min {seconds:02d} s").format(minutes=whole // 60, seconds=whole % 60)
