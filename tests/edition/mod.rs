//! The rules of each edition, compared with golden cases and with the independent models in
//! `tests/model/`.

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
mod streams;
