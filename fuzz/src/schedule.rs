//! Schedules as text, and conditions on what is left: read or refused in one line; what is read prints as it was, and runs or is refused on
//! a launch.

use isotope::explore::{Mode, Question, Schedule, explore, replay, view};

use crate::launch::STORE_BUFFER;
use crate::one_line;

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
                match (replay(&STORE_BUFFER, schedule, &["out".into()]), view(&STORE_BUFFER, &read, &["out".into()])) {
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
    match explore(&STORE_BUFFER, &question) {
        Err(error) => one_line(error),
        Ok(found) => {
            let (positive, negative) = found.witnesses();
            assert_eq!(positive + negative, found.outcomes.len());
            assert!(found.verdict().is_some() && found.left_out.is_none());
        }
    }
}
