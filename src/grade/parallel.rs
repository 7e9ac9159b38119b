//! Parallel work with results in order.

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};

/// Result of one piece of work.
#[derive(Debug)]
pub(crate) enum Step<R> {
    Done(R),
    /// The work has to be repeated alone, after everything else.
    Repeat(R),
}

/// Calls `work` with the numbers below `count` on one thread per job, each with its own worker.
/// Afterwards calls `repeat`, one at a time, with the results to repeat; it returns the result that
/// counts. Passes the results to `hand_on` in the order of the numbers, until it stops or fails.
pub(crate) fn in_order<W: Send, R: Send, E>(
    count: u64,
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> Step<R> + Sync,
    mut repeat: impl FnMut(&mut W, u64, R) -> R,
    mut hand_on: impl FnMut(R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let is_stopped = AtomicBool::new(false);
    // The channel only announces a result, so that its code does not depend on the type of
    // results.
    let results = Mutex::new(Results::default());
    let (sender, announced) = mpsc::channel();
    let mut outcome = Ok(ControlFlow::Continue(()));
    let mut hand_on_ready = || {
        while let Some(result) = lock(&results).pop_next() {
            if matches!(outcome, Ok(ControlFlow::Continue(()))) {
                outcome = hand_on(result);
            }
            if !matches!(outcome, Ok(ControlFlow::Continue(()))) {
                is_stopped.store(true, Ordering::Relaxed);
            }
        }
    };
    let idle = std::thread::scope(|scope| {
        let mut threads = Vec::new();
        for _ in 0..count.min(jobs.get() as u64) {
            let sender = sender.clone();
            let (next, is_stopped, results) = (&next, &is_stopped, &results);
            let (worker, work) = (&worker, &work);
            threads.push(scope.spawn(move || {
                let mut worker = worker();
                while !is_stopped.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let step = work(&mut worker, number);
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
        threads.into_iter().find_map(|thread| thread.join().ok())
    });
    if let Some(mut worker) = idle {
        while !is_stopped.load(Ordering::Relaxed) {
            let Some((number, first)) = lock(&results).pop_repeat() else {
                break;
            };
            let result = repeat(&mut worker, number, first);
            lock(&results).insert(number, Step::Done(result));
            hand_on_ready();
        }
    }
    outcome.map(|_| ())
}

/// Results that have not been handed on.
struct Results<R> {
    /// Number of the first of `waiting`.
    first: u64,
    /// Results that wait for an earlier one.
    waiting: VecDeque<Option<R>>,
    /// Results to repeat, by number.
    to_repeat: VecDeque<(u64, R)>,
}

impl<R> Default for Results<R> {
    fn default() -> Self {
        Self {
            first: 0,
            waiting: VecDeque::new(),
            to_repeat: VecDeque::new(),
        }
    }
}

impl<R> Results<R> {
    /// `number` must be at least `first`.
    fn insert(&mut self, number: u64, step: Step<R>) {
        let index = usize::try_from(number - self.first).unwrap_or(usize::MAX);
        while self.waiting.len() <= index {
            self.waiting.push_back(None);
        }
        match step {
            Step::Done(result) => self.waiting[index] = Some(result),
            Step::Repeat(result) => self.to_repeat.push_back((number, result)),
        }
    }

    /// Removes the next result in order, if it exists.
    fn pop_next(&mut self) -> Option<R> {
        let result = self.waiting.front_mut()?.take()?;
        self.waiting.pop_front();
        self.first += 1;
        Some(result)
    }

    /// Removes the result with the lowest number that has to be repeated.
    fn pop_repeat(&mut self) -> Option<(u64, R)> {
        let numbers = self.to_repeat.iter().enumerate();
        let (index, _) = numbers.min_by_key(|(_, (number, _))| *number)?;
        self.to_repeat.remove(index)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Like [`in_order`], for the items of a slice.
pub(crate) fn each_in_order<'items, T: Sync, W: Send, R: Send, E>(
    items: &'items [T],
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &'items T) -> Step<R> + Sync,
    mut repeat: impl FnMut(&mut W, &'items T, R) -> R,
    hand_on: impl FnMut(R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let item = |number: u64| usize::try_from(number).map_or(&items[0], |index| &items[index]);
    in_order(
        items.len() as u64,
        jobs,
        worker,
        |worker, number| work(worker, item(number)),
        |worker, number, first| repeat(worker, item(number), first),
        hand_on,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_repeats_come_last() {
        let jobs = NonZero::new(3).unwrap();
        let started = AtomicU64::new(0);
        let mut handed_on = Vec::new();
        in_order(
            100,
            jobs,
            || (),
            |(), number| {
                started.fetch_add(1, Ordering::Relaxed);
                if number % 7 == 3 {
                    Step::Repeat(number)
                } else {
                    Step::Done(number)
                }
            },
            |(), number, first| {
                assert_eq!(started.load(Ordering::Relaxed), 100);
                assert_eq!(number, first);
                number + 1000
            },
            |result| -> Result<_, ()> {
                handed_on.push(result);
                Ok(ControlFlow::Continue(()))
            },
        )
        .unwrap();
        for (number, result) in (0..100).zip(handed_on) {
            assert_eq!(result % 1000, number);
            assert_eq!(result >= 1000, number % 7 == 3, "{number}");
        }
    }
}
