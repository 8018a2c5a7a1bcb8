"""A web server with parts of files, as those of the Hub and of S3 have them, and with the faults that servers have.

What stands first in the path says how it answers, the rest is a file in its folder:
  /files/      as it should
  /whole/      all of the file, whatever part was asked for
  /busy/       each part twice with 503 and 429 first
  /cut/        each part is cut off the first time
  /other/      another part than was asked for
  /changes/    from the second request on the file is another one
  /moved/      a redirect to /files/ of the same server by another name, so that it is another host
  /private/    for those who have the token "good" alone
  /hangs/      no answer
  /owner/name/resolve/main/, /api/models/owner/name/tree/main    as the Hub
"""

import http.server
import json
import os
import threading
import time
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def plain(self, status, body=b"", headers=()):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers:
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        server = self.server
        url = urllib.parse.urlsplit(self.path)
        wanted = self.headers.get("Range", "")
        with server.lock:
            server.asked.append((self.headers.get("Host", ""), self.path, wanted, self.headers.get("Authorization")))
            key = (url.path, wanted)
            times = server.times[key] = server.times.get(key, 0) + 1
            total = server.times[url.path] = server.times.get(url.path, 0) + 1
        way, _, name = url.path.lstrip("/").partition("/")
        if url.path == "/api/models/owner/name/tree/main":
            names = [{"type": "file", "path": one} for one in sorted(os.listdir(server.folder))]
            self.plain(200, json.dumps(names).encode())
            return
        if url.path.startswith("/owner/name/resolve/main/"):
            way, name = "files", url.path[len("/owner/name/resolve/main/") :]
        if way == "moved":
            port = server.server_address[1]
            self.plain(302, b"elsewhere" * 100_000, [("Location", f"http://localhost:{port}/files/{name}")])
            return
        if way == "private" and self.headers.get("Authorization") != "Bearer good":
            self.plain(401, b"no")
            return
        if way == "hangs":
            server.isHanging.set()
            server.isOver.wait()
            return
        if way == "busy" and times <= 2:
            self.plain(503 if times == 1 else 429, b"later", [("Retry-After", "0")])
            return
        try:
            with open(os.path.join(server.folder, urllib.parse.unquote(name)), "rb") as file:
                self.send_file(file, way, wanted, times, total)
        except FileNotFoundError:
            self.plain(404, b"<html>no such file</html>")

    def send_file(self, file, way, wanted, times, total):
        size = os.fstat(file.fileno()).st_size
        version = '"2"' if way == "changes" and total > 1 else '"1"'
        if way == "whole" or not wanted.startswith("bytes="):
            self.send_response(200)
            self.send_header("Content-Length", str(size))
            self.end_headers()
            try:
                while block := file.read(1 << 20):
                    self.wfile.write(block)
                    self.server.sent += len(block)
            except OSError:
                self.close_connection = True
            return
        first, _, last = wanted[len("bytes=") :].partition("-")
        first, last = int(first), min(int(last), size - 1)
        if first >= size:
            self.plain(416, b"", [("Content-Range", f"bytes */{size}")])
            return
        if way == "other" and first:
            first -= 1
            last -= 1
        file.seek(first)
        body = file.read(last - first + 1)
        self.send_response(206)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
        self.send_header("ETag", version)
        self.end_headers()
        if way == "cut" and times == 1:
            self.wfile.write(body[: len(body) // 2])
            self.close_connection = True
            return
        with self.server.lock:
            self.server.sent += len(body)
        self.wfile.write(body)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, folder):
        super().__init__(("127.0.0.1", 0), Handler)
        self.folder = folder
        self.lock = threading.Lock()
        self.asked = []  # host, path, range, authorization
        self.times = {}
        self.sent = 0
        self.isHanging = threading.Event()
        self.isOver = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, address):
        pass  # who asked went away

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def forget(self):
        with self.lock:
            self.asked.clear()
            self.times.clear()
            self.sent = 0
