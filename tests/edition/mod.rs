//! The rules, command by command: each edition against golden cases, and
//! against the independent models in `tests/model/`.

mod boards;
mod dialects;
mod flaws;
mod golden;
mod grids;
mod large;
mod moves;
mod properties;
mod seeds;
mod strategies;
#[cfg(unix)]
mod streams;
