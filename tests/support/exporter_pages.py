# SPDX-License-Identifier: Apache-2.0
"""Exporter that serves predefined pages."""

import contextlib
import http.server
import threading
from collections.abc import Iterator, Sequence


@contextlib.contextmanager
def page_server(pages: Sequence[str | int]) -> Iterator[str]:
    """Serve one page after another, repeating the last; a number is a status without a page."""
    left = list(pages)

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            page = left.pop(0) if len(left) > 1 else left[0]
            self.send_response(page if isinstance(page, int) else 200)
            self.send_header("Location", "http://127.0.0.1:1/")
            self.end_headers()
            if isinstance(page, str):
                self.wfile.write(page.encode())

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
