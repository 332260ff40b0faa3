//! The command line: each command calls the operation that pages and API call too.

mod accounts;
mod bundle;
mod calibrate;
mod database;
mod key;
mod log;
mod log_lines;
mod send;
mod serve;
mod signals;
mod verify;

use ::sign_on::tls::system_tls;
use log_lines::Lines;
use portal::detail::detail;
use settings::{McpSettings, SendSettings, ServeSettings, Settings};
use shared::refusal::Reason;
use store::failure::{Failure, Outcome};

use clap::builder::{OsStr, Resettable};
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

/// Even-handed judging for hackathons: teams submit, judges score, results can be checked.
#[derive(Debug, Parser)]
#[command(name = "evenhand", version, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    settings: Settings,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start the server
    Serve(Box<ServeSettings>),
    /// Deliver webhooks and mail, ask the provider of a single sign-on, and forget events on their day; several may run beside the server
    Send(SendSettings),
    /// Serve an agent over standard input and output by the Model Context Protocol: it reads as a person, and proposes what they confirm
    Mcp(McpSettings),
    /// Migrate the database to this version
    Migrate,
    /// Run the calibration of an event and print the run's number
    Calibrate {
        /// The event's slug
        slug: String,
    },
    /// Import a bundle as a new event, which everybody sees at once, and print what was imported
    Import {
        /// The bundle
        file: std::path::PathBuf,
        /// The new event's slug
        #[arg(long)]
        slug: String,
    },
    /// Print an event as a bundle, which `import` and `verify` read
    Export {
        /// The event's slug
        slug: String,
        /// Leave the pictures of projects out: with many, a bundle is too large to be imported
        #[arg(long)]
        without_pictures: bool,
    },
    /// Check signed documents, Open Badges with their status list, bundles and audit exports offline; succeeds only if all of them are valid
    Verify {
        /// What to check
        #[arg(required = true)]
        files: Vec<std::path::PathBuf>,
        /// Key set to trust, downloaded from the site's /.well-known/evenhand-signing-key, or its /.well-known/did.json
        #[arg(long)]
        key: Vec<std::path::PathBuf>,
        /// The event of the audit exports, if their names do not say it
        #[arg(long)]
        slug: Option<String>,
        /// Which logs and witnesses count for proofs, in the form of c2sp.org/tlog-policy
        #[arg(long)]
        policy: Option<std::path::PathBuf>,
    },
    /// The signing key
    #[command(subcommand)]
    Key(key::KeyCommand),
    /// The logs that witnesses sign
    #[command(subcommand)]
    Log(log::LogCommand),
    /// Accounts
    #[command(subcommand)]
    User(accounts::UserCommand),
    /// Bearer tokens
    #[command(subcommand)]
    Token(accounts::TokenCommand),
}

/// Reads the arguments, runs the command, and gives the exit code.
pub fn run() -> std::process::ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().collect();
    // `cargo leptos watch` starts the program without a command, and means the server.
    if arguments.len() == 1 && web::assets::under_cargo_leptos() {
        arguments.push("serve".into());
    }
    let command = without_empty(Cli::command(), &|name: &std::ffi::OsStr| std::env::var_os(name));
    let read = command.clone().try_get_matches_from(&arguments);
    let read = read.unwrap_or_else(|error| with_variable(error, command, &arguments).exit());
    let cli = Cli::from_arg_matches(&read).unwrap_or_else(|error| error.exit());
    let format = match &cli.command {
        Command::Serve(serve) => serve.log.clone(),
        Command::Send(send) => send.log.clone(),
        _ => "quiet".to_owned(),
    };
    let log = start_log(&format);
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&Failure::broken(error)),
    };
    let done = runtime.block_on(act(cli));
    // Dropped, the runtime would wait for a calibration to end.
    runtime.shutdown_timeout(std::time::Duration::from_secs(1));
    log.flush();
    match done {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(failure) => failed(&failure),
    }
}

