//! Campaigns: plans, and chunks as texts. Files, machines and progress are Python's.

use isotope::Error;
use isotope_campaign::{CampaignStatus, Chunk, Files, Merged, Other, Plan, Unfit};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::raised;

/// Files that Python reads: `read(path)` gives bytes, `list(path)` paths or `None`.
struct Asked<'py> {
    read: Bound<'py, PyAny>,
    list: Bound<'py, PyAny>,
}

fn failed(error: impl std::fmt::Display) -> Error {
    Error::new(error)
}

impl Files for Asked<'_> {
    fn read(&mut self, path: &str) -> Result<Vec<u8>, Error> {
        self.read.call1((path,)).and_then(|bytes| bytes.extract()).map_err(failed)
    }

    fn list(&mut self, path: &str) -> Result<Option<Vec<String>>, Error> {
        self.list.call1((path,)).and_then(|paths| paths.extract()).map_err(failed)
    }
}

/// A campaign that can be run.
#[pyclass(frozen, module = "isotope._isotope")]
pub struct Campaign {
    plan: Plan,
}

#[pymethods]
impl Campaign {
    /// Of a plan's JSON.
    #[new]
    fn new(text: &str) -> PyResult<Campaign> {
        Ok(Campaign { plan: Plan::parse(text).map_err(raised)? })
    }

    /// Of a text in TOML; `read` and `list` give the files that it names.
    #[staticmethod]
    fn plan(file: &str, text: &str, read: Bound<'_, PyAny>, list: Bound<'_, PyAny>) -> PyResult<Campaign> {
        Ok(Campaign { plan: Plan::new(file, text, &mut Asked { read, list }).map_err(raised)? })
    }

    /// The plan as JSON, with its files.
    fn json(&self) -> String {
        self.plan.json().to_string()
    }

    /// What is planned, JSON without files.
    fn summary(&self) -> String {
        self.plan.summary(None).to_string()
    }

    /// The same in words.
    fn text(&self) -> String {
        self.plan.text()
    }

    /// The plan's hash.
    #[getter]
    fn hash(&self) -> &str {
        self.plan.hash()
    }

    /// How many chunks it has.
    #[getter]
    fn chunks(&self) -> usize {
        self.plan.chunks()
    }

    /// Does a chunk: the text of its file. `answer(kind, words, records)` gives the answer of an implementation outside, `kind` being `command`
    /// or `python`.
    fn chunk(&self, py: Python<'_>, index: usize, answer: Py<PyAny>) -> PyResult<String> {
        // An exception of the other implementation is the one that the caller sees.
        let mut raised_there = None;
        let mut ask = |other: &Other, asked: &[u8]| {
            Python::attach(|py| {
                let (kind, words) = match other {
                    Other::Command(words) => ("command", words.clone()),
                    Other::Python(name) => ("python", vec![name.clone()]),
                    other => return Err(Error::new(format!("{other} cannot be asked here"))),
                };
                let answered = answer.bind(py).call1((kind, words, PyBytes::new(py, asked)));
                answered.and_then(|bytes| bytes.extract::<Vec<u8>>()).map_err(|error| {
                    let text = error.to_string();
                    raised_there = Some(error);
                    Error::new(text)
                })
            })
        };
        let chunk = py.detach(|| self.plan.chunk(index, &mut ask));
        match (chunk, raised_there) {
            (_, Some(error)) => Err(error),
            (chunk, None) => Ok(chunk.map_err(raised)?.text()),
        }
    }

    /// Whether the text of a file is chunk `index`: `done` with how many items failed in it, `damaged` with why, or `other` with the hash of
    /// its plan.
    fn fits(&self, index: usize, text: &str) -> (&'static str, String) {
        match Chunk::parse(text, &self.plan, index) {
            Ok(chunk) => ("done", chunk.failed.to_string()),
            Err(Unfit::Damaged(why)) => ("damaged", why),
            Err(Unfit::Other(hash)) => ("other", hash),
        }
    }

    /// Puts chunks together, each with its index: JSON, text and page.
    fn merge(&self, chunks: Vec<(usize, String)>, partial: bool) -> PyResult<(String, String, String)> {
        let read = |(index, text): (usize, String)| {
            let chunk = Chunk::parse(&text, &self.plan, index);
            chunk.map_err(|unfit| Error::new(format!("chunk {index}: {unfit}")))
        };
        let chunks = chunks.into_iter().map(read).collect::<Result<Vec<_>, _>>().map_err(raised)?;
        let merged = Merged::new(&self.plan, chunks, partial).map_err(raised)?;
        Ok((merged.json().to_string(), merged.text(), merged.html()))
    }

    /// Which chunks are there: text of a file, or `None`, for each; JSON and text.
    fn status(&self, texts: Vec<Option<String>>) -> (String, String) {
        let mut status = CampaignStatus::new(&self.plan);
        for (index, text) in texts.iter().enumerate() {
            match text.as_ref().map(|text| Chunk::parse(text, &self.plan, index)) {
                None => status.note(index, None),
                Some(Ok(chunk)) => status.note(index, Some(Ok(&chunk))),
                Some(Err(unfit)) => status.note(index, Some(Err(unfit.to_string()))),
            }
        }
        (status.json().to_string(), status.text())
    }
}
