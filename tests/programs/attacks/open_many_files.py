# Many processes, so that a low limit for each suffices.
for _ in range(5):
    os.fork()
for _ in range(600):
    os.open("/dev/null", os.O_RDONLY)
time.sleep(600)
