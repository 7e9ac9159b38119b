import asyncio
import multiprocessing
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import shared_memory


def square(number):
    return number * number


async def child():
    process = await asyncio.create_subprocess_exec("echo", "child", stdout=asyncio.subprocess.PIPE)
    return (await process.communicate())[0]


def main():
    print("lines", len(sys.stdin.readlines()))
    for method in ["fork", "spawn"]:
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            print(pool.map(square, range(4)))
        with ProcessPoolExecutor(2, mp_context=context) as pool:
            print(list(pool.map(square, range(4))))
    queue, lock = multiprocessing.Queue(), multiprocessing.Lock()
    with lock:
        queue.put(7)
    print(queue.get(), multiprocessing.Value("i", 3).value)
    shared = shared_memory.SharedMemory(create=True, size=10)
    shared.buf[0] = 1
    print(shared.buf[0])
    shared.close()
    shared.unlink()
    print(asyncio.run(child()))
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        database = sqlite3.connect(folder + "/database")
        print(database.execute("pragma journal_mode = wal").fetchall())
        database.execute("create table numbers (number)")
        database.execute("insert into numbers values (1)")
        database.commit()
        print(database.execute("select * from numbers").fetchall())
        script = folder + "/script"
        with open(script, "w") as file:
            file.write("#!/bin/sh\necho ran\n")
        os.chmod(script, 0o750)
        os.utime(script, (1, 2))
        copy = shutil.copy2(script, folder + "/copy")
        print(subprocess.run(["sh", copy], capture_output=True).stdout)
    os.sched_setaffinity(os.getpid(), os.sched_getaffinity(0))


if __name__ == "__main__":
    main()
