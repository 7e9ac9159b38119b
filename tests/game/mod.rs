//! The interface of sessions: transcripts and views.

mod transcript;
mod view;
