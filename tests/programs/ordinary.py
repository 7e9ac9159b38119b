import tempfile, shutil, subprocess, threading
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/a", "w") as f: f.write("written")
    shutil.copy2(folder + "/a", folder + "/b")
    shutil.copytree(folder, folder + "-copy")
    print(open(folder + "-copy/b").read())
print(subprocess.run(["echo", "child"], capture_output=True, text=True).stdout, end="")
thread = threading.Thread(target=lambda: print("thread"))
thread.start()
thread.join()
