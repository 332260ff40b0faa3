//! `evenhand user add`, `evenhand user part`, `evenhand user clear-passkeys`, `evenhand token create`.

use super::database;
use clap::Subcommand;
use portal::account::{passkeys, sign_on, tokens, users};
use settings::Settings;
use std::io::Read;
use store::failure::{Failure, Outcome};

/// What can be done to accounts.
#[derive(Debug, Subcommand)]
pub(super) enum UserCommand {
    /// Create a confirmed account and print its id
    Add {
        /// E-mail address
        email: String,
        /// Display name; default: the part of the address before the @
        #[arg(long)]
        name: Option<String>,
        /// Make a site admin
        #[arg(long)]
        staff: bool,
        /// Read a password from standard input
        #[arg(long)]
        password_stdin: bool,
    },
    /// Remove all passkeys and recovery codes of an account whose owner lost them, and end its sessions
    ClearPasskeys {
        /// E-mail address
        email: String,
    },
    /// Disconnect an account from the provider of the single sign-on, so that its owner can join it again
    Part {
        /// E-mail address
        email: String,
    },
}

/// What can be done to tokens.
#[derive(Debug, Subcommand)]
pub(super) enum TokenCommand {
    /// Create a token and print it
    Create {
        /// E-mail address of its owner
        email: String,
        /// What the token is for
        #[arg(long, default_value = "command line")]
        name: String,
    },
}

pub(super) async fn user(settings: &Settings, command: UserCommand) -> Outcome<()> {
    let (email, name, staff, password_stdin) = match command {
        UserCommand::Add { email, name, staff, password_stdin } => (email, name, staff, password_stdin),
        UserCommand::ClearPasskeys { email } => return clear_passkeys(settings, &email).await,
        UserCommand::Part { email } => return part(settings, &email).await,
    };
    let password = password_stdin.then(read_password).transpose()?;
    let name = name.unwrap_or_else(|| email.split('@').next().unwrap_or_default().to_owned());
    let id = database::write(settings, async |call| {
        users::add(call, &email, &name, password.as_deref(), staff).await
    })
    .await?;
    super::print(&id.to_string())
}

async fn part(settings: &Settings, email: &str) -> Outcome<()> {
    database::write(settings, async |call| {
        let person = users::find(call.conn, email).await?;
        sign_on::part_for(call, person).await
    })
    .await
    .map_err(|failure| {
        super::naming(failure, &format!("{email} is not joined to the provider of the single sign-on."))
    })
}

async fn clear_passkeys(settings: &Settings, email: &str) -> Outcome<()> {
    database::write(settings, async |call| {
        let person = users::find(call.conn, email).await?;
        passkeys::clear_for(call, person).await
    })
    .await
}

pub(super) async fn token(settings: &Settings, command: TokenCommand) -> Outcome<()> {
    let TokenCommand::Create { email, name } = command;
    let token = database::write(settings, async |call| {
        let person = users::find(call.conn, &email).await?;
        tokens::create_for(call, person, &name).await
    })
    .await?;
    super::print(&token)
}

fn read_password() -> Outcome<String> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(Failure::broken)?;
    Ok(text.trim_end_matches(['\r', '\n']).to_owned())
}
