def grow():
    kept = [bytearray(b"x" * (10 << 20)) for _ in range(30)]
    time.sleep(60)
threading.Thread(target=grow).start()
libc.pthread_exit(None)
