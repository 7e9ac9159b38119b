//! `check` and `record`: running any program, and judging what it does.

mod broken;
mod cases;
mod checked;
mod compare;
mod explain;
mod ground;
mod honest;
mod hostile;
mod limits;
mod options;
mod order;
mod place;
mod random;
mod record;
mod reports;
mod scene;
