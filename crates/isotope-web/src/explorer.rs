//! Requests and the functions that answer them.

use isotope::page::Operations;
use isotope::{Error, Result};
use serde_json::{Value, json};

use crate::kernels::Kernels;
use crate::request::Request;
use crate::{instructions, operations};

/// Answers requests, with state between them.
#[derive(Default)]
pub struct Explorer {
    operations: Option<Operations>,
    kernels: Kernels,
}

impl Explorer {
    /// The answer to a request, one JSON object each.
    pub fn answer(&mut self, request: &str) -> String {
        let answer = match Request::read(request).and_then(|request| self.value(&request)) {
            Ok(value) => json!({ "ok": value }),
            Err(error) => json!({ "error": error.to_string() }),
        };
        answer.to_string()
    }

    fn value(&mut self, request: &Request) -> Result<Value> {
        match request.text("do")? {
            "op" => operations::op(request, self.operations()),
            "equiv" => operations::equiv(request),
            "pair" => operations::pair(request),
            "step" => instructions::step(request),
            "encoding" => instructions::encoding(request),
            "load" => self.kernels.load(request),
            "launch" => self.kernels.launch(request),
            "go" => self.kernels.go(request),
            "told" => self.kernels.told(),
            other => Err(Error::new(format!(
                "`do`: expected op, equiv, pair, step, encoding, load, launch, go or told, found `{other}`"
            ))),
        }
    }

    /// Reading the tables takes a moment, so they are read on first use.
    fn operations(&mut self) -> &Operations {
        self.operations.get_or_insert_default()
    }
}
