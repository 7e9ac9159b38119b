//! Parallel work with results in order.

use std::{
    collections::HashMap,
    num::NonZero,
    sync::{
        atomic::{AtomicUsize, Ordering},
        mpsc,
    },
    thread,
};

/// Calls `work` for each item on one thread per job. Each thread has its own worker.
///
/// A result may be distorted by the load of other jobs (`is_contended`). After all other items,
/// calls `work` again for these items, one at a time, with the first result, which the new result
/// replaces.
///
/// Passes each result with its index to `receive`, in the order of the items, until `receive`
/// returns true or `work` or `receive` fails.
pub fn each_in_order<'items, T: Sync, W, R: Send, E: Send>(
    items: &'items [T],
    jobs: NonZero<usize>,
    new_worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, &'items T, Option<R>) -> Result<R, E> + Sync,
    is_contended: impl Fn(&R) -> bool,
    mut receive: impl FnMut(usize, R) -> Result<bool, E>,
) -> Result<(), E> {
    let started = AtomicUsize::new(0);
    let (mut finished, mut contended, mut next) = (HashMap::new(), Vec::new(), 0);
    let mut deliver = |index, result| {
        finished.insert(index, result);
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
            let (started, new_worker, work) = (&started, &new_worker, &work);
            scope.spawn(move || {
                let mut worker = new_worker();
                loop {
                    let index = started.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    let result = work(&mut worker, item, None);
                    // The receiver has been dropped if no more results are needed.
                    if sender.send((index, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (index, result) in receiver {
            match result {
                Ok(first) if is_contended(&first) => contended.push((index, first)),
                result => {
                    if deliver(index, result)? {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    })?;
    contended.sort_by_key(|(index, _)| *index);
    let mut worker = new_worker();
    for (index, first) in contended {
        if is_stopped || deliver(index, work(&mut worker, &items[index], Some(first)))? {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_and_contended_items_run_last() {
        let jobs = NonZero::new(3).unwrap();
        let started = AtomicUsize::new(0);
        let mut received = Vec::new();
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
                received.push(result);
                Ok(false)
            },
        )
        .unwrap();
        for (number, result) in (0..100).zip(received) {
            assert_eq!(result % 1000, number);
            assert_eq!(result >= 1000, number % 7 == 3, "{number}");
        }
    }
}
