//! `check`, `record` and `suite`: running any program, judging what it does, and
//! what cases are good for.

mod attack_setup;
mod broken;
mod cases;
mod catalogue;
mod causes;
mod checked;
mod class;
mod class_hostile;
mod class_refused;
mod class_resumed;
mod classroom;
mod closing;
mod compare;
mod edited_games;
mod explain;
mod extras;
mod fail_fast;
mod finding;
mod hostile;
mod limits;
mod options;
mod order;
mod outside;
mod own_mounts;
mod pages;
mod place;
mod random;
mod random_causes;
mod record;
mod reports;
mod right_programs;
mod runtimes;
mod sample;
mod selection;
mod suite;
