"""OpenStack Swift with its S3 interface, in one process: an object store that checks signatures by itself.

    object_store.py FOLDER

Says "PORT" on a line when it answers. Its one user is `lab:someone` with the key `hidden`.
"""

import os
import sys
from pathlib import Path

import eventlet

eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)

import eventlet.wsgi  # noqa: E402
from swift.common import utils  # noqa: E402

folder = Path(sys.argv[1]).resolve()
utils.SWIFT_CONF_FILE = str(folder / "swift.conf")

PIPELINE = "catch_errors memory listing_formats s3api tempauth bulk slo proxy-server"


def write(name, text):
    path = folder / name
    path.write_text(text)
    return str(path)


class Memory:
    """Where the parts of a store keep tokens for each other: memcached, elsewhere."""

    def __init__(self, app):
        self.app = app
        self.kept = {}

    def __call__(self, environment, start_response):
        environment["swift.cache"] = self
        return self.app(environment, start_response)

    def get(self, key, **_):
        return self.kept.get(key)

    def set(self, key, value, **_):
        self.kept[key] = value

    def delete(self, key, **_):
        self.kept.pop(key, None)


def memory(_, **more):
    return Memory


def main():
    from swift.common.ring import RingBuilder
    from swift.common.wsgi import loadapp

    (folder / "devices" / "one").mkdir(parents=True)
    write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = only\ndefault = yes\n")
    listeners = {}
    for kind in ("account", "container", "object", "proxy"):
        listeners[kind] = eventlet.listen(("127.0.0.1", 0))
    for kind in ("account", "container", "object"):
        builder = RingBuilder(1, 1, 0)
        port = listeners[kind].getsockname()[1]
        builder.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": port, "device": "one", "weight": 1})
        builder.rebalance()
        builder.get_ring().save(str(folder / f"{kind}.ring.gz"))
    common = f"[DEFAULT]\nswift_dir = {folder}\ndevices = {folder}/devices\nmount_check = false\nlog_name = swift\n"
    for kind in ("account", "container", "object"):
        app = "mem_object" if kind == "object" else kind
        write(f"{kind}.conf", common + f"[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{app}\n")
    write(
        "proxy.conf",
        common
        + f"[pipeline:main]\npipeline = {PIPELINE}\n"
        + "[app:proxy-server]\nuse = egg:swift#proxy\nallow_account_management = true\naccount_autocreate = true\n"
        + "[filter:tempauth]\nuse = egg:swift#tempauth\nuser_lab_someone = hidden .admin\n"
        + "[filter:s3api]\nuse = egg:swift#s3api\ns3_acl = false\nlocation = us-east-1\n"
        + "[filter:memory]\npaste.filter_factory = __main__:memory\n"
        + "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n" for name in ("catch_errors", "listing_formats", "bulk", "slo")),
    )
    quiet = open(os.devnull, "w")
    for kind, listener in listeners.items():
        app = loadapp(str(folder / f"{kind}.conf"), global_conf={"log_requests": "off"})
        eventlet.spawn(eventlet.wsgi.server, listener, app, log=quiet)
    print(listeners["proxy"].getsockname()[1], flush=True)
    eventlet.sleep(3600)


main()
