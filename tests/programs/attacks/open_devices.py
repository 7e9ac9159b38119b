attempt("tcp", socket.socket, socket.AF_INET)
attempt("udp", socket.socket, socket.AF_INET, socket.SOCK_DGRAM)
attempt("tcp6", socket.socket, socket.AF_INET6)
attempt("unix", socket.socket, socket.AF_UNIX)
attempt("netlink", socket.socket, socket.AF_NETLINK)
attempt("terminal", open, "/dev/tty", "w")
attempt("new terminal", open, "/dev/ptmx", "r+b")
attempt("console", open, "/dev/console", "w")
attempt("typing", fcntl.ioctl, 0, 0x5412, b"x")
attempt("pasting", fcntl.ioctl, 0, 0x541c, b"\3")
attempt("chroot", os.chroot, ".")
# No object has this number, so that a call that is not refused fails in another way.
def use(name):
    if getattr(libc, name)(-1, 0, 0, 0, 0) == -1:
        raise OSError(ctypes.get_errno(), "refused")
attempt("shmat", use, "shmat")
attempt("shmctl", use, "shmctl")
attempt("semctl", use, "semctl")
attempt("semop", use, "semop")
attempt("semtimedop", use, "semtimedop")
attempt("msgctl", use, "msgctl")
attempt("msgrcv", use, "msgrcv")
attempt("msgsnd", use, "msgsnd")
attempt("names in a folder", use, "inotify_add_watch")
attempt("names on a disk", use, "fanotify_mark")
attempt("lease", fcntl.fcntl, open(SEED), fcntl.F_SETLEASE, fcntl.F_WRLCK)
attempt("space for a file", use, "fallocate")
with open(TMP + "/file", "wb") as file:
    attempt("space by another call", fcntl.ioctl, file, 0x40305828, bytes(8) + (4096).to_bytes(8, "little") + bytes(32))
os.posix_fallocate(os.open(TMP + "/other", os.O_RDWR | os.O_CREAT), 0, 9000)
# A kernel without x32 does not know the call, but it is refused before.
if os.uname().machine == "x86_64" and (libc.syscall(1 << 30 | 41, 1, 1, 0), ctypes.get_errno()) != (-1, errno.EPERM):
    print("x32 socket", ctypes.get_errno())
