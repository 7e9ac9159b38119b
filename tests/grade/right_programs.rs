//! Programs that do nothing wrong and have to be left alone, and limits that
//! are fair to them.

use std::process::Command;

use super::attack_setup::{Ground, python};
use crate::support::{Test, is_put_off, player, skipped};

/// Checks a shell script that has to pass, in the ground's working folder.
#[track_caller]
fn passes(ground: &Ground, options: &[&str], script: &str) {
    let script = script.replace("PLAYER", player().to_str().expect("UTF-8"));
    let found = ground.check(options, &["sh", "-c", &script, "sh"]).found();
    assert_eq!(found.status, Some(0), "{script}\n{found:?}");
}

#[test]
fn pipelines_and_temporary_files() {
    let ground = Ground::new();
    // Standard error goes another way in a pipeline.
    std::fs::remove_file(ground.path("cases/tc.combined.txt")).expect("a file");
    for script in [
        "'PLAYER' \"$1\" | cat | cat",
        "cat > \"$TMPDIR/in\"; 'PLAYER' \"$1\" < \"$TMPDIR/in\"",
        "mkdir -p ~/.config/x && echo a > ~/.config/x/y && 'PLAYER' \"$1\"",
        "cat kept.txt > /dev/null; exec 'PLAYER' \"$1\"",
    ] {
        passes(&ground, &[], script);
    }
}

#[test]
fn python_runs_as_ever() {
    let ground = Ground::new();
    ground.prints(
        r#"
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
"#,
        "written\nchild\nthread\n",
    );
}

#[test]
fn java_runs_as_ever() {
    if is_put_off() {
        return;
    }
    let has_java = Command::new("javac").arg("-version").output();
    if !has_java.is_ok_and(|output| output.status.success()) {
        skipped("there is no JDK");
        return;
    }
    let ground = Ground::new();
    ground.write(
        "work/Main.java",
        r#"public class Main { public static void main(String[] arguments) throws Exception {
            Thread thread = new Thread(() -> System.out.println("thread"));
            thread.start();
            thread.join();
            Process echo = new ProcessBuilder("echo", "child").start();
            System.out.print(new String(echo.getInputStream().readAllBytes()));
            System.out.println(new java.util.Scanner(System.in).nextLine());
            System.out.println(new java.util.Scanner(new java.io.File(arguments[0])).nextInt());
        } }"#,
    );
    let compiled = Command::new("javac")
        .arg(ground.path("work/Main.java"))
        .status();
    assert!(compiled.expect("javac").success());
    for ending in ["err", "combined", "status"] {
        std::fs::remove_file(ground.path(&format!("cases/tc.{ending}.txt"))).expect("a file");
    }
    ground.write("cases/tc.out.txt", "thread\nchild\nm 0 0\n5\n");
    let classes = ground.path("work");
    let classes = classes.to_str().expect("UTF-8");
    let found = ground
        .check(&["--timeout", "10m"], &["java", "-cp", classes, "Main"])
        .found();
    assert_eq!(found.status, Some(0), "{found:?}");
}

#[test]
fn shared_memory_counts_once() {
    let Some(python) = python() else { return };
    let ground = Ground::new();
    let script = r#"
import mmap, os, time
shared = mmap.mmap(-1, 100 << 20)
for i in range(100): shared[i << 20:i + 1 << 20] = bytes([1]) * (1 << 20)
children = []
for i in range(6):
    child = os.fork()
    if child == 0:
        sum(shared[i] for i in range(0, len(shared), 4096))
        time.sleep(HOLD)
        os._exit(0)
    children.append(child)
for child in children: os.waitpid(child, 0)
print("done")
"#;
    for ending in ["err", "combined", "status"] {
        std::fs::remove_file(ground.path(&format!("cases/tc.{ending}.txt"))).expect("a file");
    }
    ground.write("cases/tc.out.txt", "done\n");
    let check = |most, seconds| {
        let options = ["--max-memory", most, "--timeout", "10m"];
        let script = script.replace("HOLD", seconds);
        ground.check(&options, &[&python, "-c", &script]).found()
    };
    let found = check("200MiB", "0.3");
    assert_eq!(found.status, Some(0), "{found:?}");
    // The memory is held until the grader notices it.
    let found = check("60MiB", "600");
    assert!(String::from_utf8_lossy(&found.out).contains("too much memory"));
}

#[test]
fn many_busy_processes_fail_nobody() {
    let ground = Ground::new();
    let mut busy: Vec<_> = (0..60)
        .map(|_| {
            Command::new("sh")
                .args(["-c", "while :; do :; done"])
                .spawn()
                .expect("a shell")
        })
        .collect();
    let found = ground
        .check(&["--timeout", "10m"], &[player().to_str().expect("UTF-8")])
        .found();
    for child in &mut busy {
        child.kill().expect("a signal");
        child.wait().expect("its end");
    }
    assert_eq!(found.status, Some(0), "{found:?}");
}

#[test]
fn files_are_limited_and_gone_afterwards() {
    let ground = Ground::new();
    let options = ["--max-files-size", "20MiB"];
    ground
        .attack(
            &options,
            "for n in 1 2 3 4; do head -c 10000000 /dev/zero > \"$TMPDIR/$n\"; sleep 0.1; done; sleep 20",
        )
        .failed(&["too large files"]);
    ground
        .attack(
            &["--max-processes", "20"],
            "for n in $(seq 40); do sleep 20 & done; wait",
        )
        .failed(&["too many processes"]);
    passes(
        &ground,
        &["--jobs", "1"],
        "[ -z \"$(ls -A \"$TMPDIR\" ~ 2>/dev/null | grep -v :)\" ] || exit 9; mkdir -m 0 \"$TMPDIR/a\"; echo x > ~/b; exec 'PLAYER' \"$1\"",
    );
}

#[test]
fn what_is_allowed_by_name_is_allowed() {
    let ground = Ground::new();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    passes(
        &ground,
        &["--allow-write", path],
        &format!("echo written > '{path}/file'; exec 'PLAYER' \"$1\""),
    );
    assert_eq!(
        std::fs::read_to_string(folder.path().join("file")).expect("a file"),
        "written\n"
    );
    passes(
        &ground,
        &["--dir", path],
        "[ \"$(cat file)\" = written ] && exec 'PLAYER' \"$1\"",
    );
    passes(
        &ground,
        &["--sandbox", "off"],
        &format!("echo again > '{path}/file'; exec 'PLAYER' \"$1\""),
    );
    Test::new()
        .args(["check", "--sandbox", "perhaps", "x"])
        .stderr(
            "minesweeper-alpha: invalid value 'perhaps' for '--sandbox <MODE>' \
             [possible values: auto, require, off]\n",
        )
        .status(2)
        .run();
    Test::new()
        .args(["run", "supervise"])
        .stderr("minesweeper-alpha: only check, record and grade start a supervisor\n")
        .status(2)
        .run();
}
