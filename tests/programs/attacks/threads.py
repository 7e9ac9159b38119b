threading.stack_size(65536)
for _ in range(3500):
    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
time.sleep(60)
