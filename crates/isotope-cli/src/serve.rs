//! `isotope serve`: the pages and the explorer over HTTP, to browsers on this machine alone.
//!
//! Nothing of the file system can be asked for: an address is looked up among the pages that there are.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use isotope::TARGETS;
use isotope::answer;
use isotope::isa::Target;
use isotope_web::site as web;
use schemars::JsonSchema;
use serde::Serialize;

use crate::args::ServeArgs;
use crate::exit::{Exit, Result, say};
use crate::files;
use crate::pages::explorer;
use crate::pages::site::{Families, Site};

/// Bytes of a request at most.
const REQUEST: usize = 16 << 10;
/// Requests that are answered at one time.
const AT_ONCE: usize = 16;
/// How long a browser may take for a request, from the first byte to the last, and as long again for reading the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// What browsers may do with an answer. The explorer has its scripts and styles in files of its own and in its pages, and compiles its library.
const SECURITY: &str = "X-Content-Type-Options: nosniff\r\n\
    Content-Security-Policy: default-src 'none'; script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; font-src 'self' data:; connect-src 'self' data:; worker-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
    X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
    Cross-Origin-Resource-Policy: same-origin\r\n";

pub fn main(args: &ServeArgs) -> Result {
    let Some(wasm) = explorer::find(args.wasm.as_deref())? else { bail!("{}", explorer::missing()) };
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port))
        .with_context(|| format!("cannot listen on 127.0.0.1:{}; --port takes another, 0 any", args.port))?;
    let address = listener.local_addr().context("a listener without an address")?;
    let url = format!("http://{address}/");
    let said = if args.json { answer::json(&ServeJson { url: &url }).to_string() } else { url.clone() };
    files::print(&format!("{said}\n"))?;
    say!("serving to this machine alone; Ctrl-C ends it");
    if args.open {
        open(&url);
    }
    let server = Server { site: Site::new(Some(&wasm)), port: address.port(), kept: Mutex::default() };
    let busy = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for stream in listener.incoming().flatten() {
            if busy.fetch_add(1, Ordering::Relaxed) >= AT_ONCE {
                busy.fetch_sub(1, Ordering::Relaxed);
                let _ = answer(stream, "503 Service Unavailable", "text/plain; charset=utf-8", b"busy\n", false);
                continue;
            }
            let (server, busy) = (&server, &busy);
            let work = move || {
                let _ = server.serve(stream);
                busy.fetch_sub(1, Ordering::Relaxed);
            };
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                busy.fetch_sub(1, Ordering::Relaxed);
            }
        }
    });
    Ok(Exit::Yes)
}

/// Asks the desktop for a browser; the address is on stdout anyway.
fn open(address: &str) {
    let with = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started =
        Command::new(with).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = started {
        say!("note: no browser was opened: `{with}`: {error}");
    }
}

struct Server<'a> {
    site: Site<'a>,
    port: u16,
    /// Files that were made before.
    kept: Mutex<HashMap<String, Vec<u8>>>,
}

