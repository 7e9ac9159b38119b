//! `check`, `record` and `suite`: running any program, judging what it does, and
//! what cases are good for.

mod attack_setup;
mod broken_off;
mod case_paths;
mod cases;
mod catalogue;
mod causes;
mod causes_of_extra_text;
mod causes_of_runs;
mod checked;
mod class;
mod class_hostile;
mod class_refused;
mod class_resumed;
mod classroom;
mod compare;
mod edited_games;
mod explain;
mod fail_fast;
mod hostile;
mod limits;
mod mistakes;
mod neighbours;
mod options;
mod own_mounts;
mod pages;
mod pages_driven;
mod passed_limits;
mod place;
mod random;
mod random_causes;
mod recipes;
mod record;
mod report_ends;
mod reports;
mod right_programs;
mod runtimes;
mod said_once;
mod sample;
mod secrets;
mod selection;
mod stream_order;
mod suite;
mod tried;
#[cfg(can_confine)]
mod without_landlock;
