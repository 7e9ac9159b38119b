def write():
    time.sleep(0.2)
    file = os.open(TMP + "/removed", os.O_CREAT | os.O_RDWR)
    os.unlink(TMP + "/removed")
    os.write(file, b"x" * (30 << 20))
    time.sleep(600)
threading.Thread(target=write).start()
libc.pthread_exit(None)
