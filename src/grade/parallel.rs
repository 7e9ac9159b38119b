//! Parallel work with results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

/// Result of one piece of work.
#[derive(Debug)]
pub(crate) enum Step<R, P> {
    Done(R),
    /// The work has to be repeated alone, after everything else.
    Repeat(P),
}

/// Calls `work` with the items on one thread per job, each with its own worker. Afterwards calls
/// `repeat`, one at a time, for the items to repeat; it returns the result that counts. Passes the
/// results to `hand_on` in the order of the items, until it returns true or something fails.
pub(crate) fn each_in_order<'items, T: Sync, W: Send, R: Send, P: Send, E: Send>(
    items: &'items [T],
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &'items T) -> Result<Step<R, P>, E> + Sync,
    mut repeat: impl FnMut(&mut W, &'items T, P) -> Result<R, E>,
    mut hand_on: impl FnMut(&'items T, R) -> Result<bool, E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let is_stopped = AtomicBool::new(false);
    // The channel only announces a result, so that its code does not depend on the type of
    // results.
    let results = Mutex::new(Results::default());
    let (sender, announced) = mpsc::channel();
    let mut outcome = Ok(false);
    let mut hand_on_ready = || {
        while let Some((number, result)) = lock(&results).pop_next() {
            if matches!(outcome, Ok(false)) {
                outcome = result.and_then(|result| hand_on(&items[number], result));
            }
            if !matches!(outcome, Ok(false)) {
                is_stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    let idle = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..items.len().min(jobs.get()) {
            let sender = sender.clone();
            let (next, is_stopped, results) = (&next, &is_stopped, &results);
            let (worker, work) = (&worker, &work);
            threads.push(scope.spawn(move || {
                let mut worker = worker();
                while !is_stopped.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else {
                        break;
                    };
                    let step = work(&mut worker, item);
                    lock(results).insert(number, step);
                    if sender.send(()).is_err() {
                        break;
                    }
                }
                worker
            }));
        }
        drop(sender);
        for () in announced {
            hand_on_ready();
        }
        let mut idle = None;
        for thread in threads {
            match thread.join() {
                Ok(worker) => idle = Some(worker),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        idle
    });
    if let Some(mut worker) = idle {
        while !is_stopped.load(Ordering::Relaxed) {
            let Some((number, first)) = lock(&results).to_repeat.pop_first() else {
                break;
            };
            let result = repeat(&mut worker, &items[number], first);
            lock(&results).waiting.insert(number, result);
            hand_on_ready();
        }
    }
    outcome.map(|_| ())
}

/// Results that have not been handed on, by the number of the item.
struct Results<R, P, E> {
    /// Number of the next result to hand on.
    next: usize,
    /// Results that wait for an earlier one.
    waiting: BTreeMap<usize, Result<R, E>>,
    to_repeat: BTreeMap<usize, P>,
}

impl<R, P, E> Default for Results<R, P, E> {
    fn default() -> Self {
        Self {
            next: 0,
            waiting: BTreeMap::new(),
            to_repeat: BTreeMap::new(),
        }
    }
}

impl<R, P, E> Results<R, P, E> {
    fn insert(&mut self, number: usize, step: Result<Step<R, P>, E>) {
        let result = match step {
            Ok(Step::Repeat(first)) => {
                self.to_repeat.insert(number, first);
                return;
            }
            Ok(Step::Done(result)) => Ok(result),
            Err(error) => Err(error),
        };
        self.waiting.insert(number, result);
    }

    /// Removes the next result in order and its number, if it exists.
    fn pop_next(&mut self) -> Option<(usize, Result<R, E>)> {
        let result = self.waiting.remove(&self.next)?;
        self.next += 1;
        Some((self.next - 1, result))
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_repeats_come_last() {
        let jobs = NonZero::new(3).unwrap();
        let started = AtomicUsize::new(0);
        let mut handed_on = Vec::new();
        let numbers: Vec<usize> = (0..100).collect();
        each_in_order(
            &numbers,
            jobs,
            || (),
            |(), &number| {
                started.fetch_add(1, Ordering::Relaxed);
                Ok::<_, ()>(if number % 7 == 3 {
                    Step::Repeat(number)
                } else {
                    Step::Done(number)
                })
            },
            |(), &number, first| {
                assert_eq!(started.load(Ordering::Relaxed), 100);
                assert_eq!(number, first);
                Ok(number + 1000)
            },
            |_, result| {
                handed_on.push(result);
                Ok(false)
            },
        )
        .unwrap();
        for (number, result) in (0..100).zip(handed_on) {
            assert_eq!(result % 1000, number);
            assert_eq!(result >= 1000, number % 7 == 3, "{number}");
        }
    }
}
