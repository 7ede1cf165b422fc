//! Tickets that a group hears of through local memory, and a lock that lanes of one wave want at once: `kernels/stealing`.

use serde_json::Value;

use crate::common::{isotope, repository};

/// Files, and whether the order of gotos decides which lanes run first there.
const FILES: [(&str, bool); 6] = [
    ("stealing.cubin", false),
    ("stealing.co", false),
    ("igc1.simd8.zebin", true),
    ("igc1.simd32.zebin", true),
    ("igc2.simd8.zebin", true),
    ("igc2.simd32.zebin", true),
];

fn launch(file: &str, kernel: &str, args: &str) -> String {
    let file = repository(&format!("kernels/stealing/bin/{file}"));
    format!("run {file} --kernel {kernel} {args} --json")
}

fn json(command: &str) -> Value {
    let ran = isotope(command);
    ran.json()
}

fn words(json: &Value, buffer: &str) -> Vec<u64> {
    let bits = json["buffers"][buffer]["bits"].as_array().unwrap_or_else(|| panic!("{json:#}"));
    bits.iter().map(|word| u64::from_str_radix(&word.as_str().unwrap()[2..], 16).unwrap()).collect()
}

/// Each ticket is worked on once by every work-item, whatever wave comes first, and in either order of gotos.
#[test]
fn every_ticket_is_taken_once() {
    let args = "--grid 3 --block 64 --arg next=u32[1]:0 --arg out=u32[640]:0 --arg 10 --dump next --dump out";
    let steal: Vec<u64> = (0..640).map(|i| 1000 * (i / 64) + i % 64).collect();
    // Of the numbers 0 to l & 3 those of l's parity, one more each.
    let uneven = |l: u64| (0..=l & 3).filter(|i| (i ^ l) & 1 == 0).map(|i| i + 1).sum::<u64>();
    let uneven: Vec<u64> = (0..640).map(|i| uneven(i % 64)).collect();
    for (file, gotos) in FILES {
        for (kernel, wanted) in [("steal", &steal), ("uneven", &uneven)] {
            let orders: &[&str] =
                if gotos { &["", "--assume intel.goto_order=drawn --seed 7"] } else { &["", "--seed 7"] };
            for order in orders {
                let json = json(&format!("{} {order}", launch(file, kernel, args)));
                assert_eq!(json["outcome"], "completed", "{file} {kernel} {order}: {json:#}");
                assert_eq!((words(&json, "next"), &words(&json, "out")), (vec![13], wanted), "{file} {kernel} {order}");
            }
        }
    }
}

/// The lane with the lock waits behind the loop for the lanes that want it: the verdict says where both stand. Lanes that leave first end it.
#[test]
fn a_lock_of_lanes_names_who_waits_for_whom() {
    let args = "--grid 2 --block 64 --arg lock=i32[1]:0 --arg sum=u32[1]:0 --dump sum";
    for (file, gotos) in FILES {
        let command = launch(file, "locked", args);
        let stuck = json(&command);
        assert_eq!((&stuck["outcome"], &stuck["hang"]["verdict"]), (&"deadlock".into(), &"deadlock".into()), "{file}");
        let first = &stuck["hang"]["waves"][0];
        if file != "stealing.co" {
            let parked = first["parked"].as_array().unwrap();
            assert_eq!((parked.len(), &parked[0]["lanes"]), (1, &"0x00000001".into()), "{file}: {first:#}");
            let [spins, waits] = [&first["address"], &parked[0]["address"]].map(|a| a.as_u64().unwrap());
            assert!(spins < waits, "{file}: {first:#}");
            isotope(&command.replace(" --json", "")).err_has("    its lanes 0x00000001 wait for them at 0x");
        }
        let others = stuck["hang"]["waves"].as_array().unwrap().iter().skip(1);
        assert!(others.into_iter().all(|wave| wave["parked"] == serde_json::json!([])), "{file}: {stuck:#}");
        if gotos {
            assert_eq!(stuck["hang"]["rests_on"], serde_json::json!(["intel.goto_order=lowest"]), "{file}");
            let ended = json(&format!("{command} --assume intel.goto_order=leaving"));
            assert_eq!((&ended["outcome"], words(&ended, "sum")), (&"completed".into(), vec![128]), "{file}");
        }
    }
}