impl Server<'_> {
    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        let head = match head(&mut stream)? {
            Ok(head) => head,
            Err(status) => return answer(stream, status, TEXT, b"", false),
        };
        let mut lines = head.lines();
        let mut words = lines.next().unwrap_or("").split(' ');
        let (method, target, version) = (words.next(), words.next().unwrap_or(""), words.next().unwrap_or(""));
        if !version.starts_with("HTTP/1.") {
            return answer(stream, "400 Bad Request", TEXT, b"expected HTTP/1.1\n", false);
        }
        let is_head = method == Some("HEAD");
        if !is_head && method != Some("GET") {
            return answer(stream, "405 Method Not Allowed", TEXT, b"expected GET or HEAD\n", false);
        }
        // Requests of other sites whose name resolves to this machine are refused.
        let host = lines.find_map(|line| line.split_once(':').filter(|(name, _)| name.eq_ignore_ascii_case("host")));
        let ours = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !host.is_some_and(|(_, host)| ours.iter().any(|name| host.trim() == name)) {
            return answer(
                stream,
                "403 Forbidden",
                TEXT,
                format!("expected {} as host\n", ours[0]).as_bytes(),
                is_head,
            );
        }
        let path = target.split(['?', '#']).next().unwrap_or("");
        if path == "/" {
            return redirect(stream, web::PAGE, is_head);
        }
        match path.strip_prefix('/').and_then(|name| self.file(name)) {
            Some(bytes) => answer(stream, "200 OK", kind(path), &bytes, is_head),
            None => answer(stream, "404 Not Found", TEXT, b"no such page\n", is_head),
        }
    }

    /// A file by its name.
    fn file(&self, name: &str) -> Option<Vec<u8>> {
        if let Some((folder, file)) = name.split_once('/')
            && let Some(target) = TARGETS.newest().find(|target| target.isa().name == folder)
        {
            let page = self.site.pages.page(target, file.strip_suffix(".html")?)?;
            return (format!("{}.html", page.name) == file).then(|| self.site.instruction(target, &page).into_bytes());
        }
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.is_empty() {
            kept.extend(self.site.others().into_iter().map(|(name, text)| (name, text.into_bytes())));
        }
        // Pages that list every instruction are slow to make; they are kept after the first request.
        let script = |target: &&'static dyn Target| name == format!("{}/{}.js", web::FOLDER, target.isa().name);
        let of = TARGETS.newest().find(script);
        if (name == "index.html" || of.is_some()) && !kept.contains_key(name) {
            let text = match of {
                Some(target) => {
                    let pages = self.site.pages.all(target);
                    web::instructions(target.isa().name, pages.map(|page| (page.name.clone(), page.short()))).1
                }
                None => {
                    let mut families = Families::default();
                    for target in TARGETS.newest() {
                        self.site.pages.all(target).for_each(|page| families.add(target, &page));
                    }
                    self.site.index(&families)
                }
            };
            kept.insert(name.into(), text.into_bytes());
        }
        kept.get(name).cloned()
    }
}

const TEXT: &str = "text/plain; charset=utf-8";

fn kind(path: &str) -> &'static str {
    match path.rsplit_once('.') {
        Some((_, "html")) => "text/html; charset=utf-8",
        Some((_, "js")) => "text/javascript; charset=utf-8",
        _ => TEXT,
    }
}

/// What is left until a deadline.
fn left(deadline: Instant) -> io::Result<Duration> {
    let left = deadline.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// The lines in front of the empty one, or the status of the refusal. Bytes that come one by one have no more time than those that come at
/// once.
fn head(stream: &mut TcpStream) -> io::Result<Result<String, &'static str>> {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 1024]);
    let deadline = Instant::now() + PATIENCE;
    loop {
        stream.set_read_timeout(Some(left(deadline)?))?;
        let count = stream.read(&mut buffer)?;
        bytes.extend(&buffer[..count]);
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            bytes.truncate(end);
            return Ok(String::from_utf8(bytes).map_err(|_| "400 Bad Request"));
        }
        if count == 0 {
            return Ok(Err("400 Bad Request"));
        }
        if bytes.len() > REQUEST {
            return Ok(Err("431 Request Header Fields Too Large"));
        }
    }
}

fn answer(stream: TcpStream, status: &str, kind: &str, body: &[u8], is_head: bool) -> io::Result<()> {
    answer_with(stream, status, &format!("Content-Type: {kind}\r\n"), body, is_head)
}

/// Sends the browser to another page.
fn redirect(stream: TcpStream, page: &str, is_head: bool) -> io::Result<()> {
    answer_with(stream, "302 Found", &format!("Location: /{page}\r\nContent-Type: {TEXT}\r\n"), b"", is_head)
}

/// Writes a response; each of `headers` ends with a line break.
fn answer_with(mut stream: TcpStream, status: &str, headers: &str, body: &[u8], is_head: bool) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n{SECURITY}\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let deadline = Instant::now() + PATIENCE;
    for mut part in [head.as_bytes(), if is_head { &[][..] } else { body }] {
        while !part.is_empty() {
            stream.set_write_timeout(Some(left(deadline)?))?;
            match stream.write(part)? {
                0 => return Err(io::ErrorKind::WriteZero.into()),
                count => part = &part[count..],
            }
        }
    }
    stream.flush()
}

/// Output of `isotope serve --json`, before it serves.
#[derive(Serialize, JsonSchema)]
pub struct ServeJson<'a> {
    url: &'a str,
}
