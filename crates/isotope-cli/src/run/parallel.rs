//! Work on several host threads whose results come in order.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Items that each thread may be ahead of the one whose turn it is: results wait in memory.
const AHEAD: usize = 4;

/// Stack of a thread, as large as that of the first one usually is.
const STACK: usize = 8 << 20;

struct State<T> {
    /// The item that is begun next.
    next: usize,
    /// Items whose results were taken.
    taken: usize,
    ready: BTreeMap<usize, T>,
    /// Whether no more items are begun.
    over: bool,
}

struct Queue<T> {
    items: usize,
    ahead: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Queue<T> {
    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// An item to begin now, if there is one.
    fn begin(&self, state: &mut State<T>) -> Option<usize> {
        let may = !state.over && state.next < self.items && state.next < state.taken + self.ahead;
        may.then(|| {
            state.next += 1;
            state.next - 1
        })
    }

    fn done(&self, at: usize, result: T) {
        self.lock().ready.insert(at, result);
        self.changed.notify_all();
    }

    /// No more items are begun.
    fn end(&self) {
        self.lock().over = true;
        self.changed.notify_all();
    }
}

/// Ends everything when it goes in a panic, so that no thread waits for that one.
struct Last<'a, T>(&'a Queue<T>);

impl<T> Drop for Last<'_, T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.end();
        }
    }
}

/// Does `work` for each item, each worker on a thread of its own and the first on this one, and hands the results to `take` on this thread, in the
/// order of the items. An error of `take` ends it. With one worker that is item after item.
pub fn in_order<I: Sync, W: Send, T: Send, E>(
    items: &[I],
    workers: &mut [W],
    work: impl Fn(&mut W, &I) -> T + Sync,
    mut take: impl FnMut(&I, T) -> Result<(), E>,
) -> Result<(), E> {
    let ahead = if workers.len() > 1 { AHEAD * workers.len() } else { 1 };
    let state = State { next: 0, taken: 0, ready: BTreeMap::new(), over: false };
    let queue = Queue { items: items.len(), ahead, state: Mutex::new(state), changed: Condvar::new() };
    let serve = |worker: &mut W| {
        let _last = Last(&queue);
        loop {
            let mut state = queue.lock();
            let at = loop {
                if state.over || state.next == items.len() {
                    return;
                }
                match queue.begin(&mut state) {
                    Some(at) => break at,
                    None => state = queue.wait(state),
                }
            };
            drop(state);
            queue.done(at, work(worker, &items[at]));
        }
    };
    let Some((own, others)) = workers.split_first_mut() else { return Ok(()) };
    std::thread::scope(|scope| {
        let _last = Last(&queue);
        let serve = &serve;
        for worker in others {
            // Where no thread is to be had, fewer do it.
            let thread = std::thread::Builder::new().stack_size(STACK);
            let _ = thread.spawn_scoped(scope, move || serve(worker));
        }
        let mut state = queue.lock();
        while state.taken < items.len() {
            let at = state.taken;
            if let Some(result) = state.ready.remove(&at) {
                state.taken += 1;
                drop(state);
                queue.changed.notify_all();
                take(&items[at], result).inspect_err(|_| queue.end())?;
                state = queue.lock();
            } else if let Some(next) = queue.begin(&mut state) {
                drop(state);
                queue.done(next, work(own, &items[next]));
                state = queue.lock();
            } else if state.over {
                // Another thread panicked; the scope says so when it ends.
                break;
            } else {
                state = queue.wait(state);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_and_an_error_ends_it() {
        let items: Vec<u64> = (0..200).collect();
        for count in [1, 2, 5] {
            let mut seen = Vec::new();
            let slow = |_: &mut (), n: &u64| {
                // Later ones are done earlier.
                std::thread::sleep(std::time::Duration::from_micros(200 * (3 - n % 4)));
                n * n
            };
            let taken = in_order(&items, &mut vec![(); count], slow, |item, square| {
                seen.push((*item, square));
                if *item == 150 { Err("enough") } else { Ok(()) }
            });
            assert_eq!(taken, Err("enough"));
            assert_eq!(seen, (0..=150).map(|n| (n, n * n)).collect::<Vec<_>>());
        }
    }
}
