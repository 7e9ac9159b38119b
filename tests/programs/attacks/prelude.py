import ctypes, errno, fcntl, os, signal, socket, struct, sys, time
libc = ctypes.CDLL(None, use_errno=True)
SEED = sys.argv[1]
TMP = os.environ["TMPDIR"]
SUPERVISOR = os.getppid()
def call(number, *arguments):
    if libc.syscall(number, *arguments) == -1:
        raise OSError(ctypes.get_errno(), "refused")
def attempt(name, function, *arguments):
    try:
        function(*arguments)
        print(name, "DONE", flush=True)
    except OSError as error:
        refusals = errno.EPERM, errno.EACCES, errno.ESRCH, errno.EOPNOTSUPP, errno.ENOSYS
        # Some files of processes do not exist for others.
        if error.filename and str(error.filename).startswith("/proc/"):
            refusals += errno.ENOENT,
        print("refused" if error.errno in refusals else (name, error), flush=True)
