file = os.memfd_create("file")
for _ in range(30):
    os.write(file, b"x" * (10 << 20))
time.sleep(60)
