# Run as the first process of a PID namespace, with the command of a check whose last argument the
# attack replaces. Prints the exit statuses of processes that the grader killed.
import os, subprocess, sys, time
if tuple(map(int, os.uname().release.split(".")[:2])) < (6, 14):
    # Older kernels have one maximum for the IDs of all namespaces.
    print([])
    sys.exit()
ATTACK = """
import os, time
first = os.getpid()
if os.fork():
    os._exit(0)
os.setsid()
time.sleep(0.1)
# Use up process IDs until the next one is that of the first process, which has ended.
for _ in range(3000):
    process = os.fork()
    if not process:
        os._exit(0)
    os.waitpid(process, 0)
    if process in (first - 1, first - 2):
        time.sleep(0.03)
time.sleep(10)
"""
with open("/proc/sys/kernel/pid_max", "w") as file:
    file.write("1200")
check = subprocess.Popen([*sys.argv[1:], sys.executable, "-c", ATTACK], stdout=subprocess.DEVNULL)
others, killed = [], []
while check.poll() is None:
    others.append(subprocess.Popen(["sleep", "1.5"], start_new_session=True))
    time.sleep(0.002)
    killed += [status for status in map(subprocess.Popen.poll, others) if status]
    if len(others) > 60:
        others[0].kill()
        others.pop(0).wait()
print(killed)
