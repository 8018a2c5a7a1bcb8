#!/usr/bin/env python3
"""Opens files through a real web server, as people have them: over HTTP/2 and TLS of one's own, behind a password, behind
redirects and a proxy, throttled, busy, and without parts of files.

    nginx.py CAIRN_CLI NGINX

What is read must be what is read from the disk. Exits with 77 where there is no nginx or openssl.
"""

import json
import shutil
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from client import Client, large_safetensors  # noqa: E402

TOP = Path(__file__).resolve().parent.parent.parent
SAMPLE = TOP / "resources" / "samples" / "two_gpus.pth"

# Two servers: what one sends elsewhere the other has. Their log has what was asked, and with which secrets.
CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{
    types {{ }}
    default_type application/octet-stream;
    log_format ends '$server_port $server_protocol "$request_uri" $status $body_bytes_sent "$http_range" "$http_authorization" $connection';
    access_log {folder}/access.log ends;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    limit_conn_zone $binary_remote_addr zone=connections:1m;
    limit_req_zone $binary_remote_addr zone=rate:1m rate=4r/s;
    ssl_certificate {folder}/cert.pem;
    ssl_certificate_key {folder}/key.pem;
    gzip on; gzip_types *; gzip_min_length 1;
    server {{
        listen 127.0.0.1:{secure} ssl http2;
        location /files/ {{ alias {folder}/files/; }}
        location /slow/ {{ alias {folder}/files/; limit_rate 4m; }}
        location /busy/ {{ alias {folder}/files/; limit_req zone=rate; limit_req_status 429; }}
        location /alone/ {{ alias {folder}/files/; limit_conn connections 1; limit_rate 3m; }}
        location /whole/ {{ alias {folder}/files/; max_ranges 0; }}
        location /private/ {{ alias {folder}/files/; auth_basic "who"; auth_basic_user_file {folder}/users; }}
        location /moved/ {{ rewrite ^/moved/(.*)$ /files/$1 redirect; }}
        location /away/ {{ return 302 https://127.0.0.1:{other}$request_uri; }}
        location /less/ {{ return 302 http://127.0.0.1:{plain}/files/model.pth; }}
    }}
    server {{
        listen 127.0.0.1:{other} ssl;
        location /away/ {{ alias {folder}/files/; }}
    }}
    server {{
        listen 127.0.0.1:{plain};
        location /status {{ stub_status; access_log off; }}
        location /files/ {{ alias {folder}/files/; }}
    }}
}}
"""

cli, nginx = sys.argv[1:3]
client = Client(cli)
check, run = client.check, client.run


def free_ports(count):
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


class Proxy(socketserver.ThreadingTCPServer):
    """Connects to where it is asked to, as https_proxy does, and remembers that."""

    daemon_threads = True

    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            wanted = self.rfile.readline().split()
            while self.rfile.readline().strip():
                pass
            self.server.asked.append(wanted[1].decode())
            host, port = wanted[1].decode().rsplit(":", 1)
            with socket.create_connection((host, int(port))) as there:
                self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
                back = threading.Thread(target=self.pump, args=(there, self.connection), daemon=True)
                back.start()
                self.pump(self.connection, there)
                back.join()

        @staticmethod
        def pump(source, target):
            try:
                while data := source.recv(65536):
                    target.sendall(data)
                target.shutdown(socket.SHUT_WR)
            except OSError:
                pass

    def __init__(self):
        super().__init__(("127.0.0.1", 0), self.Handler)
        self.asked = []
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Nginx:
    def __init__(self, folder):
        self.folder = folder
        self.secure, self.other, self.plain = free_ports(3)
        (folder / "nginx.conf").write_text(
            CONFIGURATION.format(folder=folder, secure=self.secure, other=self.other, plain=self.plain)
        )
        self.process = subprocess.Popen(
            [nginx, "-p", str(folder), "-c", str(folder / "nginx.conf")], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        while self.process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", self.plain)).close()
                return
            except ConnectionRefusedError:
                pass
        raise SystemExit("nginx does not start: " + self.process.stderr.read())

    def url(self, way, name="model.pth"):
        return f"https://127.0.0.1:{self.secure}/{way}/{name}"

    def asked(self):
        """What was asked since the last time: port, protocol, address, status, bytes, range, secret, connection."""
        # The log has a request when the connection is done with it, which can be after the client has gone.
        while b"Active connections: 1 \n" not in urllib.request.urlopen(f"http://127.0.0.1:{self.plain}/status").read():
            pass
        log = self.folder / "access.log"
        lines = log.read_text().splitlines()
        log.write_text("")
        return [
            [*line.split(' "')[0].split(), line.split('"')[1], *line.split('"')[2].split(), line.split('"')[3], line.split('"')[5], line.split('"')[6].strip()]
            for line in lines
        ]


def same(server, folder, trusted, name):
    """Each way to the file, and what it holds is what the disk holds."""
    here = json.loads(run("stats", folder / "files" / name, "--json")[1])
    proxy = Proxy()
    ways = {
        "files": {},
        "slow": {},
        "busy": {},
        "moved": {},
        "away": {},
        "by a proxy": {"https_proxy": f"http://127.0.0.1:{proxy.server_address[1]}"},
    }
    server.asked()
    for way, more in ways.items():
        url = server.url("files" if more else way, name)
        code, out, err = run("stats", url, "--json", **trusted, **more)
        check(code == 0, way, err)
        there = json.loads(out) if code == 0 else {}
        check(there.get("tensors") == here["tensors"], way, "other numbers")
        asked = server.asked()
        check(asked and all(status in ("206", "302", "429") for _, _, _, status, *_ in asked), way, asked)
        check(way != "busy" or len(asked) == 1 or any(one[3] == "429" for one in asked), way, "was never busy", asked)
        check(not more or proxy.asked, "the proxy was not asked")
        check(way not in ("moved", "away") or [one[3] for one in asked].count("302") == 1, way, "more than once", asked)
        print(f"{name}, {way}: {len(asked)} requests, {asked[0][1]}")


def refusals(server, folder, trusted):
    size = (folder / "files" / "model.pth").stat().st_size
    for way, words in {
        "whole": "sends no parts of the file",
        "private": "does not let you read it",
        "nothing": "there is no such file",
    }.items():
        server.asked()
        code, out, err = run("inspect", server.url(way), **trusted)
        check(code in (3, 4) and words in err, way, code, err)
        check(sum(int(one[4]) for one in server.asked()) <= size + 100_000, way, "too much was taken")
    code, out, err = run("inspect", server.url("less"), **trusted)
    check(code == 4 and not any(one[0] == str(server.plain) for one in server.asked()), "from https to http", code, err)
    code, out, err = run("inspect", server.url("files"))
    check(code == 4 and "does not prove to be who it should be" in err, "a certificate that nobody trusts", code, err)


def passwords(server, trusted):
    user = server.url("private").replace("://", "://someone:hidden@")
    code, out, err = run("inspect", user, **trusted)
    check(code == 0 and "hidden" not in out + err, "a password", code, err)
    server.asked()
    code, out, err = run("inspect", server.url("away").replace("://", "://someone:hidden@"), **trusted, HF_TOKEN="hidden")
    asked = server.asked()
    check(code == 0, "away with a password", err)
    check(any(one[0] == str(server.secure) and one[6] != "-" for one in asked), "the server that was named gets it", asked)
    check(all(one[6] == "-" for one in asked if one[0] == str(server.other)), "and no other one", asked)


def copies(server, folder, trusted):
    """Copied from there and from here, also where it comes slowly, and where one connection is all that may be."""
    run("convert", folder / "files" / "large.safetensors", "-o", folder / "here.safetensors")
    for way in ("files", "slow", "alone"):
        server.asked()
        copy = folder / f"{way}.safetensors"
        code, out, err = run("convert", server.url(way, "large.safetensors"), "-o", copy, "--verify", **trusted)
        check(code == 0, "convert", way, err)
        check(copy.read_bytes() == (folder / "here.safetensors").read_bytes(), "another copy", way)
        asked = server.asked()
        refused = [one for one in asked if one[3] == "503"]
        used = {one[7] for one in asked if one[3] == "206"}
        check(way == "alone" or (len(used) >= 3 and not refused), way, "used too few connections", asked)
        check(way != "alone" or 1 <= len(refused) <= 3, way, "was not refused, or asked over several again", asked)
        print(f"{way}: {len(asked)} requests over {len(used)} connections, {len(refused)} refused")


def main():
    if not Path(nginx).is_file() or shutil.which("openssl") is None:
        print("SKIPPED: there is no nginx, or no openssl that makes a certificate for it")
        return 77
    with tempfile.TemporaryDirectory(prefix="cairn-nginx.") as name:
        folder = Path(name)
        (folder / "files").mkdir()
        shutil.copy(SAMPLE, folder / "files" / "model.pth")
        (folder / "files" / "large.safetensors").write_bytes(large_safetensors())
        names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1")
        keys = ("-keyout", folder / "key.pem", "-out", folder / "cert.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *names, *keys], check=True, capture_output=True)
        word = subprocess.run(["openssl", "passwd", "-apr1", "hidden"], check=True, capture_output=True, text=True).stdout.strip()
        (folder / "users").write_text(f"someone:{word}\n")
        server = Nginx(folder)
        trusted = {"CURL_CA_BUNDLE": str(folder / "cert.pem")}
        try:
            code, out, err = run("inspect", server.url("files"), **trusted)
            if "libcurl" in err:
                print("SKIPPED:", err)
                return 77
            for one in ("model.pth", "large.safetensors"):
                same(server, folder, trusted, one)
            refusals(server, folder, trusted)
            passwords(server, trusted)
            copies(server, folder, trusted)
        finally:
            server.process.terminate()
            server.process.wait()
    print(len(client.failures), "failures")
    return 1 if client.failures else 0


sys.exit(main())
