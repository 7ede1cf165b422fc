//! A browser that is driven: Chromium over the pipe of its DevTools protocol, messages with a zero byte behind each.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde_json::{Value, json};

/// How long something on a page may take: the machine of a gate does other things besides.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser with one page.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    calls: u64,
    session: Option<String>,
    /// What the page logged and threw.
    pub problems: Vec<String>,
}

impl Browser {
    /// Starts it; `profile` is a folder for it alone.
    pub fn start(program: &str, profile: &Path) -> Browser {
        // It reads descriptor 3 and writes 4.
        let script = "exec \"$0\" \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args(["-c", script, program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            .args(["--remote-debugging-pipe", "--force-device-scale-factor=1", "--disable-dev-shm-usage"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let (to, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, from) = channel();
        std::thread::spawn(move || {
            let mut out = BufReader::new(out);
            let mut message = Vec::new();
            while out.read_until(0, &mut message).is_ok_and(|count| count > 0) {
                message.pop();
                let Ok(value) = serde_json::from_slice(&message) else { break };
                if sender.send(value).is_err() {
                    break;
                }
                message.clear();
            }
        });
        let mut browser = Browser { child, to, from, calls: 0, session: None, problems: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }))["targetId"].clone();
        let session = browser.call("Target.attachToTarget", json!({ "targetId": target, "flatten": true }));
        browser.session = session["sessionId"].as_str().map(str::to_string);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method and waits for its result.
    #[track_caller]
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).expect("the browser reads");
        loop {
            let message = self.from.recv_timeout(PATIENCE).expect("the browser answers");
            if message["id"] == self.calls {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            match message["method"].as_str() {
                Some("Runtime.exceptionThrown") => {
                    self.problems.push(message["params"]["exceptionDetails"].to_string())
                }
                Some("Runtime.consoleAPICalled") => self.problems.push(message["params"]["args"].to_string()),
                Some("Log.entryAdded") => self.problems.push(message["params"]["entry"].to_string()),
                _ => {}
            }
        }
    }

    /// The value of an expression, waited for where it is a promise.
    #[track_caller]
    pub fn eval(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", params);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {}", result["exceptionDetails"]);
        result["result"]["value"].clone()
    }

    /// The text of what a selector finds first; empty where it finds nothing.
    #[track_caller]
    pub fn text(&mut self, selector: &str) -> String {
        let selector = Value::from(selector);
        let text = self.eval(&format!("document.querySelector({selector})?.innerText ?? ''"));
        text.as_str().unwrap_or_default().to_string()
    }

    /// Waits until an expression holds.
    #[track_caller]
    pub fn until(&mut self, expression: &str) {
        let start = Instant::now();
        while self.eval(&format!("Boolean({expression})")) != true {
            if start.elapsed() > PATIENCE {
                let shown = self.text("body");
                panic!("never: {expression}\n{shown}\n{:#?}", self.problems);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Waits until what a selector finds has this text in it.
    #[track_caller]
    pub fn says(&mut self, selector: &str, text: &str) {
        let (selector, text) = (Value::from(selector), Value::from(text));
        self.until(&format!(
            "[...document.querySelectorAll({selector})].some(e => String(e.value || e.innerText).includes({text}))"
        ));
    }

    /// Opens an address and waits until it has been read.
    #[track_caller]
    pub fn open(&mut self, address: &str) {
        // Otherwise a change behind the `#` alone would not load the page again.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.until("location.href === 'about:blank'");
        self.call("Page.navigate", json!({ "url": address }));
        self.until("location.href !== 'about:blank' && document.readyState === 'complete'");
    }

    /// The size of the window, and whether the system is dark.
    pub fn window(&mut self, width: u32, height: u32, dark: bool) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", features);
    }

    /// A key by its name, pressed and let go.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Enter" => 13,
            "Tab" => 9,
            "Escape" => 27,
            " " => 32,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Home" => 36,
            "End" => 35,
            _ => 0,
        };
        let text = match key {
            "Enter" => Some("\r"),
            one if one.chars().count() == 1 => Some(one),
            _ => None,
        };
        let mut down = json!({ "type": "keyDown", "key": key, "windowsVirtualKeyCode": code });
        if let Some(text) = text {
            down["text"] = json!(text);
        }
        self.call("Input.dispatchKeyEvent", down);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key, "windowsVirtualKeyCode": code }));
    }

    /// Types a text, a key a letter.
    pub fn write(&mut self, text: &str) {
        for letter in text.chars() {
            self.key(&letter.to_string());
        }
    }

    /// Writes a text in place of what a field has.
    #[track_caller]
    pub fn fill(&mut self, selector: &str, text: &str) {
        let found = Value::from(selector);
        self.eval(&format!("(e => {{ e.focus(); e.select?.(); }})(document.querySelector({found}))"));
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// Clicks in the middle of what a selector finds first.
    #[track_caller]
    pub fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Points at it.
    #[track_caller]
    pub fn point(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": at[0], "y": at[1] }));
    }

    #[track_caller]
    fn middle(&mut self, selector: &str) -> Value {
        let found = Value::from(selector);
        self.until(&format!("document.querySelector({found})"));
        self.eval(&format!(
            "(e => {{ e.scrollIntoView({{ block: 'center' }}); const r = e.getBoundingClientRect(); \
             return [r.left + r.width / 2, r.top + r.height / 2]; }})(document.querySelector({found}))"
        ))
    }

    /// What the window shows, as a PNG file.
    pub fn picture(&mut self, file: &Path) {
        let data = self.call("Page.captureScreenshot", json!({ "format": "png" }))["data"].clone();
        std::fs::write(file, BASE64_STANDARD.decode(data.as_str().unwrap()).unwrap()).unwrap();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
