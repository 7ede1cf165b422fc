//! `isotope vectors`: golden vectors of an operation, in the form that a test suite reads, and answers of a device judged.

use std::io::{self, BufReader, BufWriter};
use std::path::Path;

use anyhow::{Context, anyhow};
use isotope::Op;
use isotope::vectors::{TextFormat, Vectors, check, records};

use crate::args::{VectorFormat, VectorsArgs};
use crate::exit::{self, Exit, Result, say};
use crate::files;

pub fn main(args: &VectorsArgs) -> Result {
    if let Some(file) = &args.check {
        return judge(file, args.op.as_deref(), args.json);
    }
    let op = Op::parse(args.op.as_deref().context("expected an operation such as sm_50:ATOM.INC")?)?;
    let format = if args.json { VectorFormat::Json } else { args.format };
    let form = match format {
        VectorFormat::Json => TextFormat::Json,
        VectorFormat::Csv => TextFormat::Csv,
        VectorFormat::C => TextFormat::C,
        VectorFormat::Rust => TextFormat::Rust,
        VectorFormat::Lit => TextFormat::Lit,
        VectorFormat::Raw | VectorFormat::RawAnswers => {
            let answers = format == VectorFormat::RawAnswers;
            let mut out = BufWriter::with_capacity(1 << 18, io::stdout().lock());
            exit::heard(records(&op.text, &op.rmw(None)?, args.random, args.seed, answers, &mut out))?;
            return Ok(Exit::Yes);
        }
    };
    let set = Vectors::new(&op, args.random, args.seed)?;
    let out = set.text(form);
    for missing in set.missing() {
        say!("note: no vector for which {missing}");
    }
    files::answer(&out)
}

/// `--check FILE`. `op` replaces the operation that the file names.
fn judge(file: &Path, op: Option<&str>, json: bool) -> Result {
    let mut from = BufReader::with_capacity(1 << 18, files::open(file)?);
    let check = check(&mut from, op, &file.display().to_string()).map_err(|e| anyhow!(e))?;
    files::print(&if json { format!("{:#}\n", check.json()) } else { check.text() })?;
    Ok(check.agrees().into())
}
