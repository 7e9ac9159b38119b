//! Programs that want to inspect or change what they should not, as root and as another user.

use std::fs;
use std::os::unix::fs::MetadataExt;

use super::attack_setup::PRELUDE;
use super::sample::Sample;

/// Lets a Python program attack, as everybody, that prints this.
#[track_caller]
fn prints(sample: &Sample, script: &str, expected: &str) {
    let script = format!("{PRELUDE}{script}");
    sample.passes(&[], &["python3", "-c", &script], expected.as_bytes());
}

#[test]
fn supervisor_and_grader_cannot_be_inspected() {
    let Some(sample) = Sample::new(&["python3"]) else {
        return;
    };
    // The supervisor's threads have the IDs that follow, as a rule.
    let script = r#"
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
def trace(request, process):
    if libc.ptrace(request, process, None, None) == -1:
        raise OSError(ctypes.get_errno(), "refused")
class Part(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("length", ctypes.c_size_t)]
def read_memory(process):
    here = ctypes.create_string_buffer(8)
    parts = Part(ctypes.addressof(here), 8), Part(ctypes.addressof(here), 8)
    if libc.process_vm_readv(process, ctypes.byref(parts[0]), 1, ctypes.byref(parts[1]), 1, 0) == -1:
        raise OSError(ctypes.get_errno(), "refused")
def parent(process):
    with open(f"/proc/{process}/stat") as file:
        return int(file.read().rpartition(")")[2].split()[1])
victims = [SUPERVISOR]
try:
    victims.append(parent(SUPERVISOR))
except OSError:
    pass
for thread in range(SUPERVISOR + 1, SUPERVISOR + 4):
    if thread != os.getpid():
        attempt("attach to a thread", trace, 16, thread)
for process in victims:
    attempt("attach", trace, 16, process)
    attempt("seize", trace, 0x4206, process)
    attempt("memory", read_memory, process)
    for name in "environ", "mem", "maps", "auxv", "io", "stack":
        attempt(name, lambda path: open(path, "rb").read(1), f"/proc/{process}/{name}")
    attempt("mappings", os.listdir, f"/proc/{process}/map_files")
    for name in "cwd", "root", "exe", "ns/mnt", *(f"fd/{number}" for number in range(8)):
        attempt(name, os.readlink, f"/proc/{process}/{name}")
    attempt("exe", os.execv, f"/proc/{process}/exe", ["game", SEED])
    for number in range(8):
        attempt("descriptor", open, f"/proc/{process}/fd/{number}", "r+b")
print("end")
"#;
    // Why it is refused is no matter here: some files are said not to be there.
    let script = script.replace("attempt(", "quietly(");
    let quiet = r#"
def quietly(name, function, *arguments):
    try:
        function(*arguments)
        print(name, arguments, "DONE", flush=True)
    except OSError:
        pass
"#;
    prints(&sample, &format!("{quiet}{script}"), "end\n");
}

#[test]
fn what_is_not_the_runs_own_cannot_be_changed() {
    let Some(sample) = Sample::new(&["python3"]) else {
        return;
    };
    let script = r#"
def refuse():
    raise OSError(ctypes.get_errno(), "refused")
kept = os.path.realpath("kept.txt")
names = ["kept.txt", kept, "/proc/self/cwd/kept.txt", "/proc/self/root" + kept]
opened = os.open(kept, os.O_RDONLY)
names.append(f"/proc/self/fd/{opened}")
for name in names:
    os.chmod(name, 0)
    os.utime(name, (1, 1))
    attempt("length", os.truncate, name, 0)
    attempt("attribute", os.setxattr, name, "user.x", b"x")
    attempt("content", open, name, "r+")
os.fchmod(opened, 0)
os.utime(opened, (1, 1))
attempt("system", open, "/proc/sys/kernel/core_pattern", "w")
attempt("score", open, "/proc/self/oom_score_adj", "w")
attempt("map", open, "/proc/self/uid_map", "w")
attempt("node", os.mknod, "/dev/shm/disk", 0o600 | 0o060000, os.makedev(254, 0))
attempt("message", socket.send_fds, socket.socketpair()[0], [b"x"], [0])
attempt("namespace", lambda: libc.unshare(0x10000000) and refuse())
attempt("mount", lambda: libc.mount(b"/", b"/tmp", None, 4096, None) and refuse())
attempt("unmount", lambda: libc.umount2(b"/tmp", 2) and refuse())
"#;
    for user in Sample::users() {
        fs::write(sample.path("kept.txt"), "kept").expect("a file");
        sample.give("kept.txt", user);
        let before = fs::metadata(sample.path("kept.txt")).expect("a file");
        let script = format!("{PRELUDE}{script}");
        let expected = "refused\n".repeat(5 * 3 + 8);
        let found = sample.checked(user, &[], &["python3", "-c", &script], expected.as_bytes());
        assert_eq!(found.status, Some(0), "{user:?}: {found:?}");
        let after = fs::metadata(sample.path("kept.txt")).expect("a file");
        let facts =
            |data: &fs::Metadata| (data.mode(), data.mtime(), data.mtime_nsec(), data.len());
        assert_eq!(facts(&after), facts(&before));
        fs::remove_file(sample.path("kept.txt")).expect("a file");
    }
}

#[test]
fn a_run_leaves_nothing_for_the_next() {
    let Some(sample) = Sample::new(&["python3"]) else {
        return;
    };
    prints(
        &sample,
        r#"
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
"#,
        &"refused\n".repeat(4),
    );
}

#[test]
fn a_program_that_asks_its_supervisor_to_trace_it_is_ended() {
    let Some(sample) = Sample::new(&["python3"]) else {
        return;
    };
    let script = format!(
        "{PRELUDE}libc.ptrace(0, 0, None, None); os.kill(os.getpid(), signal.SIGSTOP); print('on')"
    );
    for user in Sample::users() {
        let options = ["--timeout", "500ms"];
        let found = sample.checked(user, &options, &["python3", "-c", &script], b"on\n");
        assert_eq!(found.status, Some(1));
        let report = found.text();
        assert_eq!(report.matches(": timed out").count(), 2, "{report}");
    }
}
