//! Parallel work with results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Result of one piece of work.
#[derive(Debug)]
pub(crate) enum Step<R, P> {
    Done(R),
    /// The work has to be repeated alone, after everything else.
    Repeat(P),
}

/// Calls `work` with the items on one thread per job, each with its own worker, and again, one at a time, with each item to
/// repeat and its first result; then the work is done. Passes the results with their numbers to `hand_on`, in the order of the
/// items, until it returns true or something fails.
pub(crate) fn each_in_order<'items, T: Sync, W, R: Send, P: Send, E: Send>(
    items: &'items [T],
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &'items T, Option<P>) -> Result<Step<R, P>, E> + Sync,
    mut hand_on: impl FnMut(usize, R) -> Result<bool, E>,
) -> Result<(), E> {
    let started = AtomicUsize::new(0);
    let mut waiting = BTreeMap::new();
    let mut to_repeat = BTreeMap::new();
    let mut next = 0;
    let mut add = |number, step: Result<_, E>, to_repeat: &mut BTreeMap<usize, P>| {
        match step {
            Ok(Step::Repeat(first)) => drop(to_repeat.insert(number, first)),
            Ok(Step::Done(result)) => drop(waiting.insert(number, Ok(result))),
            Err(error) => drop(waiting.insert(number, Err(error))),
        }
        while let Some(result) = waiting.remove(&next) {
            next += 1;
            if hand_on(next - 1, result?)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    let is_stopped = thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..items.len().min(jobs.get()) {
            let sender = sender.clone();
            let (started, worker, work) = (&started, &worker, &work);
            scope.spawn(move || {
                let mut worker = worker();
                loop {
                    let number = started.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(number) else { break };
                    // The receiver is dropped when nothing more is needed.
                    if sender
                        .send((number, work(&mut worker, item, None)))
                        .is_err()
                    {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, step) in receiver {
            if add(number, step, &mut to_repeat)? {
                return Ok(true);
            }
        }
        Ok(false)
    })?;
    let mut worker = worker();
    while !is_stopped && let Some((number, first)) = to_repeat.pop_first() {
        let step = work(&mut worker, &items[number], Some(first));
        if add(number, step, &mut to_repeat)? {
            break;
        }
    }
    Ok(())
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
            |(), &number, first| {
                if let Some(first) = first {
                    assert_eq!(started.load(Ordering::Relaxed), 100);
                    assert_eq!(number, first);
                    return Ok(Step::Done(number + 1000));
                }
                started.fetch_add(1, Ordering::Relaxed);
                Ok::<_, ()>(if number % 7 == 3 {
                    Step::Repeat(number)
                } else {
                    Step::Done(number)
                })
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
