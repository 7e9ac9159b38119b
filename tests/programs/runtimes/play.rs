//! A program with threads, a child and a temporary file.

use std::os::unix::fs::PermissionsExt;

fn main() {
    println!("lines {}", std::io::stdin().lines().count());
    println!("{}", std::thread::spawn(|| 5).join().unwrap());
    let child = std::process::Command::new("echo")
        .arg("child")
        .output()
        .unwrap();
    println!("{:?}", child.stdout);
    let file = std::env::temp_dir().join(format!("play-{}", std::process::id()));
    std::fs::write(&file, "x").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    std::fs::remove_file(&file).unwrap();
    println!("{}", std::env::current_exe().is_ok());
}
