//! Looking up keys and mouse buttons in a table of them: what each does, and the help that
//! tells it. The table of a game is in `keys.rs`; the menu and the replay have their own.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton};

/// A row of a table of keys: some keys, what they all do, and how the help tells it.
pub(super) struct Binding<Action> {
    chars: &'static str,
    codes: &'static [KeyCode],
    button: Option<MouseButton>,
    modifiers: KeyModifiers,
    action: Action,
    help: Option<[&'static str; 2]>,
    footer: Option<&'static str>,
}

/// A row for the keys of these characters and these other keys.
pub(super) const fn bind<Action: Copy>(
    chars: &'static str,
    codes: &'static [KeyCode],
    action: Action,
) -> Binding<Action> {
    Binding {
        chars,
        codes,
        button: None,
        modifiers: KeyModifiers::NONE,
        action,
        help: None,
        footer: None,
    }
}

impl<Action: Copy> Binding<Action> {
    /// With the control key held.
    pub(super) const fn with_control(mut self) -> Self {
        self.modifiers = KeyModifiers::CONTROL;
        self
    }

    /// Also for a button of the mouse.
    pub(super) const fn or_button(mut self, button: MouseButton) -> Self {
        self.button = Some(button);
        self
    }

    /// With a line of help: what these keys are called, and what they do. It may tell
    /// of the rows below, too.
    pub(super) const fn help(mut self, keys: &'static str, what: &'static str) -> Self {
        self.help = Some([keys, what]);
        self
    }

    /// With a few words for the last line of the screen.
    pub(super) const fn footer(mut self, words: &'static str) -> Self {
        self.footer = Some(words);
        self
    }
}

/// What a key does, if anything.
pub(super) fn on_key<Action: Copy>(table: &[Binding<Action>], key: KeyEvent) -> Option<Action> {
    let is_meant = |binding: &&Binding<Action>| {
        binding.modifiers == key.modifiers & KeyModifiers::CONTROL
            && match key.code {
                KeyCode::Char(character) => binding.chars.contains(character),
                code => binding.codes.contains(&code),
            }
    };
    Some(table.iter().find(is_meant)?.action)
}

/// What a button of the mouse does, if anything.
pub(super) fn on_button<Action: Copy>(
    table: &[Binding<Action>],
    button: MouseButton,
) -> Option<Action> {
    let is_meant = |binding: &&Binding<Action>| binding.button == Some(button);
    Some(table.iter().find(is_meant)?.action)
}

/// The lines of help: what keys are called, and what they do.
pub(super) fn help<Action>(table: &[Binding<Action>]) -> Vec<[&'static str; 2]> {
    table.iter().filter_map(|binding| binding.help).collect()
}

/// What the last line of the screen says, a key each.
pub(super) fn footer<Action>(table: &[Binding<Action>]) -> Vec<&'static str> {
    table.iter().filter_map(|binding| binding.footer).collect()
}
