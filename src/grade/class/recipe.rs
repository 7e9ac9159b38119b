//! Recipes: how submissions in a language are prepared, and what then plays.

/// A recipe.
#[derive(Debug)]
pub(crate) struct Recipe {
    /// Its name.
    pub(crate) name: &'static str,
    /// The command of the shell that prepares a submission.
    pub(crate) prepare: &'static str,
    /// The command that plays, if none is given.
    pub(crate) command: &'static [&'static str],
}

/// All recipes.
pub(crate) const RECIPES: &[Recipe] = &[
    Recipe {
        name: "java",
        prepare: "rm -rf bin && find . -name '*.java' ! -name '._*' -exec javac -encoding UTF-8 -d bin {} + && ls -d bin > /dev/null",
        command: &["java", "-cp", "bin", "cs1302.game.MinesweeperDriver"],
    },
    Recipe {
        name: "python",
        prepare: "python3 -m compileall -q .; ls main.py > /dev/null",
        command: &["python3", "main.py"],
    },
    Recipe {
        name: "c",
        prepare: "rm -f player && find . -name '*.c' ! -name '._*' -exec sh -c 'cc -O1 -o player \"$@\" -lm' sh {} + && ls player > /dev/null",
        command: &["./player"],
    },
    Recipe {
        name: "cpp",
        prepare: "rm -f player && find . '(' -name '*.cpp' -o -name '*.cc' -o -name '*.cxx' ')' ! -name '._*' -exec c++ -O1 -o player {} + && ls player > /dev/null",
        command: &["./player"],
    },
    Recipe {
        name: "rust",
        prepare: "rm -f player && cargo build --release --offline --target-dir target && find target/release -maxdepth 1 -type f -perm -u+x -exec cp {} player ';' && ls player > /dev/null",
        command: &["./player"],
    },
    Recipe {
        name: "make",
        prepare: "rm -f player && make && ls player > /dev/null",
        command: &["./player"],
    },
];

/// The recipe of this name.
pub(crate) fn named(name: &str) -> Option<&'static Recipe> {
    RECIPES.iter().find(|recipe| recipe.name == name)
}
