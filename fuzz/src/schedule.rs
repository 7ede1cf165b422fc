//! Schedules as text, and conditions on what is left: read or refused in one line; what is read prints as it was, and runs or is refused on
//! a launch.

use std::sync::LazyLock;

use isotope::explore::{Mode, Question, Schedule, explore, replay, view};
use isotope::{Error, Prepared, Request, argument, load, prepare};

/// Two waves, each of which stores and then reads what the other stores.
static LAUNCH: LazyLock<Prepared> = LazyLock::new(|| {
    let image = load(include_bytes!("../../kernels/explore/bin/sm_50/counts.cubin")).expect("a cubin");
    let arguments = ["x=u32[2]:0", "out=u32[2]:0", "2"].map(|text| argument(text).expect("an argument"));
    let mut request = Request::new(2, 1, arguments.into());
    request.kernel = Some("sb".into());
    prepare(&image, &request, |_| Err(Error::new("no files"))).expect("a launch")
});

fn one_line(error: impl std::fmt::Display) {
    let error = error.to_string();
    assert!(!error.is_empty() && !error.contains('\n'), "{error}");
}

/// What must hold for any bytes: the first line is a schedule, the second a condition, the third places.
pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut lines = text.splitn(3, '\n');
    let (schedule, condition, places) =
        (lines.next().unwrap_or(""), lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    match schedule.parse::<Schedule>() {
        Err(error) => one_line(error),
        Ok(read) => {
            assert_eq!(read.to_string().parse::<Schedule>().as_ref(), Ok(&read));
            // Neither of the two waves runs so long.
            if read.turns.iter().chain(&read.cycle).all(|turn| turn.steps < 1_000) {
                match (replay(&LAUNCH, schedule, &["out".into()]), view(&LAUNCH, &read, &["out".into()])) {
                    (Ok(done), Ok(seen)) => assert_eq!(done.ended, seen.ended),
                    (Err(error), Err(_)) => one_line(error),
                    (done, seen) => panic!("{done:?} and {seen:?}"),
                }
            }
        }
    }
    let mut question = Question::new(Mode::States);
    question.expect = Some(condition.into());
    question.observe = places.split(',').filter(|place| !place.is_empty()).map(String::from).collect();
    match explore(&LAUNCH, &question) {
        Err(error) => one_line(error),
        Ok(found) => {
            let (positive, negative) = found.witnesses();
            assert_eq!(positive + negative, found.outcomes.len());
            assert!(found.verdict().is_some() && found.left_out.is_none());
        }
    }
}
