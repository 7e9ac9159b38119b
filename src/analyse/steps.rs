//! Counts the steps of the analysis. A test asserts that they grow linearly with the output; other builds do not count.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Adds bytes searched, lines read, or cells filled.
pub(crate) fn count(steps: usize) {
    #[cfg(test)]
    STEPS.set(STEPS.get() + steps as u64);
    #[cfg(not(test))]
    let _ = steps;
}

/// Returns the steps that this thread counted during a call.
#[cfg(test)]
pub(crate) fn during(work: impl FnOnce()) -> u64 {
    let before = STEPS.get();
    work();
    STEPS.get() - before
}
