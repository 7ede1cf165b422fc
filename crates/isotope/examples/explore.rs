//! All schedules of a launch, from a program of one's own: load a file, prepare a launch, explore it, ask what can happen.
//!
//! The kernel is a ring of waves, each of which stores 1 in its own place and then reads its neighbour's ("store buffering"). Under sequential
//! consistency at least one wave sees a 1. `cargo run -p isotope-gpu --example explore` prints what comes out; a test runs it.

use isotope::explore::{Fair, Mode, Progress, Question, explore, replay, view};
use isotope::{Error, Request, argument, load, prepare};

fn main() -> Result<(), Error> {
    print!("{}", report()?);
    Ok(())
}

/// What comes out.
pub fn report() -> Result<String, Error> {
    // A launch is what `isotope run` takes: a kernel, its groups, its arguments. Nothing is read but what is given.
    let image = load(include_bytes!("../samples/explore.cubin"))?;
    let arguments = ["x=u32[2]:0", "out=u32[2]:0", "2"].map(argument).into_iter().collect::<Result<_, _>>()?;
    let mut request = Request::new(2, 1, arguments);
    request.kernel = Some("sb".into());
    let prepared = prepare(&image, &request, |name| Err(Error::new(format!("no file {name} here"))))?;

    // Every state once: what can be left, and whether every run ends if each wave is scheduled fairly.
    let mut question = Question::new(Mode::States);
    question.observe = vec!["out".into()];
    question.expect = Some("~exists out[0] == 0 && out[1] == 0".into());
    question.progress = vec![Progress { fair: Fair::All, strong: false }];
    let found = explore(&prepared, &question)?;
    assert_eq!((found.verdict(), found.left_out.as_deref()), (Some(true), None));
    let mut out = String::new();
    for way in &found.outcomes {
        out += &format!("{} by {}\n", way.text.join("; "), way.schedule);
    }
    for (model, run) in &found.progress {
        out += &format!("{}: {}\n", model.name(), if run.is_none() { "every run ends" } else { "may not end" });
    }

    // A schedule is run again on the machine itself, and shows who read whose value.
    let first = &found.outcomes[0];
    let again = replay(&prepared, &first.schedule.to_string(), &question.observe)?;
    assert_eq!(again.left, first.text.join("; "));
    let steps = view(&prepared, &first.schedule, &question.observe)?;
    for (n, step) in steps.steps.iter().enumerate() {
        let effects: Vec<&str> = step.effects.iter().map(|effect| effect.text.as_str()).collect();
        out += &format!("{}. {}: {}\n", n + 1, steps.wave(step.wave), effects.join("; "));
    }

    // Every execution once, in three parts that know nothing of each other.
    let mut complete = 0;
    for part in 0..3 {
        let mut question = Question::new(Mode::Traces);
        question.shard = (part, 3);
        let found = explore(&prepared, &question)?;
        complete += found.figures.iter().find(|(name, _)| *name == "complete").map_or(0, |(_, count)| *count);
    }
    out += &format!("{complete} executions\n");
    Ok(out)
}
