//! `check` and `record`: running any program, and judging what it does.

mod cases;
mod checked;
mod compare;
mod explain;
mod limits;
mod options;
mod random;
mod record;
mod reports;
