//! The debugger: any script is done or refused in one line, and going back comes to the same state; any bytes are messages of the Debug Adapter
//! Protocol or refused, and each request is answered once.

use std::sync::LazyLock;

use isotope::{Error, Prepared, Request, argument, load, prepare};
use isotope_debug::dap::{Frames, Server};
use isotope_debug::{Command, Debugger};

/// Two waves, each of which stores and then reads what the other stores.
static LAUNCH: LazyLock<Prepared> = LazyLock::new(|| {
    let image = load(include_bytes!("../../kernels/explore/bin/sm_50/counts.cubin")).expect("a cubin");
    let arguments = ["x=u32[2]:0", "out=u32[2]:0", "2"].map(|text| argument(text).expect("an argument"));
    let mut request = Request::new(2, 1, arguments.into());
    request.kernel = Some("sb".into());
    prepare(&image, &request, |_| Err(Error::new("no files"))).expect("a launch")
});

/// What must hold for any bytes.
pub fn run(data: &[u8]) {
    if let Ok(text) = std::str::from_utf8(data) {
        script(text);
    }
    messages(data);
}

fn script(text: &str) {
    let mut debugger = Debugger::new(&LAUNCH).expect("a debugger");
    for line in text.lines().take(32) {
        let done = Command::parse(line).and_then(|command| debugger.run(&command, &mut || false));
        match done {
            Err(error) => assert!(!error.to_string().is_empty() && !error.to_string().contains('\n'), "{error}"),
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
                all.extend(server.launched(&LAUNCH, |_| None, |_| Ok(())));
            }
            let responses = all.iter().filter(|m| m["type"] == "response").count();
            assert_eq!(responses, usize::from(request["type"] == "request"), "{request}: {all:?}");
            server.advance(1000);
        }
    }
}
