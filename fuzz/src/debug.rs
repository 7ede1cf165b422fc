//! The debugger: any script is done or refused in one line, and going back comes to the same state; any bytes are messages of the Debug Adapter
//! Protocol or refused, and each request is answered once.

use isotope_debug::dap::{Frames, Server};
use isotope_debug::{Command, Debugger};

use crate::launch::STORE_BUFFER;
use crate::one_line;

/// What must hold for any bytes.
pub fn run(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        script(text);
    }
    messages(data);
}

fn script(text: &str) {
    let mut debugger = Debugger::new(&STORE_BUFFER).expect("a debugger");
    for line in text.lines().take(32) {
        let done = Command::parse(line).and_then(|command| debugger.run(&command, &mut || false));
        match done {
            Err(error) => one_line(error),
            Ok(events) => events.iter().for_each(|event| {
                event.text();
                assert!(event.json()["event"].is_string());
            }),
        }
    }
    let (at, digest) = (debugger.step(), debugger.session().digest());
    for line in ["goto 0".to_string(), format!("goto {at}")] {
        let command = Command::parse(&line).expect("a command");
        debugger.run(&command, &mut || false).expect("a point that is recorded");
    }
    assert_eq!(debugger.session().digest(), digest);
}

fn messages(data: &[u8]) {
    let (mut server, mut frames) = (Server::default(), Frames::default());
    for part in data.chunks(7) {
        frames.push(part);
        while let Some(message) = frames.next() {
            let Ok(request) = message else { continue };
            let mut all = server.handle(&request);
            if server.wants().is_some() {
                all.extend(server.launched(&STORE_BUFFER, |_| None, |_| Ok(())));
            }
            let responses = all.iter().filter(|m| m["type"] == "response").count();
            assert_eq!(responses, usize::from(request["type"] == "request"), "{request}: {all:?}");
            server.advance(1000);
        }
    }
}
