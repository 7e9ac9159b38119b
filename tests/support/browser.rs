//! Drives a browser through its debugging protocol: opens pages, evaluates expressions in them and
//! presses keys.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use super::{Test, Watchdog, is_installed, skipped};

const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

pub struct Browser {
    program: Child,
    _watchdog: Watchdog,
    to: File,
    from: BufReader<File>,
    /// ID of the last command.
    id: u64,
    /// ID of the session of the open tab, to which commands are sent.
    session: Option<String>,
    /// Names of the events since the last page was opened or the last awaited event.
    events: Vec<String>,
}

impl Browser {
    /// Starts a browser that stores its files in a new folder. If no browser is installed, notes a
    /// skipped test.
    #[track_caller]
    pub fn start(folder: &Path) -> Option<Self> {
        let Some(name) = NAMES.into_iter().find(|name| is_installed(name)) else {
            skipped("there is no Chromium");
            return None;
        };
        std::fs::create_dir(folder).expect("a folder");
        let [to, from] = ["to", "from"].map(|name| folder.join(name));
        Test::of("mkfifo").args([&to, &from]).run();
        // The browser reads commands from descriptor 3 and writes messages to descriptor 4.
        let program = Command::new("sh")
            .args(["-c", "exec \"$@\" 3< \"$0/to\" 4> \"$0/from\""])
            .arg(folder)
            .args([name, "--headless", "--no-sandbox", "--disable-gpu"])
            .arg("--remote-debugging-pipe")
            .arg(format!("--user-data-dir={}", folder.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the browser starts");
        let watchdog = Watchdog::new(&program);
        let to = File::options().write(true).open(to).expect("a pipe");
        let from = File::open(from).expect("a pipe");
        Some(Self {
            program,
            _watchdog: watchdog,
            to,
            from: BufReader::new(from),
            id: 0,
            session: None,
            events: Vec::new(),
        })
    }

    /// Opens an empty tab, to which later commands are sent.
    #[track_caller]
    pub fn open_tab(&mut self) {
        self.session = None;
        let target = self.call("Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let session = self.call("Target.attachToTarget", &attach)["sessionId"].clone();
        self.session = session.as_str().map(str::to_owned);
        self.call("Page.enable", &json!({}));
    }

    /// Sends a command and waits for its result.
    #[track_caller]
    pub fn call(&mut self, method: &str, parameters: &Value) -> Value {
        self.id += 1;
        let mut command = json!({"id": self.id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            command["sessionId"] = json!(session);
        }
        write!(self.to, "{command}\0").expect("the browser listens");
        loop {
            let message = self.message();
            if message["id"] == self.id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    /// Reads a message. Stores the name of an event.
    #[track_caller]
    fn message(&mut self) -> Value {
        let mut bytes = Vec::new();
        self.from.read_until(0, &mut bytes).expect("a message");
        assert_eq!(bytes.pop(), Some(0), "the browser has ended");
        let message: Value = serde_json::from_slice(&bytes).expect("JSON");
        self.events
            .extend(message["method"].as_str().map(str::to_owned));
        message
    }

    /// Opens a file and waits until it is loaded.
    #[track_caller]
    pub fn open(&mut self, page: &Path) {
        let address = json!({"url": format!("file://{}", page.display())});
        self.events.clear();
        self.call("Page.navigate", &address);
        self.wait_for("Page.loadEventFired");
    }

    /// Waits for an event, unless it has occurred since the page was opened or the last call.
    #[track_caller]
    pub fn wait_for(&mut self, event: &str) {
        while !self.events.iter().any(|name| name == event) {
            self.message();
        }
        self.events.clear();
    }

    /// Evaluates an expression in the page.
    #[track_caller]
    pub fn value(&mut self, expression: &str) -> Value {
        let parameters = json!({"expression": expression, "returnByValue": true});
        let result = self.call("Runtime.evaluate", &parameters);
        let exception = result.get("exceptionDetails");
        assert!(exception.is_none(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Asserts that an expression is true in the page.
    #[track_caller]
    pub fn holds(&mut self, expression: &str) {
        let value = self.value(expression);
        assert_eq!(value, json!(true), "{expression}");
    }

    /// Evaluates an expression whose value is a text.
    #[track_caller]
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.value(expression);
        value.as_str().expect("a text").to_owned()
    }

    #[track_caller]
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.call("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Presses a key: `Tab`, `Enter`, or a space.
    #[track_caller]
    pub fn press(&mut self, key: &str) {
        let (code, number, text) = match key {
            "Tab" => ("Tab", 9, ""),
            "Enter" => ("Enter", 13, "\r"),
            " " => ("Space", 32, " "),
            other => panic!("the key {other}"),
        };
        for kind in ["keyDown", "keyUp"] {
            let text = if kind == "keyDown" { text } else { "" };
            let event = json!({
                "type": kind, "key": key, "code": code, "windowsVirtualKeyCode": number, "text": text,
            });
            self.call("Input.dispatchKeyEvent", &event);
        }
    }

    /// Inserts a text at the cursor.
    #[track_caller]
    pub fn enter(&mut self, text: &str) {
        self.call("Input.insertText", &json!({"text": text}));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The browser may have ended.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}