/// The command, blind for variables that are empty: a line `NAME=` in a file of settings says that there is no value, as an
/// unset variable does, and not that the value is an empty text.
fn without_empty(
    command: clap::Command,
    variable: &impl Fn(&std::ffi::OsStr) -> Option<std::ffi::OsString>,
) -> clap::Command {
    let below: Vec<_> = command.get_subcommands().map(|below| below.get_name().to_owned()).collect();
    let command = command.mut_args(|arg| {
        let is_empty = arg.get_env().is_some_and(|name| variable(name).is_some_and(|value| value.is_empty()));
        if is_empty { arg.env(Resettable::<OsStr>::Reset) } else { arg }
    });
    below
        .into_iter()
        .fold(command, |command, name| command.mut_subcommand(name, |below| without_empty(below, variable)))
}

/// The error, which names the variable of a setting beside its flag: few set one by the flag.
fn with_variable(
    mut error: clap::Error,
    mut command: clap::Command,
    arguments: &[std::ffi::OsString],
) -> clap::Error {
    command.build();
    let mut called = &command;
    while let Some(below) = called.get_subcommands().find(|c| arguments.iter().any(|a| a == c.get_name())) {
        called = below;
    }
    let Some(ContextValue::String(flag)) = error.get(ContextKind::InvalidArg) else { return error };
    let arg = called.get_arguments().find(|arg| arg.to_string() == *flag);
    if let Some(variable) = arg.and_then(clap::Arg::get_env) {
        let both = format!("{flag} or {}", variable.to_string_lossy());
        error.insert(ContextKind::InvalidArg, ContextValue::String(both));
    }
    error
}

/// The failure, with what was not found: at an address, the address says it.
fn naming(failure: Failure, missing: &str) -> Failure {
    match failure {
        Failure::Refused(refusal) if refusal.reason == Reason::NotFound => Failure::broken(missing),
        other => other,
    }
}

/// The failure, where an event was not found by its slug.
fn of_event(failure: Failure, slug: &str) -> Failure {
    naming(failure, &format!("There is no event with the slug “{slug}”."))
}

async fn act(cli: Cli) -> Outcome<()> {
    match cli.command {
        Command::Serve(settings) => Box::pin(serve::serve(&cli.settings, *settings)).await,
        Command::Send(settings) => Box::pin(send::send(&cli.settings, settings)).await,
        Command::Mcp(settings) => agent(&settings).await,
        Command::Migrate => database::with(&cli.settings, async |_| Ok(())).await,
        Command::Calibrate { slug } => calibrate::calibrate(&cli.settings, &slug).await,
        Command::Import { file, slug } => bundle::import(&cli.settings, &file, slug).await,
        Command::Export { slug, without_pictures } => {
            bundle::export(&cli.settings, &slug, without_pictures).await
        }
        Command::Verify { files, key, slug, policy } => {
            verify::verify(&files, &key, slug.as_deref(), policy.as_deref()).await
        }
        Command::Key(command) => key::key(&cli.settings, command).await,
        Command::Log(command) => log::log(&cli.settings, command).await,
        Command::User(command) => accounts::user(&cli.settings, command).await,
        Command::Token(command) => accounts::token(&cli.settings, command).await,
    }
}

/// Serves an agent until it closes standard input.
async fn agent(settings: &McpSettings) -> Outcome<()> {
    let token = settings.token.given().unwrap_or_default();
    Box::pin(mcp::serve(system_tls()?, &settings.url, token)).await.map_err(Failure::broken)
}

/// Prints a failure where a person looks. `eprintln!` would panic where standard error is closed or its disk is full, and
/// the exit code would say something else than that the command failed.
fn failed(failure: &Failure) -> std::process::ExitCode {
    use std::io::Write;
    let mut err = std::io::stderr().lock();
    match failure {
        Failure::Refused(refusal) if !refusal.fields.0.is_empty() => {
            for (place, faults) in &refusal.fields.0 {
                let _ = writeln!(err, "evenhand: {place}: {}", words::faults(faults).join(" "));
            }
        }
        Failure::Refused(refusal) => {
            let _ = writeln!(err, "evenhand: {}", detail(refusal));
        }
        _ => {
            let _ = writeln!(err, "evenhand: {failure}");
        }
    }
    std::process::ExitCode::FAILURE
}

