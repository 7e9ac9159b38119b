//! `grade`: grades the submissions of a whole class, which recipes prepare and run.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use clap::Args;
use glob::Pattern;

use super::{
    running::{JudgingArguments, RunArguments},
    values,
};
use crate::{
    cases::{Partition, Selection},
    error::Error,
    grade::{GradeRequest, class},
    io::{Console, visible},
    run::Program,
};

fn long_help() -> String {
    let mut help = include_str!("../../resources/help/grade.txt").to_owned();
    for recipe in &RECIPES {
        let script = recipe.script(true).replace('\n', "\n      ");
        let Recipe { name, command, .. } = recipe;
        help = format!("{help}\n\n  {name}: -- {command}\n      {script}");
    }
    help
}

/// Grade the submissions of a whole class
#[derive(Debug, Args)]
#[command(
    override_usage = "minesweeper-alpha grade [OPTIONS] CASES... --submissions DIR --output OUT
           [-- COMMAND [ARG]...]
       minesweeper-alpha grade --merge OUT1 OUT2... --output OUT",
    after_help = "\
Examples:
  minesweeper-alpha grade cases --submissions all --prepare java --output out
  minesweeper-alpha grade cases --submissions all --prepare java --output out \\
    --submission adams --verbose
  minesweeper-alpha grade --merge share1 share2 --output out",
    after_long_help = long_help()
)]
pub struct GradeArguments {
    /// Folders of cases, or files of cases
    #[arg(required_unless_present = "merge")]
    cases: Vec<PathBuf>,

    /// Folder of the submissions
    #[arg(long, value_name = "DIR", required_unless_present = "merge")]
    submissions: Option<PathBuf>,

    /// Folder for the results
    #[arg(long, value_name = "OUT", value_parser = values::written_path())]
    output: PathBuf,

    /// Recipe for the preparation (java, python, c, cpp, rust or make), or a shell command
    ///
    /// It runs once in the copy of each submission; $1 is the name of the submission. The
    /// recipes are listed below.
    #[arg(long, value_name = "COMMAND", help_heading = "Preparation")]
    prepare: Option<OsString>,

    /// Maximum time of a preparation
    #[arg(long, value_name = "TIME", help_heading = "Preparation")]
    #[arg(value_parser = values::duration, requires = "prepare", default_value = "60s")]
    prepare_timeout: Duration,

    #[command(flatten)]
    running: RunArguments,

    #[command(flatten)]
    judging: JudgingArguments,

    /// Print the details of each submission as `check` does
    #[arg(long, help_heading = "Report")]
    verbose: bool,

    /// Grade only submissions whose name matches, and add them to the results; may be repeated
    #[arg(long, value_name = "GLOB", help_heading = "Selection")]
    submission: Vec<Pattern>,

    /// Grade only the K-th of N shares of the submissions
    #[arg(long, value_name = "K/N", help_heading = "Selection", value_parser = values::partition)]
    partition: Option<Partition>,

    /// Grade everything again, including submissions that are already graded
    #[arg(long, help_heading = "Selection")]
    again: bool,

    /// Merge the results of all shares into one folder
    #[arg(long, value_name = "OUT", num_args = 1.., help_heading = "Selection")]
    #[arg(conflicts_with_all = [
        "cases", "submissions", "prepare", "prepare_timeout", "verbose", "submission",
        "partition", "again", "command", "edition", "jobs", "timeout", "max_output",
        "max_memory", "cpu_time", "max_processes", "max_files_size", "leak_timeout",
        "sandbox", "hide", "allow_read", "allow_write", "env", "tolerate", "filter", "points",
        "reveal"
    ])]
    merge: Vec<PathBuf>,
}

impl GradeArguments {
    pub fn run(self, console: &mut Console) -> Result<u8, Error> {
        let output = self.output;
        let Some(submissions) = self.submissions else {
            return class::merge(&self.merge, &output, console);
        };
        // There is no common folder: each submission runs in its own.
        let mut setting = self.running.setting(None, self.judging.tolerate);
        setting.run.runs_copies = true;
        let name = self.prepare.as_ref().and_then(|name| name.to_str());
        let recipe = name.and_then(Recipe::named);
        let has_command_of_recipe = match (&setting.program, recipe) {
            (None, _) => true,
            (Some(program), Some(recipe)) => *program == recipe.program(),
            (Some(_), None) => false,
        };
        let mut preparation = self.prepare.clone();
        if let Some(recipe) = recipe {
            let Recipe { name, tool, .. } = recipe;
            let program = Program::new(tool.into(), Vec::new());
            if program.missing(&setting.run.variables).is_some() {
                return Err(Error::message(format!(
                    "--prepare {name} needs {tool}, which is not in PATH"
                )));
            }
            preparation = Some(recipe.script(has_command_of_recipe).into());
            setting.program.get_or_insert_with(|| recipe.program());
        }
        if setting.program.is_none() {
            let names = RECIPES.map(|recipe| recipe.name).join(", ");
            let fault = match &self.prepare {
                None => "or a recipe to --prepare".to_owned(),
                Some(word) => {
                    let word = visible(word.to_string_lossy().as_bytes());
                    format!("since `{word}` is not a recipe of --prepare")
                }
            };
            return Err(Error::message(format!(
                "no command that plays a submission: add -- COMMAND, {fault} ({names})"
            )));
        }
        let request = GradeRequest {
            submissions,
            filters: self.submission,
            output,
            preparation,
            prepare_timeout: self.prepare_timeout,
            has_command_of_recipe,
            setting,
            selection: Selection {
                paths: self.cases,
                may_be_command: has_command_of_recipe,
                filters: self.judging.filter,
                partition: None,
                points: self.judging.points,
            },
            partition: self.partition,
            again: self.again,
            verbose: self.verbose,
            reveal: self.judging.reveal,
        };
        class::grade(request, console)
    }
}

/// Commands that prepare and run a submission in one language.
#[derive(Clone, Copy, Debug)]
struct Recipe {
    /// Value of `--prepare`.
    name: &'static str,
    /// Program that the preparation needs.
    tool: &'static str,
    /// Shell script that prepares a submission.
    prepare: &'static str,
    /// Shell script that creates the command, for use after `prepare` if the user gives no command.
    make_command: &'static str,
    /// Command if the user gives none: words separated by spaces.
    command: &'static str,
}

/// All recipes. The help of `grade` prints their scripts.
const RECIPES: [Recipe; 6] = [
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
    fn named(name: &str) -> Option<Self> {
        RECIPES.into_iter().find(|recipe| recipe.name == name)
    }

    /// Returns the shell script. A complete script also creates the command.
    fn script(&self, is_complete: bool) -> String {
        let mut script = self.prepare.to_owned();
        if is_complete {
            script.push('\n');
            script += self.make_command;
        }
        script.trim_end().to_owned()
    }

    /// Returns the command that plays a prepared submission.
    fn program(&self) -> Program {
        let mut words = self.command.split(' ').map(OsString::from);
        Program::new(words.next().unwrap_or_default(), words.collect())
    }
}
