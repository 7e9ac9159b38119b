import mmap, os, time
shared = mmap.mmap(-1, 100 << 20)
for i in range(100): shared[i << 20:i + 1 << 20] = bytes([1]) * (1 << 20)
children = []
for i in range(6):
    child = os.fork()
    if child == 0:
        sum(shared[i] for i in range(0, len(shared), 4096))
        time.sleep(HOLD)
        os._exit(0)
    children.append(child)
for child in children: os.waitpid(child, 0)
print("done")
