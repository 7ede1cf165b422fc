//! How many groups a launch has, and how large they are.

/// The groups of a launch and the work-items of each.
///
/// # Examples
/// ```
/// use isotope_machine::Grid;
/// assert_eq!(Grid::over([70, 1, 1], [32, 1, 1]), Grid { remainder: [6, 0, 0], ..Grid::new([3, 1, 1], [32, 1, 1]) });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Number of groups, smaller ones at the edges among them.
    pub groups: [u32; 3],
    /// Work-items of a whole group.
    pub group_size: [u32; 3],
    /// Work-items of the last groups in each dimension, 0 where they are whole.
    pub remainder: [u32; 3],
    /// Number of dimensions as given; see [`Grid::dimensions`].
    pub named: u8,
}

impl Grid {
    /// `groups` groups, all of the same size.
    pub fn new(groups: [u32; 3], group_size: [u32; 3]) -> Grid {
        Grid { groups, group_size, remainder: [0; 3], named: 1 }
    }

    /// Work-items in as few groups of at most this size as possible; the groups at the far edges have the remainder.
    pub fn over(items: [u32; 3], group_size: [u32; 3]) -> Grid {
        let each = |f: fn(u32, u32) -> u32| std::array::from_fn(|d| f(items[d], group_size[d].max(1)));
        Grid { remainder: each(|items, size| items % size), ..Grid::new(each(u32::div_ceil), group_size) }
    }

    /// The same grid, given with at least this many dimensions.
    pub fn with_dimensions(self, named: u8) -> Grid {
        Grid { named, ..self }
    }

    /// Dimensions (OpenCL's `work_dim`, 1 to 3): as given, but at least as many as have more than one group or work-item.
    pub fn dimensions(&self) -> u16 {
        let items = |d: &usize| self.groups[*d] > 1 || self.group_size[*d] > 1;
        (0..3).rev().find(items).map_or(1, |d| d as u16 + 1).max(self.named.into())
    }

    /// Work-items in each dimension; modulo 2^32.
    pub fn items(&self) -> [u32; 3] {
        std::array::from_fn(|d| match self.remainder[d] {
            0 => self.groups[d].wrapping_mul(self.group_size[d]),
            rest => (self.groups[d] - 1).wrapping_mul(self.group_size[d]).wrapping_add(rest),
        })
    }

    /// Whether every group has the same size.
    pub fn is_uniform(&self) -> bool {
        self.remainder == [0; 3]
    }

    /// Groups of the full size in each dimension.
    pub fn whole_groups(&self) -> [u32; 3] {
        std::array::from_fn(|d| self.groups[d] - u32::from(self.remainder[d] != 0))
    }
}
