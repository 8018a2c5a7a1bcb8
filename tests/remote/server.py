"""A web server with parts of files, as those of the Hub and of S3 have them, and with the faults that servers have.

What stands first in the path says how it answers, the rest is a file in its folder:
  /files/      as it should
  /whole/      all of the file, whatever part was asked for
  /busy/       each part twice with 503 and 429 first
  /cut/        each part is cut off the first time
  /other/      another part than was asked for
  /changes/    from the second request on the file is another one
  /moved/      a redirect to /files/ of the same server by another name, so that it is another host
  /away/       a redirect to /files/ of the server that is set as `elsewhere`, which has another port
  /back/       a redirect to the same server by another name, and from there back to its first name
  /signed/     a redirect to /once-N/ of the same server, where N is another one each time: it sends three parts, and then 403
  /renamed/    a redirect to /private/, of the same server by the same name
  /private/    for those who have the token "good" alone, or the name and the password that go by "good"
  /hangs/      no answer
  /limited/    as it should, until `allowance` bytes have gone; then 403, or no answer where `waits` is set
  /owner/name/resolve/main/, /owner/stored/resolve/main/ (on another host), /api/models/owner/name/tree/main    as the Hub
"""

import http.server
import json
import os
import ssl
import threading
import time
import urllib.parse


SECRET = ("authorization", "cookie", "x-amz-")  # what names of headers with secrets begin with


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
            server.secrets.append((self.headers.get("Host", ""), sorted(name.lower() for name in self.headers if name.lower().startswith(SECRET))))
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
        if url.path.startswith("/owner/stored/resolve/main/"):
            way, name = "moved", url.path[len("/owner/stored/resolve/main/") :]
        port = server.server_address[1]
        redirects = {
            "moved": f"http://localhost:{port}/files/{name}",
            "away": f"{server.elsewhere}/files/{name}",
            "back": f"http://localhost:{port}/home/{name}",
            "home": f"http://127.0.0.1:{port}/files/{name}",
            "renamed": f"http://127.0.0.1:{port}/relative/{name}",
            "relative": f"/private/{name}",
            "signed": f"/once-{times}-{total}/{name}",
        }
        if way in redirects:
            self.plain(302, b"elsewhere" * 100_000, [("Location", redirects[way])])
            return
        if way.startswith("once-") and total > 3:
            self.plain(403, b"over")
            return
        if way == "private" and self.headers.get("Authorization") not in ("Bearer good", "Basic Z29vZDpnb29k"):
            self.plain(401, b"no")
            return
        if way == "hangs":
            server.isHanging.set()
            server.isOver.wait()
            return
        if way == "limited" and server.sent > server.allowance:
            if server.waits:
                server.isHanging.set()
                server.isOver.wait()
                return
            self.plain(403, b"no more")
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
        version = '"2"' if way == "changes" and total > 1 else f'"{self.server.version}"'
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

    def __init__(self, folder, certificate=None, key=None):
        super().__init__(("127.0.0.1", 0), Handler)
        self.scheme = "https" if certificate else "http"
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            self.socket = context.wrap_socket(self.socket, server_side=True)
        self.folder = folder
        self.lock = threading.Lock()
        self.asked = []  # host, path, range, authorization
        self.secrets = []  # host, names of headers with secrets
        self.elsewhere = ""
        self.times = {}
        self.sent = 0
        self.allowance = 0
        self.waits = False
        self.version = "1"  # of each file
        self.isHanging = threading.Event()
        self.isOver = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, address):
        pass  # who asked went away

    @property
    def address(self):
        return f"{self.scheme}://127.0.0.1:{self.server_address[1]}"

    def forget(self):
        with self.lock:
            self.asked.clear()
            self.secrets.clear()
            self.times.clear()
            self.sent = 0
