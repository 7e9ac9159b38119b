attempt("supervisor", os.kill, SUPERVISOR, 9)
attempt("grader", os.kill, GRADER, 9)
attempt("init", os.kill, 1, 0)
attempt("stop", os.kill, SUPERVISOR, signal.SIGSTOP)
# 0 is a group outside of this PID namespace, and would be taken for the program's own;
# 2**22 is never one.
GROUP = os.getpgid(GRADER) or 2**22
attempt("group", os.killpg, GROUP, 9)
attempt("join", os.setpgid, 0, GROUP)
