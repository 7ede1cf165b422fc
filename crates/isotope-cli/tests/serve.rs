//! `isotope serve`: what is served, and what is refused.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{folder, isotope};

struct Served(Child, String);

impl Served {
    fn start() -> Served {
        let wasm = folder("serve").join("library.wasm");
        std::fs::write(&wasm, b"\0asm\x01\0\0\0").unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_isotope"))
            .args(["serve", "--port", "0", "--wasm"])
            .arg(&wasm)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_string();
        assert!(address.starts_with("127.0.0.1:"), "{address}");
        Served(child, address)
    }

    /// The answer to a head as it is sent.
    fn raw(&self, head: &str) -> String {
        let mut stream = TcpStream::connect(&self.1).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // A client that is refused in the middle of a request may find the connection closed.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.raw(&format!("GET {path} HTTP/1.1\r\nHost: {}\r\n\r\n", self.1))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn pages_and_explorer_are_served_and_nothing_else() {
    let served = Served::start();
    assert!(served.get("/").starts_with("HTTP/1.1 302 Found\r\nLocation: /explorer.html\r\n"));
    let explorer = served.get("/explorer.html?x");
    assert!(explorer.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{explorer}");
    assert!(explorer.contains("explorer/core.js") && explorer.ends_with("</html>\n"));
    assert!(served.get("/explorer/library.js").contains("Isotope.wasm = \"AGFzbQEAAAA=\";"));
    let page = served.get("/sm_50/ATOM.html");
    assert!(page.contains("../explorer.html#op/sm_50:ATOM.INC") && page.contains("../explorer.html#ins/sm_50/ATOM"));
    let head = served.raw(&format!("HEAD /sources.html HTTP/1.1\r\nHost: {}\r\n\r\n", served.1));
    assert!(head.starts_with("HTTP/1.1 200 OK") && head.ends_with("\r\n\r\n"), "{head}");
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/explorer/../../Cargo.toml",
        "//etc/passwd",
        "/sm_50/../index.html",
        "/sm_50/NO.html",
        "/sm_50/ATOM",
        "/explorer/",
        "/explorer",
        "",
        "/sm_50/..\\ATOM.html",
        "/sm_50/atom.html",
    ] {
        assert!(served.get(path).starts_with("HTTP/1.1 404 "), "{path}");
    }
    let host = |host: &str| served.raw(&format!("GET /explorer.html HTTP/1.1\r\nHost: {host}\r\n\r\n"));
    assert!(host("somebody.example").starts_with("HTTP/1.1 403 "));
    assert!(served.raw("GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403 "));
    let post = served.raw(&format!("POST / HTTP/1.1\r\nHost: {}\r\n\r\n", served.1));
    assert!(post.starts_with("HTTP/1.1 405 "), "{post}");
    assert!(served.raw("hello\r\n\r\n").starts_with("HTTP/1.1 400 "));
    // More than a request may have is not read.
    let long = served.raw(&format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(1 << 20)));
    assert!(long.is_empty() || long.starts_with("HTTP/1.1 431 "), "{long}");
    assert!(served.get("/explorer.html").starts_with("HTTP/1.1 200 OK"));
}

#[test]
fn a_library_that_is_none_is_refused() {
    let file = folder("serve_refused").join("text.wasm");
    std::fs::write(&file, "text").unwrap();
    let named = file.display();
    isotope(&format!("serve --port 0 --wasm {named}")).refuses("expected WebAssembly, which `just web` builds");
    isotope(&format!("docs --export {} --wasm {named}", file.with_extension("out").display()))
        .refuses("expected WebAssembly");
    isotope("docs ATOM --wasm x").refuses("--wasm is for --export DIR");
}

#[test]
fn answers_say_what_a_browser_may_do_with_them() {
    let served = Served::start();
    for path in ["/", "/explorer.html", "/sm_50/ATOM.html", "/nothing"] {
        let answer = served.get(path);
        for header in [
            "Content-Security-Policy: default-src 'none';",
            "frame-ancestors 'none'",
            "X-Frame-Options: DENY",
            "X-Content-Type-Options: nosniff",
            "Referrer-Policy: no-referrer",
            "Cross-Origin-Resource-Policy: same-origin",
        ] {
            assert!(answer.contains(header), "{path}: {header}");
        }
    }
}

/// A request that comes byte by byte, each in time, is over when its time is.
#[test]
fn a_slow_request_has_no_more_time_than_another() {
    let served = Served::start();
    let mut stream = TcpStream::connect(&served.1).unwrap();
    let started = Instant::now();
    while stream.write_all(b"G").is_ok() && started.elapsed() < Duration::from_secs(30) {
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    assert!(served.get("/explorer.html").starts_with("HTTP/1.1 200 OK"));
}
