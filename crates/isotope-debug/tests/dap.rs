//! The Debug Adapter Protocol: a conversation, and what becomes of requests that come too early, too late, or broken.

use isotope::Random;
use isotope::{Error, Prepared, Request, argument, prepare};
use isotope_debug::dap::{Frames, Server, frame};
use serde_json::{Value, json};

const COMMANDS: &str = "initialize launch attach configurationDone setBreakpoints setFunctionBreakpoints \
     setInstructionBreakpoints setDataBreakpoints setExceptionBreakpoints dataBreakpointInfo \
     breakpointLocations threads stackTrace scopes variables evaluate source loadedSources disassemble \
     readMemory exceptionInfo continue next stepIn stepOut stepBack reverseContinue pause terminate \
     restart goto modules cancel completions writeMemory setVariable setExpression";

fn launch(elements: u32) -> Prepared {
    let image = isotope::load(include_bytes!("../samples/lines.cubin")).unwrap();
    let mut request = Request::new(2, 64, vec![argument(&format!("out=u32[{elements}]:0")).unwrap()]);
    request.kernel = Some("nested".into());
    prepare(&image, &request, |_| Err(Error::new("no files"))).unwrap()
}

/// A client that numbers its requests, and checks what is common to all answers.
struct Client<'a> {
    server: Server<'a>,
    prepared: &'a Prepared,
    seq: i64,
    heard: i64,
}

