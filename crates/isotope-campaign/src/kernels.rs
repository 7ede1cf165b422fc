//! Kernels on their cases, under seeds and alternatives: the memory that each leaves, compared with the case and with the first run.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use isotope::case::{Buffer, Verdict};
use isotope::machine::{Options, Outcome};
use isotope::suite::{self, CaseRun};
use isotope::{Case, Error, Image, Result, TARGETS, assumptions, report, shell};

use crate::job::{Answer, ChunkPart, Job, JobKind, Work};
use crate::setting::{Files, Setting};
use crate::spec::Section;

/// Default number of runs of a chunk.
const CHUNK: u64 = 64;
/// Extensions of files that hold kernels.
const KERNELS: &[&str] = &["cubin", "co", "zebin", "zeinfo"];

/// Reads `kind = "kernels"`: one job.
pub(crate) fn read(table: &Section<'_>, setting: &mut Setting<'_, '_>) -> Result<Vec<Job>> {
    let name = table.text("name")?.unwrap_or_else(|| "kernels".into());
    let files = table.texts("files")?;
    let files = table.need("files", files, "files or folders that hold kernels")?;
    let cases = table.texts("cases")?;
    let cases = table.need("cases", cases, "cases or folders of them")?;
    let seeds = table.numbers("seeds")?.unwrap_or_else(|| vec![0]);
    let readings = table.lists("assume")?.unwrap_or_else(|| vec![Vec::new()]);
    let chunk = table.count("chunk")?.unwrap_or(CHUNK);
    let steps = table.count("max_steps")?;
    table.finish()?;
    for chosen in &readings {
        assumptions(chosen.iter().map(String::as_str)).map_err(|error| table.error("assume", error))?;
    }
    let files = expand(setting.files, &files, KERNELS).map_err(|error| table.error("files", error))?;
    let cases = expand(setting.files, &cases, &["json"]).map_err(|error| table.error("cases", error))?;
    let images = files.iter().map(|path| Ok((path.clone(), image(setting.files, path)?)));
    let images = images.collect::<Result<Vec<_>>>().map_err(|error| table.error("files", error))?;
    let parsed = cases.iter().map(|path| Ok((path.clone(), Arc::new(case(setting.files, path)?))));
    let cases = parsed.collect::<Result<Vec<_>>>().map_err(|error| table.error("cases", error))?;
    let mut pairs = Vec::new();
    for (at, (_, case)) in cases.iter().enumerate() {
        pairs.extend(
            (0..images.len()).filter(|i| suite::fits(&images[*i].1, case)).map(|image| Pair { image, case: at }),
        );
    }
    if pairs.is_empty() {
        return Err(table.error(
            "cases",
            format_args!(
                "expected a case whose kernels a file has, found {} cases and {} files that do not fit",
                cases.len(),
                images.len()
            ),
        ));
    }
    let items = (pairs.len() * readings.len() * seeds.len()) as u64;
    let about =
        format!("{} pairs of a file and a case, {} seeds, {} alternatives", pairs.len(), seeds.len(), readings.len());
    let work = Kernels { images, cases, pairs, seeds, readings, steps };
    Ok(vec![Job { name, kind: JobKind::Kernels, about, items, chunk, work: Box::new(work) }])
}

/// The paths, with folders replaced by the files in them with one of the extensions.
fn expand(files: &mut dyn Files, paths: &[String], extensions: &[&str]) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for path in paths {
        let Some(mut inside) = files.list(path)? else {
            all.push(path.clone());
            continue;
        };
        inside
            .retain(|file| extensions.iter().any(|end| file.rsplit_once('.').is_some_and(|(_, found)| found == *end)));
        if inside.is_empty() {
            return Err(Error::new(format!(
                "`{path}`: expected files named *.{}, found none",
                extensions.join(" or *.")
            )));
        }
        inside.sort();
        all.extend(inside);
    }
    Ok(all)
}

/// A file with kernels, and its code if that is in a file beside it.
pub(crate) fn image(files: &mut dyn Files, path: &str) -> Result<Image> {
    let bytes = files.read(path)?;
    let folder = path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let image = isotope::load_with(&bytes, |kernel| files.read(&format!("{folder}{kernel}.visaasm")).ok());
    image.map_err(|error| Error::new(format!("`{path}`: {error}")))
}

/// A case.
pub(crate) fn case(files: &mut dyn Files, path: &str) -> Result<Case> {
    let bytes = files.read(path)?;
    let text = std::str::from_utf8(&bytes).map_err(|error| Error::new(format!("`{path}`: {error}")))?;
    Case::parse(TARGETS.cases, text).map_err(|error| Error::new(format!("`{path}`: {error}")))
}

