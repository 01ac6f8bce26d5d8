"""In the guest: takes orders over the serial line, a line of JSON each, and answers each with one.

An order is {"id", "shell", "timeout"}; its answer {"id", "status", "out", "err"}. A "shell" of "state" asks
for what phones are shown: no process has to start for that. Each runs on a thread of its own. Standard
library only.
"""

import http.client
import json
import os
import subprocess
import threading
import tty

LINE = "/dev/ttyS0"


def state():
    """The status of the answer, and what is in it."""
    with open("/var/lib/uno-launcher/web.json") as file:
        code = json.load(file)["code"]
    connection = http.client.HTTPConnection("127.0.0.1", 8080, timeout=10)
    connection.request("GET", "/api/state", headers={"Authorization": f"Bearer {code}"})
    answer = connection.getresponse()
    return 0 if answer.status == 200 else answer.status, answer.read().decode()


def shell(order):
    process = subprocess.Popen(
        ["/bin/sh", "-c", order["shell"]],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        cwd="/root",
        start_new_session=True,
    )
    try:
        out, err = process.communicate(timeout=order["timeout"])
        status = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, 9)
        out, err = process.communicate()
        status, err = 124, f"{err}\ntook longer than {order['timeout']} s"
    return status, out, err


def run(order, answer):
    try:
        status, out, err = (*state(), "") if order["shell"] == "state" else shell(order)
    except Exception as error:
        status, out, err = 1, "", repr(error)
    # Large answers would take long over a serial line: they go by a file.
    where = f"/vpi/answer-{order['id']}"
    with open(where, "w") as file:
        json.dump({"status": status, "out": out, "err": err}, file)
    answer({"id": order["id"]})


def main():
    descriptor = os.open(LINE, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(descriptor)
    lock = threading.Lock()

    def answer(said):
        with lock:
            os.write(descriptor, json.dumps(said).encode() + b"\n")

    answer({"id": 0})
    waiting = b""
    while came := os.read(descriptor, 4096):
        waiting += came
        *lines, waiting = waiting.split(b"\n")
        for line in filter(None, lines):
            threading.Thread(target=run, args=(json.loads(line), answer), daemon=True).start()


try:
    main()
finally:
    # Whoever gave orders has gone, and nobody else would end this guest.
    with open("/proc/sysrq-trigger", "w") as trigger:
        trigger.write("o")