impl<'a> Client<'a> {
    fn new(prepared: &'a Prepared) -> Client<'a> {
        Client { server: Server::default(), prepared, seq: 0, heard: 0 }
    }

    /// A client whose launch is configured, and what it was told then.
    fn launched(prepared: &'a Prepared) -> (Client<'a>, Vec<Value>) {
        let mut client = Client::new(prepared);
        client.body("initialize", json!({}));
        client.ask("launch", json!({}));
        let entry = client.ask("configurationDone", Value::Null);
        (client, entry)
    }

    fn ask(&mut self, command: &str, arguments: Value) -> Vec<Value> {
        self.seq += 10;
        let mut all = self
            .server
            .handle(&json!({ "seq": self.seq, "type": "request", "command": command, "arguments": arguments }));
        if self.server.wants().is_some() {
            all.extend(self.server.launched(self.prepared, |name| Some(format!("/src/{name}")), |_| Ok(())));
        }
        for _ in 0..10_000 {
            if !self.server.is_running() {
                break;
            }
            all.extend(self.server.advance(64));
        }
        let responses = all.iter().filter(|m| m["type"] == "response").count();
        assert_eq!(responses, 1, "{command}: {all:?}");
        for message in &all {
            self.heard += 1;
            assert_eq!(message["seq"], self.heard, "numbers in order");
        }
        assert_eq!((&all[0]["request_seq"], &all[0]["command"]), (&self.seq.into(), &command.into()));
        all
    }

    /// The body of a response that is a success.
    fn body(&mut self, command: &str, arguments: Value) -> Value {
        let all = self.ask(command, arguments);
        assert_eq!(all[0]["success"], true, "{command}: {all:?}");
        all[0]["body"].clone()
    }

    /// The reason for which the launch stopped behind a request.
    fn stops(&mut self, command: &str, arguments: Value) -> String {
        let all = self.ask(command, arguments);
        let stopped = all.iter().find(|m| m["event"] == "stopped").unwrap_or_else(|| panic!("{command}: {all:?}"));
        assert_eq!(stopped["body"]["allThreadsStopped"], true);
        stopped["body"]["reason"].as_str().unwrap().into()
    }

    fn refuses(&mut self, command: &str, arguments: Value) -> String {
        let all = self.ask(command, arguments);
        assert_eq!(all[0]["success"], false, "{command}: {all:?}");
        all[0]["message"].as_str().unwrap().into()
    }
}

/// The body of the `stopped` event.
fn stop_of(all: &[Value]) -> &Value {
    &all.iter().find(|m| m["event"] == "stopped").unwrap_or_else(|| panic!("{all:?}"))["body"]
}

/// A launch of a kernel of `kernels/debug`.
fn steps(file: &str, kernel: &str, arguments: &[&str]) -> Prepared {
    let path = format!("{}/../../kernels/debug/bin/{file}", env!("CARGO_MANIFEST_DIR"));
    let image = isotope::load(&std::fs::read(path).unwrap()).unwrap();
    let mut request = Request::new(1, 8, arguments.iter().map(|text| argument(text).unwrap()).collect());
    request.kernel = Some(kernel.into());
    // clang at -O0 states a stack for one call alone.
    request.stack = file.contains("gfx1100").then_some(1024);
    prepare(&image, &request, |_| Err(Error::new("no files"))).unwrap()
}

/// `next` goes over a function, `stepIn` into it, `stepOut` back; the events say where.
#[test]
fn functions_are_stepped() {
    for file in ["sm_50/steps.cubin", "gfx1100/steps.O0.co", "tgllp/steps.zebin"] {
        let prepared = steps(file, "calls", &["out=u32[8]:0"]);
        let (mut client, entry) = Client::launched(&prepared);
        let body = stop_of(&entry);
        assert!(body["text"].as_str().unwrap().starts_with("group 0 wave 0 at 0x"), "{file}: {body}");
        client
            .body("setBreakpoints", json!({ "source": { "path": "/src/steps.cl" }, "breakpoints": [{ "line": 37 }] }));
        assert_eq!(client.stops("continue", json!({ "threadId": 1 })), "breakpoint");
        // Lines of functions that are inlined, and of others, are between those that count.
        let place = |client: &mut Client<'_>, command: &str| {
            let all = client.ask(command, json!({ "threadId": 1 }));
            let text = stop_of(&all)["text"].as_str().unwrap();
            let line =
                text.split("steps.cl:").nth(1).and_then(|rest| rest.split([':', ',']).next()?.parse::<u32>().ok());
            line.unwrap_or(0)
        };
        let inside = (0..8).map(|_| place(&mut client, "stepIn")).find(|line| (17..=19).contains(line));
        assert!(inside.is_some(), "{file}");
        let outside = place(&mut client, "stepOut");
        assert!((37..=38).contains(&outside), "{file}: {outside}");
        client.stops("evaluate", json!({ "expression": "goto 0", "context": "repl" }));
        assert_eq!(client.stops("continue", json!({ "threadId": 1 })), "breakpoint");
        client.body("setBreakpoints", json!({ "source": { "path": "/src/steps.cl" }, "breakpoints": [] }));
        let mut lines = Vec::new();
        while lines.len() < 8 && !lines.contains(&39) {
            lines.push(place(&mut client, "next"));
        }
        assert!(lines.contains(&39) && !lines.iter().any(|line| (10..=19).contains(line)), "{file}: {lines:?}");
    }
}

fn scope(client: &mut Client<'_>, name: &str) -> Vec<Value> {
    let stack = client.body("stackTrace", json!({ "threadId": 1 }));
    let scopes = client.body("scopes", json!({ "frameId": stack["stackFrames"][0]["id"] }));
    let found = scopes["scopes"].as_array().unwrap().iter().find(|scope| scope["name"] == name);
    let reference = found.unwrap_or_else(|| panic!("{name}: {scopes}"))["variablesReference"].clone();
    let variables = client.body("variables", json!({ "variablesReference": reference }));
    let mut all = variables["variables"].as_array().unwrap().clone();
    all.iter_mut().for_each(|variable| variable["of"] = reference.clone());
    all
}

