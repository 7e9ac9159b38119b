//! Parallel work with results in order.

use std::collections::HashMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Calls `work` with the items on one thread per job, each with its own worker. Afterwards calls it again, one item at a time, with
/// each contended result, which the new one replaces. Passes the results with their numbers to `receive`, in the order of the
/// items, until it returns true or something fails.
pub(crate) fn each_in_order<'items, T: Sync, W, R: Send, E: Send>(
    items: &'items [T],
    jobs: NonZero<usize>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &'items T, Option<R>) -> Result<R, E> + Sync,
    is_contended: impl Fn(&R) -> bool,
    mut receive: impl FnMut(usize, R) -> Result<bool, E>,
) -> Result<(), E> {
    let started = AtomicUsize::new(0);
    let (mut finished, mut contended, mut next) = (HashMap::new(), Vec::new(), 0);
    let mut add = |number, result| {
        finished.insert(number, result);
        while let Some(result) = finished.remove(&next) {
            next += 1;
            if receive(next - 1, result?)? {
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
                    let result = work(&mut worker, item, None);
                    // The receiver is dropped when nothing more is needed.
                    if sender.send((number, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (number, result) in receiver {
            match result {
                Ok(first) if is_contended(&first) => contended.push((number, first)),
                result => {
                    if add(number, result)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    })?;
    contended.sort_by_key(|(number, _)| *number);
    let mut worker = worker();
    for (number, first) in contended {
        if is_stopped || add(number, work(&mut worker, &items[number], Some(first)))? {
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
                    return Ok::<_, ()>(number + 1000);
                }
                started.fetch_add(1, Ordering::Relaxed);
                Ok(number)
            },
            |number| number % 7 == 3,
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
