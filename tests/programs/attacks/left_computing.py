for _ in range(8):
    if not os.fork():
        while True: pass