/// Variables of the source are a scope; registers and elements of buffers are set, checked, and part of the history.
#[test]
fn variables_are_shown_and_set() {
    for (file, register) in [("sm_50/steps.cubin", "R2"), ("gfx1100/steps.O0.co", "v2")] {
        let prepared = steps(file, "values", &["out=u32[8]:0", "2"]);
        let mut client = Client::launched(&prepared).0;
        client
            .body("setBreakpoints", json!({ "source": { "path": "/src/steps.cl" }, "breakpoints": [{ "line": 54 }] }));
        assert_eq!(client.stops("continue", json!({ "threadId": 1 })), "breakpoint");
        let locals = scope(&mut client, "Locals");
        let part = locals.iter().find(|local| local["name"] == "part").unwrap();
        assert_eq!(
            (&part["value"], &part["type"]),
            (&"{left = -5, scale = 0.0, tag = {1, 2, 3}}".into(), &"Part".into())
        );
        assert_eq!(
            client.body("evaluate", json!({ "expression": "list[3]", "context": "hover" }))["result"],
            "list[3] = 3"
        );
        let registers = scope(&mut client, "Registers by lane");
        let one = registers.iter().find(|variable| variable["name"] == register).unwrap().clone();
        let set = |value: &str| json!({ "variablesReference": one["of"], "name": register, "value": value });
        assert_eq!(client.body("setVariable", set("0x1234"))["value"], "0x00001234", "{file}");
        assert_eq!(
            client.body("evaluate", json!({ "expression": format!("{register}[0]") }))["result"],
            format!("{register}[0] = 0x00001234")
        );
        let lane = json!({ "variablesReference": one["variablesReference"], "name": "[3]", "value": "-1" });
        assert_eq!(client.body("setVariable", lane)["value"], "0xffffffff", "{file}");
        assert_eq!(client.body("setVariable", set("1.5"))["value"], "0x3fc00000", "{file}");
        assert!(client.refuses("setVariable", set("0x123456789")).contains("expected a number of 32 bits"), "{file}");
        assert!(client.refuses("setVariable", set("nonsense")).contains("expected a register"), "{file}");
        let part = json!({ "variablesReference": part["of"], "name": "part", "value": "1" });
        assert!(client.refuses("setVariable", part).contains("`part` cannot be set"), "{file}");
        let buffers = scope(&mut client, "Buffers");
        let element =
            json!({ "variablesReference": buffers[0]["variablesReference"], "name": "[7]", "value": "41 + 1" });
        assert_eq!(client.body("setVariable", element)["value"], "42", "{file}");
        let expression = json!({ "expression": "out[6]", "value": "6" });
        assert_eq!(client.body("setExpression", expression)["value"], "6", "{file}");
        client.stops("stepBack", json!({ "threadId": 1, "granularity": "instruction" }));
        let before =
            |client: &mut Client<'_>| client.body("evaluate", json!({ "expression": "out[7]" }))["result"].clone();
        assert_eq!(before(&mut client), "out[7] = 0", "{file}");
        client.stops("stepIn", json!({ "threadId": 1, "granularity": "instruction" }));
        assert_eq!(before(&mut client), "out[7] = 42", "{file}");
    }
    // A predicate is a mask of lanes.
    let prepared = steps("sm_50/steps.cubin", "values", &["out=u32[8]:0", "2"]);
    let mut client = Client::launched(&prepared).0;
    let scalars = scope(&mut client, "Registers");
    let predicate = scalars.iter().find(|variable| variable["name"] == "P1").unwrap();
    let set = json!({ "variablesReference": predicate["of"], "name": "P1", "value": "0x0000000a" });
    client.body("setVariable", set);
    assert_eq!(
        client.body("evaluate", json!({ "expression": "P1", "context": "hover" }))["result"],
        "P1 = 1 in lanes 1,3"
    );
}