#[derive(Debug)]
struct Pair {
    image: usize,
    case: usize,
}

#[derive(Debug)]
struct Kernels {
    images: Vec<(String, Image)>,
    cases: Vec<(String, Arc<Case>)>,
    pairs: Vec<Pair>,
    seeds: Vec<u64>,
    readings: Vec<Vec<String>>,
    steps: Option<u64>,
}

/// The memory that the first file of a case leaves with the first seed and alternative, and its target.
type First = Option<(&'static str, Vec<Buffer>)>;

impl Kernels {
    fn launched(&self, image: usize, case: usize, reading: usize, seed: u64) -> Result<CaseRun> {
        let chosen = assumptions(self.readings[reading].iter().map(String::as_str))?;
        let mut options = Options { seed, ..Options::default() };
        if let Some(most) = self.steps {
            (options.max_steps, options.idle_steps) = (most, u64::MAX);
        }
        let launch = |dispatch: &_, memory: &_| isotope::machine::launch(dispatch, memory, options);
        suite::run_with(TARGETS, &self.images[image].1, &self.cases[case].1, None, &chosen, launch).map_err(Error::new)
    }

    fn first(&self, case: usize) -> First {
        let pair = self.pairs.iter().find(|pair| pair.case == case)?;
        let run = self.launched(pair.image, case, 0, self.seeds[0]).ok()?;
        (run.outcome == Outcome::Done).then(|| (suite::target_name(TARGETS, &self.images[pair.image].1), run.buffers))
    }

    fn command(&self, image: usize, case: usize, reading: usize, seed: u64) -> String {
        let seed = seed.to_string();
        let words = ["isotope", "run", &self.images[image].0, "--case", &self.cases[case].0, "--seed", &seed];
        let chosen = self.readings[reading].iter().flat_map(|chosen| ["--assume", chosen]);
        shell::line(words.into_iter().chain(chosen))
    }
}

impl Work for Kernels {
    fn unit(&self) -> &'static str {
        "runs"
    }

    fn run(&self, items: Range<u64>, part: &mut ChunkPart, _: &mut Answer<'_>) -> Result<()> {
        let mut firsts: HashMap<usize, First> = HashMap::new();
        for item in items {
            let at = item as usize;
            let seed = self.seeds[at % self.seeds.len()];
            let reading = at / self.seeds.len() % self.readings.len();
            let pair = &self.pairs[at / self.seeds.len() / self.readings.len()];
            let (path, image) = &self.images[pair.image];
            let case = &self.cases[pair.case].1;
            let target = suite::target_name(TARGETS, image);
            part.cover(&format!("{}.{} on {target}", case.kernel, case.case), 1);
            let command = || vec![self.command(pair.image, pair.case, reading, seed)];
            let told = |why: String| format!("{}.{} {path}: {why}", case.kernel, case.case);
            let run = match self.launched(pair.image, pair.case, reading, seed) {
                Ok(run) => run,
                Err(error) => {
                    part.digest.text(&error.to_string());
                    part.count("refused", 1);
                    part.fail(item, || (told(format!("refused: {error}")), command()));
                    continue;
                }
            };
            part.digest.text(report::word(&run.outcome));
            for buffer in &run.buffers {
                part.digest.number(buffer.bytes.len() as u64);
                part.digest.bytes(&buffer.bytes);
            }
            let done = run.outcome == Outcome::Done;
            let checks = if done { case.check(target, &run.buffers) } else { Vec::new() };
            if let Some(why) = report::judged(&run.outcome, &checks, case.progress(target), &Default::default()) {
                part.count("failed", 1);
                part.fail(item, || (told(why), command()));
                continue;
            }
            let first = firsts.entry(pair.case).or_insert_with(|| self.first(pair.case));
            let both = match first {
                Some((first, left)) if done => case.agreement((*first, &*left), (target, &run.buffers)),
                _ => Vec::new(),
            };
            let differs = both.into_iter().find_map(|check| match check.verdict {
                Verdict::Holds => None,
                Verdict::Fails(difference) => Some(difference),
            });
            match differs {
                None => part.count("passed", 1),
                Some(difference) => {
                    part.count("differ from the first", 1);
                    part.fail(item, || {
                        (told(format!("leaves other memory than the first run: {difference}")), command())
                    });
                }
            }
        }
        Ok(())
    }
}
