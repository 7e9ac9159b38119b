//! Minefields, seed files and random fields; also splits text into lines and tokens by Java's
//! rules.

pub mod lines;
mod minefield;
mod random;
pub mod seed;
mod seed_error;
mod seed_file;
pub mod start_note;
pub mod tokens;

pub use lines::{Line, Lines};
pub use minefield::{FieldLimits, Minefield, Size, Square};
pub use random::{PRESETS, Random, RandomField};
pub use seed::SeedTokens;
pub use seed_error::{SEED_MALFORMED, SEED_NOT_FOUND, SeedError, SeedToken};
pub use seed_file::{STANDARD_INPUT, SeedFile};
pub use tokens::Tokens;