/// A launch that does not end stops where it is when it is asked to.
#[test]
fn pause_stops_what_runs() {
    for file in ["sm_50/steps.cubin", "gfx1100/steps.O0.co", "tgllp/steps.zebin"] {
        let prepared = steps(file, "spins", &["out=u32[2]:0"]);
        let mut client = Client::launched(&prepared).0;
        let go = json!({ "seq": 900, "type": "request", "command": "continue", "arguments": { "threadId": 1 } });
        let mut all = client.server.handle(&go);
        for _ in 0..20 {
            all.extend(client.server.advance(4096));
        }
        assert!(client.server.is_running() && all.len() == 1, "{file}: {all:?}");
        let set = json!({ "seq": 901, "type": "request", "command": "setExpression", "arguments": { "expression": "out[1]", "value": "1" } });
        assert!(client.server.handle(&set)[0]["message"].as_str().unwrap().contains("expected `pause` first"));
        let pause = json!({ "seq": 902, "type": "request", "command": "pause", "arguments": { "threadId": 1 } });
        let all = client.server.handle(&pause);
        let stopped = stop_of(&all);
        assert_eq!((&stopped["reason"], &stopped["description"]), (&"pause".into(), &"interrupted".into()), "{file}");
        let place = stopped["text"].as_str().unwrap();
        assert!(place.starts_with("group 0 wave 0 at 0x") && place.contains("steps.cl:"), "{file}: {place}");
        assert!(!client.server.is_running(), "{file}");
        // What it waits for lets it end.
        let set = json!({ "seq": 903, "type": "request", "command": "setExpression", "arguments": { "expression": "out[1]", "value": "1" } });
        assert_eq!(client.server.handle(&set)[0]["success"], true, "{file}");
        let go = json!({ "seq": 904, "type": "request", "command": "continue", "arguments": { "threadId": 1 } });
        let mut all = client.server.handle(&go);
        for _ in 0..100 {
            all.extend(client.server.advance(4096));
        }
        let stopped = stop_of(&all);
        assert_eq!(stopped["reason"], "ended", "{file}: {stopped}");
    }
}

/// The lanes of a wave fight over a lock.
#[test]
fn a_deadlock_is_told() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kernels/explore/bin/sm_50/examples.cubin");
    let image = isotope::load(&std::fs::read(file).unwrap()).unwrap();
    let arguments = ["lock=u32[1]:0", "counter=u32[1]:0"].map(|text| argument(text).unwrap());
    let mut request = Request::new(1, 32, arguments.into());
    request.kernel = Some("spin_lock".into());
    let prepared = prepare(&image, &request, |_| Err(Error::new("no files"))).unwrap();
    let mut client = Client::new(&prepared);
    client.body("initialize", json!({ "adapterID": "isotope" }));
    client.ask("launch", json!({}));
    assert_eq!(client.stops("configurationDone", Value::Null), "entry");
    let all = client.ask("continue", json!({ "threadId": 1 }));
    let stopped = stop_of(&all);
    assert_eq!(stopped["reason"], "deadlock", "{stopped}");
    assert_eq!(stopped["description"], "deadlock: 1 wave waits and no schedule can release it", "{stopped}");
}

