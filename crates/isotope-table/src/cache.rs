//! Values that are computed from a form when they are first needed, and kept with it.
//!
//! A form does not know the types of these values: the modules that compute them (`plan`) depend on the form.

use super::row::Profiles;
use std::any::Any;
use std::sync::OnceLock;

/// Values by profile and type, in the order of their first use. Most forms have one profile.
#[derive(Default)]
pub(super) struct Cache(OnceLock<Box<Entry>>);

struct Entry {
    profile: Profiles,
    value: Box<dyn Any + Send + Sync>,
    next: Cache,
}

impl Cache {
    /// The value of a type for a profile; `make` computes it on first use.
    #[inline]
    pub fn get<T: Any + Send + Sync>(&self, profile: Profiles, make: impl Fn() -> T) -> &T {
        let mut cache = self;
        loop {
            let entry = cache.0.get_or_init(|| {
                let value = Box::new(make());
                Box::new(Entry { profile, value, next: Cache::default() })
            });
            if entry.profile == profile
                && let Some(value) = entry.value.downcast_ref()
            {
                return value;
            }
            cache = &entry.next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn each_profile_and_type_has_a_value_of_its_own() {
        let cache = Cache::default();
        for _ in 0..2 {
            for profile in 0..=255 {
                assert_eq!(*cache.get(profile, || u64::from(profile)), u64::from(profile));
                assert_eq!(*cache.get(profile, || format!("{profile}")), format!("{profile}"));
            }
        }
        assert_eq!(*cache.get(7, || 8u64), 7);
    }
}
