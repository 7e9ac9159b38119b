signal.signal(signal.SIGCHLD, signal.SIG_IGN)
while True:
    if not os.fork():
        while time.process_time() < 0.2: pass
        os._exit(0)
    time.sleep(0.2)