#[test]
fn a_conversation() {
    let prepared = launch(200);
    let mut client = Client::new(&prepared);
    for command in ["threads", "continue", "configurationDone", "setBreakpoints", "readMemory"] {
        let why = client.refuses(
            command,
            json!({ "threadId": 1, "source": { "path": "x.cl" }, "memoryReference": "0", "count": 1 }),
        );
        assert!(why.contains("expected `launch` before") || why.contains("configurationDone"), "{command}: {why}");
    }
    assert_eq!(client.body("initialize", json!({ "adapterID": "isotope" }))["supportsStepBack"], true);
    let launched = client.ask("launch", json!({}));
    assert_eq!((&launched[0]["success"], &launched[1]["event"]), (&true.into(), &"initialized".into()));
    assert!(client.refuses("launch", json!({})).contains("one launch a session"));
    let why = client.refuses("continue", json!({ "threadId": 1 }));
    assert_eq!(why, "expected `configurationDone` before this request");
    let set = client.body("setBreakpoints", json!({ "source": { "path": "/elsewhere/lines.cl" }, "breakpoints": [{ "line": 4 }, { "line": 500 }, { "line": 5, "condition": "R2 ==" }] }));
    // Line 4 has no code, and the next line that has is 5.
    assert_eq!((&set["breakpoints"][0]["verified"], &set["breakpoints"][0]["line"]), (&true.into(), &5.into()));
    assert!(set["breakpoints"][1]["message"].as_str().unwrap().contains("line 500"), "{set}");
    assert!(set["breakpoints"][2]["message"].as_str().unwrap().contains("expected a number"), "{set}");
    assert_eq!(client.stops("configurationDone", Value::Null), "entry");
    assert!(client.refuses("configurationDone", Value::Null).contains("once"));
    assert_eq!(client.body("threads", Value::Null)["threads"].as_array().unwrap().len(), 4);
    assert_eq!(client.stops("continue", json!({ "threadId": 1 })), "breakpoint");
    let stack = client.body("stackTrace", json!({ "threadId": 1 }));
    assert_eq!(
        (&stack["stackFrames"][0]["line"], &stack["stackFrames"][0]["source"]["path"]),
        (&5.into(), &"/src/lines.cl".into())
    );
    assert_eq!(client.stops("next", json!({ "threadId": 1 })), "step");
    assert_ne!(client.body("stackTrace", json!({ "threadId": 1 }))["stackFrames"][0]["line"], 5);
    assert_eq!(client.stops("stepBack", json!({ "threadId": 1 })), "step");
    assert_eq!(client.body("stackTrace", json!({ "threadId": 1 })), stack);
    let scopes = client.body("scopes", json!({ "frameId": stack["stackFrames"][0]["id"] }));
    for scope in scopes["scopes"].as_array().unwrap() {
        let variables = client.body("variables", json!({ "variablesReference": scope["variablesReference"] }));
        assert!(!variables["variables"].as_array().unwrap().is_empty(), "{scope}");
    }
    assert_eq!(
        client.body("evaluate", json!({ "expression": "$lane + 40", "context": "hover" }))["result"],
        "$lane + 40 = 0x00000028"
    );
    assert!(
        client.body("evaluate", json!({ "expression": "info waves", "context": "repl" }))["result"]
            .as_str()
            .unwrap()
            .starts_with("* 0.0")
    );
    assert_eq!(client.stops("evaluate", json!({ "expression": "step 2", "context": "repl" })), "step");
    client.body("setBreakpoints", json!({ "source": { "path": "lines.cl" }, "breakpoints": [] }));
    client.body("setBreakpoints", json!({ "source": { "path": "/elsewhere/lines.cl" }, "lines": [] }));
    let functions =
        client.body("setFunctionBreakpoints", json!({ "breakpoints": [{ "name": "STG" }, { "name": "FROB" }] }));
    assert_eq!(
        (&functions["breakpoints"][0]["verified"], &functions["breakpoints"][1]["verified"]),
        (&true.into(), &false.into())
    );
    assert_eq!(client.stops("continue", json!({ "threadId": 2 })), "function breakpoint");
    client.body("setFunctionBreakpoints", json!({ "breakpoints": [] }));
    assert!(client.refuses("exceptionInfo", json!({ "threadId": 1 })).contains("a fault has stopped"));
    assert_eq!(client.stops("continue", json!({ "threadId": 1 })), "exception");
    let why = client.body("exceptionInfo", json!({ "threadId": 1 }));
    assert!(why["description"].as_str().unwrap().contains("nothing is allocated there"), "{why}");
    // At the fault it stays, and back it goes.
    assert_eq!(client.stops("continue", json!({ "threadId": 1 })), "exception");
    assert_eq!(client.stops("reverseContinue", json!({ "threadId": 1 })), "entry");
    let over = client.ask("disconnect", json!({}));
    assert!(client.server.is_over() && over[1]["event"] == "terminated");
}

#[test]
fn the_end() {
    let prepared = launch(256);
    let mut client = Client::new(&prepared);
    client.body("initialize", json!({}));
    client.ask("launch", json!({ "stopOnEntry": false }));
    assert_eq!(client.stops("configurationDone", Value::Null), "ended");
    assert_eq!(client.body("evaluate", json!({ "expression": "out[254]" }))["result"], "out[254] = 128");
    assert_eq!(client.stops("stepBack", json!({ "threadId": 4, "granularity": "instruction" })), "step");
    client.stops("continue", json!({ "threadId": 1 }));
    let events: Vec<Value> = client.ask("continue", json!({ "threadId": 1 }));
    assert!(events.iter().any(|m| m["event"] == "terminated"), "{events:?}");
}