fn start_log(format: &str) -> Lines {
    use tracing_subscriber::EnvFilter;
    // A command's import is allowed to take its time, so only a service logs slow statements.
    let level = if format == "quiet" { "warn,sqlx=error" } else { "info,sqlx=warn" };
    let filter = EnvFilter::try_from_env("RUST_LOG").unwrap_or_else(|_| EnvFilter::new(level));
    // A log that can't be written is lost, and nothing else. By default the subscriber reports its own failed write with
    // `eprintln!`, which panics when standard error is what failed: the request in hand would get no answer.
    let lines = Lines::to(std::io::stderr());
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(lines.clone())
        .log_internal_errors(false);
    if format == "json" {
        log.json().flatten_event(true).init();
    } else {
        log.with_target(false).init();
    }
    lines
}

/// A command's result, alone on standard output. A reader that has read enough (`| head`) is no failure.
/// Errors: where it cannot be written, as to a full disk.
fn print(result: &str) -> Outcome<()> {
    use std::io::{ErrorKind, Write};
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{result}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::broken(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cli, with_variable, without_empty};
    use clap::CommandFactory;
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    /// The environment variables that a command and those below it read.
    fn settings(command: &clap::Command) -> BTreeSet<String> {
        let own = command.get_arguments().filter_map(clap::Arg::get_env);
        let own = own.map(|name| name.to_string_lossy().into_owned());
        own.chain(command.get_subcommands().flat_map(settings)).collect()
    }

    /// The settings that a text names: words in capitals that begin as ours do.
    fn named(text: &str) -> BTreeSet<String> {
        let words = text.split(|c: char| !c.is_ascii_uppercase() && c != '_');
        words.filter(|w| w.starts_with("EVENHAND_") && !w.ends_with('_')).map(str::to_owned).collect()
    }

    fn files_of(folder: &Path) -> Vec<PathBuf> {
        let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        paths.flat_map(|path| if path.is_dir() { files_of(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn an_empty_variable_is_as_an_unset_one_for_every_setting() {
        let all = settings(&Cli::command());
        assert!(all.len() > 25, "{all:?}");
        let empty = |_: &std::ffi::OsStr| Some(std::ffi::OsString::new());
        let blind = without_empty(Cli::command(), &empty);
        assert_eq!(settings(&blind), BTreeSet::new());
        for command in ["serve", "send", "migrate"] {
            blind.clone().try_get_matches_from(["evenhand", command]).unwrap();
        }
        assert_eq!(settings(&without_empty(Cli::command(), &|_: &std::ffi::OsStr| Some("x".into()))), all);
    }

    #[test]
    fn a_value_that_cannot_be_is_told_with_its_variable() {
        for (command, variable) in [("serve", "EVENHAND_POOL"), ("send", "EVENHAND_SEND_POOL")] {
            let arguments = ["evenhand", command, "--pool", "0"].map(std::ffi::OsString::from);
            let error = Cli::command().try_get_matches_from(&arguments).unwrap_err();
            let told = with_variable(error, Cli::command(), &arguments).to_string();
            assert!(told.contains(&format!("'--pool <POOL> or {variable}'")), "{told}");
        }
        let arguments = ["evenhand", "serve", "--pol", "4"].map(std::ffi::OsString::from);
        let error = Cli::command().try_get_matches_from(&arguments).unwrap_err();
        let told = with_variable(error, Cli::command(), &arguments).to_string();
        assert!(told.contains("unexpected argument '--pol'"), "{told}");
    }

    /// A pool of none cannot be made, and no machine has the memory for billions.
    #[test]
    fn a_pool_has_some_connections_and_no_more_than_a_database_takes() {
        for (command, pool, taken) in [
            ("serve", "3", false),
            ("serve", "4", true),
            ("serve", "1001", false),
            ("send", "0", false),
            ("send", "1", true),
            ("send", "4294967295", false),
        ] {
            let read = Cli::command().try_get_matches_from(["evenhand", command, "--pool", pool]);
            assert_eq!(read.is_ok(), taken, "{command} {pool}");
        }
    }

    #[test]
    fn every_setting_that_the_documents_name_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let known = settings(&Cli::command());
        let files = [root.join("README.md"), root.join("docs/settings.md"), root.join("docs/deploy.md")];
        for file in files.into_iter().chain(files_of(&root.join("docs/deploy"))) {
            let text = std::fs::read_to_string(&file).unwrap();
            let unknown: Vec<_> = named(&text).difference(&known).cloned().collect();
            assert!(unknown.is_empty(), "{}: {unknown:?}", file.display());
        }
    }
}
