for _ in range(4):
    if not os.fork(): break
for _ in range(4000):
    os.open("/dev/null", os.O_RDONLY)
time.sleep(600)
