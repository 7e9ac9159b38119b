//! The commands `check`, `record`, `suite` and `grade`.

pub mod check;
pub mod class;
mod hidden_files;
mod names;
mod players;
pub mod random;
pub mod record;
pub mod suite;

pub use class::GradeRequest;
pub use names::Names;
pub use players::Setting;
pub use random::RandomCheck;
pub use suite::report::SuiteFormat;
