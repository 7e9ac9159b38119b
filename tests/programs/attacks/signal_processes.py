attempt("supervisor", os.kill, SUPERVISOR, 9)
attempt("grader", os.kill, GRADER, 9)
attempt("init", os.kill, 1, 0)
attempt("stop", os.kill, SUPERVISOR, signal.SIGSTOP)
# `getpgid` returns 0 for a group outside of this PID namespace, but `killpg` takes 0 for the
# program's own group. No process has the ID 2**22.
GROUP = os.getpgid(GRADER) or 2**22
attempt("group", os.killpg, GROUP, 9)
attempt("join", os.setpgid, 0, GROUP)
