//! Parallel work with results in order.

use std::collections::VecDeque;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};

/// Calls `work` with the numbers below `count` on one thread per job, each with its own worker.
/// Passes the results to `hand_on` in the order of the numbers, until it stops or fails.
pub(crate) fn in_order<W, R: Send, E>(
    count: u64,
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> R + Sync,
    mut hand_on: impl FnMut(R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    // Results that have not been handed on. The channel only announces a result, so that its code
    // does not depend on the type of results.
    let waiting = Mutex::new(Waiting {
        first: 0,
        results: VecDeque::new(),
    });
    let (sender, more) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..count.min(jobs.get() as u64) {
            let sender = sender.clone();
            let (next, stop, waiting) = (&next, &stop, &waiting);
            let (worker, work) = (&worker, &work);
            scope.spawn(move || {
                let mut worker = worker();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let result = work(&mut worker, number);
                    lock(waiting).insert(number, result);
                    if sender.send(()).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut outcome = Ok(ControlFlow::Continue(()));
        for () in more {
            while let Some(result) = next_of(&waiting) {
                if matches!(outcome, Ok(ControlFlow::Continue(()))) {
                    outcome = hand_on(result);
                }
                let goes_on = matches!(outcome, Ok(ControlFlow::Continue(())));
                stop.store(!goes_on, Ordering::Relaxed);
            }
        }
        outcome.map(|_| ())
    })
}

/// Results that wait for an earlier one.
struct Waiting<R> {
    first: u64,
    results: VecDeque<Option<R>>,
}

impl<R> Waiting<R> {
    /// `number` must be at least `first`.
    fn insert(&mut self, number: u64, result: R) {
        let place = usize::try_from(number - self.first).unwrap_or(usize::MAX);
        while self.results.len() <= place {
            self.results.push_back(None);
        }
        self.results[place] = Some(result);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the next result in order, if it exists.
fn next_of<R>(waiting: &Mutex<Waiting<R>>) -> Option<R> {
    let mut waiting = lock(waiting);
    let result = waiting.results.front_mut()?.take()?;
    waiting.results.pop_front();
    waiting.first += 1;
    Some(result)
}

/// Like [`in_order`], for the items of a slice.
pub(crate) fn each_in_order<T: Sync, W, R: Send, E>(
    items: &[T],
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &T) -> R + Sync,
    mut hand_on: impl FnMut(R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let work = |worker: &mut W, number: u64| {
        let index = usize::try_from(number).ok()?;
        Some(work(worker, items.get(index)?))
    };
    in_order(items.len() as u64, jobs, worker, work, |result| {
        result.map_or(Ok(ControlFlow::Continue(())), &mut hand_on)
    })
}