/// Requests in any order with any arguments are answered once, and none ends the process.
#[test]
fn anything_goes() {
    let prepared = launch(200);
    let values = [
        Value::Null,
        json!(0),
        json!(1),
        json!(-1),
        json!(1u64 << 63),
        json!(1e300),
        json!("0x48"),
        json!("out[3]"),
        json!("("),
        json!([]),
        json!({}),
        json!([{ "line": 5 }]),
        json!([{ "name": "STG", "dataId": "out", "instructionReference": "0xfffffffffffffff8", "offset": 99 }]),
        json!({ "path": "lines.cl", "sourceReference": 1 }),
        json!("continue"),
        json!("replay 0.0:9"),
        json!("delete"),
    ];
    let names = [
        "threadId",
        "frameId",
        "variablesReference",
        "expression",
        "context",
        "memoryReference",
        "offset",
        "count",
        "source",
        "breakpoints",
        "lines",
        "name",
        "line",
        "instructionCount",
        "instructionOffset",
        "startFrame",
        "levels",
        "start",
        "granularity",
        "stopOnEntry",
    ];
    let commands: Vec<&str> = COMMANDS.split(' ').collect();
    let mut random = Random(5);
    for round in 0..60 {
        let mut client = Client::new(&prepared);
        if round % 2 == 0 {
            client.body("initialize", json!({}));
            client.ask("launch", json!({}));
            client.ask("configurationDone", Value::Null);
        }
        for _ in 0..60 {
            let command = commands[random.below(commands.len() as u64) as usize];
            let mut arguments = json!({});
            for _ in 0..random.below(6) {
                let name = names[random.below(names.len() as u64) as usize];
                arguments[name] = values[random.below(values.len() as u64) as usize].clone();
            }
            client.ask(
                command,
                if random.below(8) == 0 {
                    values[random.below(values.len() as u64) as usize].clone()
                } else {
                    arguments
                },
            );
        }
        for message in [json!(3), json!({}), json!({ "type": "event" }), json!({ "type": "response", "seq": 1 })] {
            assert!(client.server.handle(&message).is_empty());
        }
        assert_eq!(client.server.handle(&json!({ "type": "request", "command": 7 }))[0]["success"], false);
    }
}

#[test]
fn frames() {
    let message = json!({ "seq": 1, "text": "ö\n\"" });
    let bytes: Vec<u8> = [frame(&message), frame(&message)].concat();
    for step in [1, 2, 7, bytes.len()] {
        let (mut frames, mut found) = (Frames::default(), 0);
        for part in bytes.chunks(step) {
            frames.push(part);
            while let Some(read) = frames.next() {
                assert_eq!(read.unwrap(), message);
                found += 1;
            }
        }
        assert_eq!(found, 2);
    }
    let read = |bytes: &[u8]| {
        let mut frames = Frames::default();
        frames.push(bytes);
        (frames.next().map(|read| read.map_err(|e| e.to_string())), frames.is_lost())
    };
    assert_eq!(read(b"content-length:2\r\nContent-Type: x\r\n\r\n{}"), (Some(Ok(json!({}))), false));
    let (broken, lost) = read(b"Content-Length: 3\r\n\r\n{,}Content-Length: 2\r\n\r\n{}");
    assert!(broken.unwrap().unwrap_err().starts_with("expected JSON in a message") && !lost);
    for header in [
        "Content-Length: x\r\n\r\n",
        "Length: 3\r\n\r\n",
        "Content-Length: 99999999999\r\n\r\n",
        "Content-Length: -1\r\n\r\n",
    ] {
        assert!(read(header.as_bytes()).1, "{header}");
    }
    assert!(read(&vec![b'x'; 5000]).1);
    assert_eq!(read(b"Content-Length: 5\r\n\r\n{}"), (None, false));
}
