//! The `isotope` command.
//!
//! It reads files, calls the library and prints; nothing is computed here. stdout carries the result, stderr carries
//! progress and diagnostics, and the exit status is an [`Exit`].
#![warn(missing_docs)]

mod about;
mod args;
mod asm;
mod assume;
mod campaign;
mod color;
mod complete;
mod debug;
mod diagnostic;
mod dis;
mod equiv;
mod exit;
mod explain;
mod explore;
mod files;
mod info;
mod kit;
mod lift;
mod lines;
mod lint;
mod litmus;
mod lowering;
mod man;
mod matrix;
mod op;
mod options;
mod pages;
mod run;
mod schema;
mod screen;
mod serve;
mod solver;
mod target;
mod trace;
mod vectors;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::{Exit, say};

fn main() -> ExitCode {
    isotope::option::spell(options::spelling);
    complete::answer();
    color::decide(std::env::args_os());
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => return shown(&e).into(),
    };
    let result = match cli.command {
        Command::Asm(args) => asm::main(&args),
        Command::Dis(args) => dis::main(&args),
        Command::Lift(args) => lift::main(&args),
        Command::Op(args) => op::main(&args),
        Command::Equiv(args) => equiv::main(&args),
        Command::Matrix(args) => matrix::main(&args),
        Command::Vectors(args) => vectors::main(&args),
        Command::Run(args) => run::main(&args),
        Command::Explore(args) => explore::main(&args),
        Command::Debug(args) => debug::main(&args),
        Command::Campaign { command } => campaign::main(&command),
        Command::Trace { command } => trace::main(&command),
        Command::Kit { command } => kit::main(&command),
        Command::Info(args) => info::main(&args),
        Command::Targets(args) => about::targets(&args),
        Command::Docs(args) => pages::main(&args),
        Command::Serve(args) => serve::main(&args),
        Command::Assumptions(args) => about::assumptions(&args),
        Command::Lint(args) => lint::main(&args),
        Command::Contradictions(args) => about::contradictions(&args),
        Command::Sources(args) => about::sources(&args),
        Command::Schema(args) => schema::main(&args),
        Command::Completions(args) => complete::main(&args),
        Command::Man(args) => man::main(&args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) => {
            say!("error: {}", exit::one_line(&format!("{error:#}")));
            Exit::Usage.into()
        }
    }
}

/// Help goes to stdout and is an answer; anything else is bad usage.
fn shown(error: &clap::Error) -> Exit {
    match exit::heard(error.print()) {
        Ok(_) if !error.use_stderr() => Exit::Yes,
        Ok(_) => Exit::Usage,
        Err(e) => {
            say!("error: {e:#}");
            Exit::Usage
        }
    }
}
