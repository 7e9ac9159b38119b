//! Counts the steps of the analysis. A test asserts that their number grows linearly with the
//! output. Only test builds count.

#[cfg(test)]
thread_local! {
    static STEPS: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Adds a number of steps: bytes searched, lines compared or cells of a table filled.
pub fn count_in_tests(steps: usize) {
    #[cfg(test)]
    STEPS.set(STEPS.get() + steps as u64);
    #[cfg(not(test))]
    let _ = steps;
}

/// Returns the number of steps that this thread counts during a call.
#[cfg(test)]
pub fn during(work: impl FnOnce()) -> u64 {
    let before = STEPS.get();
    work();
    STEPS.get() - before
}
