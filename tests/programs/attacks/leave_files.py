roots = [TMP, os.environ["HOME"]]
for root in roots:
    for place, folders, files in os.walk(root):
        for name in folders + files:
            print("left", place, name)
for root in roots:
    open(root + "/left", "w").close()
    os.mkdir(root + "/left-folder", 0)
    deep = root
    for _ in range(50):
        deep += "/deep"
        os.mkdir(deep)
for place in "/tmp", "/dev/shm", "/var/tmp", ".":
    attempt(place, open, place + "/left", "w")
