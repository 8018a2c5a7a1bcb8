"""A Slurm of a few nodes on this one machine, for a test: everything in one folder, and nothing left behind."""

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

NEEDED = ("munged", "slurmctld", "slurmd", "sbatch", "squeue", "sinfo", "scancel", "scontrol")


def missing():
    return [name for name in NEEDED if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None]


def free_ports(count):
    """Ports that nobody listens on now; all are held until all are known."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def wait_until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(what)
        time.sleep(0.05)


class Slurm:
    def __init__(self, folder, nodes=3):
        self.folder = Path(folder)
        self.nodes = [f"n{i + 1}" for i in range(nodes)]
        self.environment = {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin"}
        self.daemons = {}

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def command(self, *words, check=True):
        return subprocess.run([str(word) for word in words], env=self.environment, capture_output=True, text=True, check=check).stdout

    def start(self):
        folder = self.folder
        for name in ("ctl", "log", "run", *self.nodes):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for path in (folder, folder / "run", folder / "log"):
            path.chmod(0o755)
        controller, *ports = free_ports(1 + len(self.nodes))
        user = self.command("id", "-un").strip()
        lines = [
            "ClusterName=cairn", "SlurmctldHost=localhost(127.0.0.1)", f"SlurmctldPort={controller}",
            "AuthType=auth/munge", f"AuthInfo=socket={folder}/run/munge.sock", "CryptoType=crypto/munge",
            f"SlurmUser={user}", f"SlurmdUser={user}", f"StateSaveLocation={folder}/ctl", f"SlurmdSpoolDir={folder}/%n",
            f"SlurmctldPidFile={folder}/run/slurmctld.pid", f"SlurmdPidFile={folder}/run/%n.pid",
            "ProctrackType=proctrack/linuxproc", "TaskPlugin=task/none", "JobAcctGatherType=jobacct_gather/none",
            "SelectType=select/cons_tres", "SelectTypeParameters=CR_Core", "SchedulerType=sched/backfill",
            "MaxArraySize=1001", "ReturnToService=2", "SlurmdTimeout=10", "KillWait=5", "MinJobAge=300",
            "BatchStartTimeout=5", "SchedulerParameters=sched_interval=2,batch_sched_delay=1",
            *(f"NodeName={name} NodeAddr=127.0.0.1 NodeHostname=localhost Port={port} CPUs=2 RealMemory=8000 State=UNKNOWN"
              for name, port in zip(self.nodes, ports)),
            f"PartitionName=all Nodes={','.join(self.nodes)} Default=YES MaxTime=INFINITE State=UP",
        ]  # fmt: skip
        (folder / "slurm.conf").write_text("\n".join(lines) + "\n")
        key = folder / "munge.key"
        key.write_bytes(os.urandom(1024))
        key.chmod(0o400)
        run = folder / "run"
        self.daemon("munged", "munged", "--foreground", "--force", "--key-file", key, "--socket", run / "munge.sock", "--pid-file",
                    run / "munged.pid", "--log-file", folder / "log" / "munged.log", "--seed-file", run / "seed")  # fmt: skip
        wait_until("munge", (run / "munge.sock").exists)
        self.daemon("slurmctld", "slurmctld", "-D")
        for name in self.nodes:
            self.start_node(name)
        wait_until("nodes", lambda: self.idle() == len(self.nodes))

    def daemon(self, name, *words):
        log = (self.folder / "log" / f"{name}.out").open("ab")
        self.daemons[name] = subprocess.Popen([str(word) for word in words], env=self.environment, stdout=log, stderr=log)

    def start_node(self, name):
        self.daemon(name, "slurmd", "-D", "-N", name)

    def kill_node(self, name):
        """As when a machine is lost: the daemon, and what it runs."""
        daemon = self.daemons.pop(name)
        ours = [daemon.pid, *self.below(daemon.pid), *self.of_node(name)]
        for pid in ours:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        daemon.wait()

    @staticmethod
    def below(pid):
        found = []
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            found += [int(child), *Slurm.below(int(child))]
        return found

    def of_node(self, name):
        """Steps have no parent any more; their environment says of which cluster and node they are."""
        own = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        wanted = f"SLURMD_NODENAME={name}".encode()
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                environment = (process / "environ").read_bytes().split(b"\0")
            except OSError:
                continue
            if own in environment and wanted in environment:
                found.append(int(process.name))
        return found

    def idle(self):
        return int(self.command("sinfo", "-h", "-t", "idle", "-o", "%D", check=False).strip() or 0)

    def queued(self):
        return self.command("squeue", "-h", "-o", "%i %T").split("\n")[:-1]

    def submit(self, *words):
        return self.command("sbatch", "--parsable", *words).strip()

    def wait_for_jobs(self, seconds=240):
        wait_until(f"jobs: {self.queued()}", lambda: not self.queued(), seconds)

    def stop(self):
        for name in [*self.nodes, "slurmctld", "munged"]:
            daemon = self.daemons.pop(name, None)
            if daemon is not None:
                daemon.terminate()
                try:
                    daemon.wait(20)
                except subprocess.TimeoutExpired:
                    daemon.kill()
                    daemon.wait()
