//! Placement of waves on cores.

/// Cores and arrays of a launch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The core of each wave.
    pub cores: Vec<u8>,
    /// The cache of each wave's scalar loads, numbered after those of cores.
    pub scalars: Vec<u8>,
    /// How many cores.
    pub count: u8,
    /// The array of each core, and of each cache of scalar loads.
    pub arrays: Vec<u8>,
}

/// Most placements of waves on cores that are explored. If there are more, each group is only placed on cores of its own
/// ([`Limit::Placements`]).
///
/// [`Limit::Placements`]: crate::Limit::Placements
pub const PLACEMENTS: usize = 64;

/// Every placement of waves on cores, up to renaming of cores, with a group on at most `most` of them. Cores that share no group are in
/// different arrays: two caches can do whatever one array cache can do for two cores. If there are more than [`PLACEMENTS`]: only one, and
/// false.
pub(super) fn placements(groups: &[usize], most: u8) -> (Vec<Placement>, bool) {
    let mut found = Vec::new();
    let mut open: Vec<Vec<u8>> = vec![Vec::new()];
    while let Some(cores) = open.pop() {
        let wave = cores.len();
        if wave == groups.len() {
            found.push(finished(cores, groups));
            if found.len() > PLACEMENTS {
                return (vec![apart(groups, most)], false);
            }
            continue;
        }
        let next = cores.iter().max().map_or(0, |core| core + 1);
        for core in (0..=next).rev() {
            let mut mine: Vec<u8> = (0..wave).filter(|w| groups[*w] == groups[wave]).map(|w| cores[w]).collect();
            mine.push(core);
            mine.sort_unstable();
            mine.dedup();
            if mine.len() <= usize::from(most) {
                let mut more = cores.clone();
                more.push(core);
                open.push(more);
            }
        }
    }
    // The placement with most cores first: it shows most errors.
    found.sort_by_key(|p| std::cmp::Reverse(p.count));
    (found, true)
}

/// Each group on its own cores, its waves in turn.
fn apart(groups: &[usize], most: u8) -> Placement {
    let turn = |wave: usize| groups[..wave].iter().filter(|g| **g == groups[wave]).count() % usize::from(most);
    let mut known = Vec::new();
    let cores = (0..groups.len()).map(|wave| {
        let core = (groups[wave], turn(wave));
        known.iter().position(|k| *k == core).unwrap_or_else(|| {
            known.push(core);
            known.len() - 1
        }) as u8
    });
    finished(cores.collect(), groups)
}

fn finished(mut cores: Vec<u8>, groups: &[usize]) -> Placement {
    let mut names: Vec<u8> = Vec::new();
    for core in &mut cores {
        let name = names.iter().position(|n| n == core).unwrap_or_else(|| {
            names.push(*core);
            names.len() - 1
        });
        *core = name as u8;
    }
    let mut arrays: Vec<u8> = (0..names.len() as u8).collect();
    for (a, core) in cores.iter().enumerate() {
        for other in (0..a).filter(|other| groups[*other] == groups[a]) {
            let (from, to) = (arrays[usize::from(*core)], arrays[usize::from(cores[other])]);
            arrays.iter_mut().filter(|array| **array == from).for_each(|array| *array = to);
        }
    }
    // Groups that share a cache could do no more than with one each: it holds what was read.
    let count = names.len() as u8;
    let mut scalars = Vec::new();
    let mut known: Vec<usize> = Vec::new();
    for (wave, group) in groups.iter().enumerate() {
        let at = known.iter().position(|g| g == group).unwrap_or_else(|| {
            known.push(*group);
            arrays.push(arrays[usize::from(cores[wave])]);
            known.len() - 1
        });
        scalars.push(count + at as u8);
    }
    Placement { cores, scalars, count, arrays }
}

#[cfg(test)]
mod tests {
    use super::placements;

    #[test]
    fn counts() {
        let count = |groups: &[usize], most| {
            let (found, whole) = placements(groups, most);
            assert!(whole);
            found.len()
        };
        assert_eq!([count(&[0, 1], 1), count(&[0, 1, 2], 1), count(&[0, 1, 2, 3], 1)], [2, 5, 15]);
        assert_eq!([count(&[0, 0], 1), count(&[0, 0], 2), count(&[0, 0, 0], 2)], [1, 2, 4]);
        assert_eq!([count(&[0, 1, 2, 3, 4], 1), count(&[0, 0, 1, 1, 2, 2], 1)], [52, 5]);
        let more = placements(&[0, 1, 2, 3, 4, 5], 1);
        assert_eq!((more.0.len(), more.0[0].count, more.1), (1, 6, false));
        let many: Vec<usize> = (0..127).collect();
        let most = &placements(&many, 2).0[0];
        assert_eq!((most.count, most.scalars[126]), (127, 253));
        let wide = &placements(&[0, 0, 1], 2).0[0];
        assert_eq!((&wide.cores[..], &wide.arrays[..]), (&[0, 1, 2][..], &[0, 0, 2, 0, 2][..]));
    }
}
