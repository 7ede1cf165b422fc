//! `kernels/unseen`: programs that were written when everything they use was said to run. What they must leave comes from PoCL and from the
//! same sources on the host, or is worked out here.

use crate::common::{folder, isotope, repository, write};

#[test]
fn scenarios() {
    // How many checks hold on each of the targets that a program has files for, and what each prints.
    let programs = [
        ("ledger", &["sm_50", "gfx1100", "intel"][..], 8, 4),
        ("trees", &["sm_50"], 2, 0),
        ("lists", &["gfx1100"], 4, 0),
        ("marks", &["gfx1100", "intel"], 2, 0),
    ];
    for (name, targets, checks, prints) in programs {
        let ran = isotope(&format!("run {}", repository(&format!("kernels/unseen/{name}.json"))));
        ran.status(0).err_is("");
        for target in targets {
            let held = ran.out.lines().filter(|line| line.starts_with(&format!("ok {target}"))).count();
            assert_eq!(held, checks, "{name}: {}", ran.out);
        }
        assert_eq!(ran.out.lines().count(), targets.len() * (checks + prints), "{name}: {}", ran.out);
    }
    let ran = isotope(&format!("run {}", repository("kernels/unseen/ledger.json"))).out;
    // As PoCL prints them.
    for line in [
        "0: 52 0, 0x14baea31, -142",
        "1: 35 6, 0xf4240f3c, -140",
        "2: 45 3, 0xbd948982, -326",
        "3: 22 2, 0x82223555, -468",
    ] {
        assert_eq!(ran.lines().filter(|l| *l == line).count(), 3, "{line}: {ran}");
    }
    // For another of Intel's devices, whose groups start otherwise.
    let text = std::fs::read_to_string(repository("kernels/unseen/marks.json")).unwrap();
    let text = text.replace("bin/tgllp", "bin/dg2").replace("bin/", &format!("{}/", repository("kernels/unseen/bin")));
    let path = write(&folder("unseen"), "marks.json", text);
    let want: String = ["gfx1100", "intel"].map(|t| format!("ok {t}: exact out\nok {t}: exact totals\n")).concat();
    isotope(&format!("run {path}")).gives(0, &want);
}

/// What `parcels.cl` must leave, from its source: the rows of `out` one after another, and how many work-items there were.
fn parcels(images: bool, size: [i32; 3], start: [i32; 3], texel: impl Fn(i32, i32, i32) -> i32) -> String {
    const GROUP: [i32; 3] = [5, 2, 2];
    let (l, s) = ([-5_000_000_000i64, 77_000_000_000], [-300, 9, 1200]);
    let table = [5, -6, 7, -8, 1000, -2000, 30000, -32768];
    let mut out = vec![[0; 4]; size.iter().product::<i32>() as usize];
    for at in 0..out.len() as i32 {
        let own = [at % size[0], at / size[0] % size[1], at / size[0] / size[1]];
        let [x, y, z] = std::array::from_fn(|d| own[d] + start[d]);
        // The work-item at the other end of the group, which is smaller at the edges.
        let other: [i32; 3] = std::array::from_fn(|d| {
            let first = own[d] / GROUP[d] * GROUP[d];
            2 * first + GROUP[d].min(size[d] - first) - 1 - own[d] + start[d]
        });
        let texel = if images { texel(own[0] & 3, own[1] & 1, own[2] & 1) } else { 0 };
        out[at as usize] = [
            other[0] * 100 + other[1] * 10 + other[2] + 1000,
            (l[(z & 1) as usize] >> 13) as i32 + s[(x % 3) as usize] * 200,
            table[(x + y) as usize & 7] * -3 - 31,
            (-1.75 * (x + 11) as f32) as i32 + 7 + texel,
        ];
    }
    let numbers: Vec<String> = out.iter().flatten().map(i32::to_string).collect();
    format!("out: {}\ncounts: 0 0 {} 0\n", numbers.join(" "), out.len())
}

#[test]
fn a_launch_of_everything() {
    // Rows of linear images of gfx1100 are multiples of 256 bytes.
    let mut texels = vec![0u8; 2 * 128 * 2 * 2];
    for at in 0..16usize {
        let place = 2 * ((at / 4) * 128 + at % 4);
        texels[place..place + 2].copy_from_slice(&[(at * 37 + 5) as u8, (at * 91 + 3) as u8]);
    }
    let texel = |x: i32, y: i32, z: i32| {
        let place = 2 * ((z * 2 + y) * 128 + x) as usize;
        i32::from(texels[place]) + 256 * i32::from(texels[place + 1])
    };
    let image = write(&folder("parcels"), "texels.bin", texels.clone());
    let inner = "u8x3:7,200,31;struct{i64:-5000000000;i16[3]:1,-2,3};struct{i64:77000000000;i16[3]:-300,9,1200}";
    for (target, file) in [
        ("sm_50", "sm_50/parcels.cubin"),
        ("gfx1100", "gfx1100/parcels.co"),
        ("tgllp", "tgllp/parcels.zebin"),
        ("dg2", "dg2/parcels.zebin"),
    ] {
        let cuda = target == "sm_50";
        let (size, start) = if cuda { ([10, 6, 4], [0; 3]) } else { ([10, 5, 3], [40, 3, 9]) };
        let offset = if cuda { "" } else { "--offset 40,3,9" };
        // OpenCL C for Intel has no pointers in structs.
        let (pack, counts) = match target {
            "tgllp" | "dg2" => (format!("struct{{{inner};f32:-1.75}}"), "--arg counts=u32[4]:0"),
            _ => (format!("struct{{{inner};counts=u32[4]:0;f32:-1.75}}"), ""),
        };
        let image = if cuda { String::new() } else { format!("--arg image:image=r8g8_uint[128,2,2]@{image}") };
        let line = format!(
            "run {} --kernel parcels --global {},{},{} --block 5,2,2 {offset} --arg out=i32[{}]:0 --arg '{pack}' --arg i32x3:1000,-3,11 \
             --arg table=i16[8]:5,-6,7,-8,1000,-2000,30000,-32768 --arg local:80 --arg u8:13 {counts} {image} --dump out --dump counts",
            repository(&format!("kernels/unseen/bin/{file}")),
            size[0],
            size[1],
            size[2],
            4 * size.iter().product::<i32>(),
        );
        isotope(&line).gives(0, &parcels(!cuda, size, start, texel));
    }
}
