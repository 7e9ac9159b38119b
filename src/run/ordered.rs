//! Doing work on several threads and handing on the results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// Does work on the numbers below `count`, on as many threads as there are jobs,
/// each of which has a worker of its own, and hands the results on in the order of
/// the numbers, until `hand_on` breaks off or fails.
///
/// # Errors
///
/// The first of `hand_on`.
pub(crate) fn in_order<W, R: Send, E>(
    count: u64,
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, u64) -> R + Sync,
    mut hand_on: impl FnMut(R) -> Result<ControlFlow<()>, E>,
) -> Result<(), E> {
    let next = AtomicU64::new(0);
    let stop = AtomicBool::new(false);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..count.min(jobs.get() as u64) {
            let sender = sender.clone();
            let (next, stop, worker, work) = (&next, &stop, &worker, &work);
            scope.spawn(move || {
                let mut worker = worker();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count || sender.send((number, work(&mut worker, number))).is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        let mut outcome = Ok(ControlFlow::Continue(()));
        for (number, result) in results {
            early.insert(number, result);
            while let Some(result) = early.remove(&wanted) {
                wanted += 1;
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

/// The same for the items of a list.
///
/// # Errors
///
/// The first of `hand_on`.
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
