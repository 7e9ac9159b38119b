open(TMP + "/file", "w").close()
os.chdir(os.environ["HOME"])
for _ in range(150):
    os.mkdir("deep")
    os.chdir("deep")
time.sleep(600)
