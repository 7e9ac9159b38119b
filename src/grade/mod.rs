//! The commands `check`, `record`, `suite` and `grade`.

pub mod check;
pub mod class;
mod players;
pub mod random;
pub mod record;
mod setting;
pub mod suite;

pub use class::GradeRequest;
pub use random::RandomCheck;
pub use setting::{Names, Setting};
pub use suite::report::SuiteFormat;
