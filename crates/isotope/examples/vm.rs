use isotope::{case::Case, machine::Options, object, suite};
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let stem = args[1].strip_suffix(".zeinfo").unwrap().to_string();
    let dir = std::path::Path::new(&args[1]).parent().unwrap().to_path_buf();
    let image = object::visa::parse(&text, |n| std::fs::read(dir.join(format!("{n}.visaasm"))).or_else(|_| std::fs::read(format!("{stem}.visaasm"))).ok()).unwrap();
    for c in &args[2..] {
        let case = Case::parse(&std::fs::read_to_string(c).unwrap()).unwrap();
        let t = std::time::Instant::now();
        match suite::run(&image, &case, None, Options { max_steps: 200_000_000, ..Options::default() }) {
            Err(e) => println!("{c}: ERROR {e}"),
            Ok(run) => {
                let checks = case.check("intel", &run.buffers);
                let bad: Vec<_> = checks.iter().filter(|k| k.verdict != isotope::case::Verdict::Holds).collect();
                println!("{c}: {:?} {} checks {} bad {:?} {:?} {:.3}s", run.outcome, checks.len(), bad.len(), bad.first(), run.stats, t.elapsed().as_secs_f64());
            }
        }
    }
}
