//! Recipes that prepare and run submissions in a language.

use std::ffi::OsString;

use crate::run::Program;

/// Commands that prepare and run a submission in one language.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Value of `--prepare`.
    pub name: &'static str,
    /// Program that the preparation needs.
    pub tool: &'static str,
    /// Shell script that prepares a submission.
    prepare: &'static str,
    /// Shell script that creates the command, for use after `prepare` if the user gives no command.
    make_command: &'static str,
    /// Command if the user gives none: words separated by spaces.
    pub command: &'static str,
}

/// All recipes. The help of `grade` prints their scripts.
pub const RECIPES: [Recipe; 6] = [
    Recipe {
        name: "java",
        tool: "javac",
        prepare: r#"rm -rf bin player
mkdir bin
[ "$(find . -name '*.java' ! -name '._*')" ] ||
    { echo 'there is no .java file; archives are not unpacked'; exit 1; }
[ "$(find . -name '*.java' ! -name '._*' -size +0)" ] ||
    { echo 'all .java files are empty'; exit 1; }
find . -name '*.java' ! -name '._*' ! -path '*/src/test/*' \
    -exec javac -encoding UTF-8 -d bin {} + || exit"#,
        make_command: r#"# The class with a main method; of several, the driver.
main=$(find bin -name '*.class' -exec javap {} + | awk '
    /(^| )class / { sub(/.*class /, ""); sub(/[<{]/, " "); name = $1 }
    /public static .*void main\(java\.lang\.String/ { print name }' | sort)
driver=$(echo "$main" | grep 'Driver$') && main=$driver
case $(echo "$main" | wc -w) in
    0) echo 'no class has a main method'; exit 1 ;;
    1) ;;
    *) echo 'several classes have a main method, and not exactly one of them ends in Driver:' \
            'keep one, or grade with -- java -cp bin CLASS:' $main
       exit 1 ;;
esac
printf '#!/bin/sh\nexec java -cp "${0%%/*}/bin" \047%s\047 "$@"\n' \
    "$main" > player
chmod +x player"#,
        command: "./player",
    },
    Recipe {
        name: "python",
        tool: "python3",
        prepare: r"find . -name '*.py' ! -path '*/.*' ! -path '*/site-packages/*' \
    -exec python3 -m py_compile {} + || exit
[ -f main.py ] || { echo 'there is no main.py'; exit 1; }",
        make_command: "",
        command: "python3 main.py",
    },
    Recipe {
        name: "c",
        tool: "cc",
        prepare: r#"rm -f player
find . -name '*.c' ! -name '._*' \
    -exec sh -c 'cc -O1 -o player "$@" -lm' sh {} + || exit
[ -f player ] || { echo 'there is no .c file'; exit 1; }"#,
        make_command: "",
        command: "./player",
    },
    Recipe {
        name: "cpp",
        tool: "c++",
        prepare: r"rm -f player
find . '(' -name '*.cpp' -o -name '*.cc' -o -name '*.cxx' ')' \
    ! -name '._*' -exec c++ -O1 -o player {} + || exit
[ -f player ] || { echo 'there is no C++ file'; exit 1; }",
        make_command: "",
        command: "./player",
    },
    Recipe {
        name: "rust",
        tool: "cargo",
        prepare: r"rm -f player
cargo build --release --offline --target-dir target || exit
find target/release -maxdepth 1 -type f -perm -u+x \
    -exec cp {} player ';'
[ -f player ] || { echo 'the package has no program'; exit 1; }",
        make_command: "",
        command: "./player",
    },
    Recipe {
        name: "make",
        tool: "make",
        prepare: "rm -f player
make || exit
[ -f player ] || { echo 'make did not create the file player'; exit 1; }",
        make_command: "",
        command: "./player",
    },
];

impl Recipe {
    pub fn named(name: &str) -> Option<Self> {
        RECIPES.into_iter().find(|recipe| recipe.name == name)
    }

    /// Returns the shell script. A complete script also creates the command.
    pub fn script(&self, is_complete: bool) -> String {
        let make_command = if is_complete { self.make_command } else { "" };
        format!("{}\n{make_command}", self.prepare)
            .trim_end()
            .to_owned()
    }

    /// Returns the command that plays a prepared submission.
    pub fn program(&self) -> Program {
        let mut words = self.command.split(' ').map(OsString::from);
        Program::new(words.next().unwrap_or_default(), words.collect())
    }
}
