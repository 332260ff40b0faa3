//! Settings: environment variables, each also a flag.

use clap::Args;
use std::path::PathBuf;

/// Most database connections that a process may be given. A pool sets memory aside for each.
const MOST_CONNECTIONS: i64 = 1000;

/// The settings of every command.
#[derive(Clone, Debug, Args)]
pub struct Settings {
    /// PostgreSQL 14 or newer; unset: a private cluster under the data folder
    #[arg(long, env = "DATABASE_URL", global = true, hide_env_values = true)]
    pub database_url: Option<Hidden>,
    /// The same database as the owner of its tables, for migrations only; unset: `DATABASE_URL` does both
    #[arg(long, env = "EVENHAND_MIGRATE_URL", global = true, hide_env_values = true)]
    pub migrate_url: Option<Hidden>,
    /// Private cluster and signing key
    #[arg(long, env = "EVENHAND_DATA_DIR", default_value = "./data", global = true)]
    pub data_dir: PathBuf,
}

/// A setting that nothing prints: a password or a key is in it.
#[derive(Clone)]
pub struct Hidden(String);

impl Hidden {
    /// The setting; none where it is empty, as an unset variable may be handed on.
    pub fn given(&self) -> Option<&str> {
        (!self.0.is_empty()).then_some(self.0.as_str())
    }
}

impl From<String> for Hidden {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("hidden")
    }
}

/// The settings of `serve` beyond those.
#[derive(Clone, Debug, Args)]
pub struct ServeSettings {
    /// Address to listen on; port 0 picks a free one; stdin: a socket that a service manager hands over as standard input,
    /// which outlives the process, so that no connection is refused while it restarts
    #[arg(long, env = "EVENHAND_BIND", default_value = "127.0.0.1:8080")]
    pub bind: String,
    /// Public address, used in links and as issuer; unset: http:// and the address listened on
    #[arg(long, env = "EVENHAND_BASE_URL", value_parser = base_url)]
    pub base_url: Option<String>,
    /// Private half of the signing key, 32 bytes in base64url; unset: the file signing.key in the data folder
    #[arg(long, env = "EVENHAND_SIGNING_KEY", hide_env_values = true)]
    pub signing_key: Option<Hidden>,
    /// Seeds the demo: four events and four accounts with public passwords and tokens
    #[arg(long, env = "EVENHAND_DEMO", default_value = "off", value_parser = on_off, action = clap::ArgAction::Set)]
    pub demo: bool,
    /// Who may create events: staff, which are the site admins, or anyone with a confirmed address
    #[arg(long, env = "EVENHAND_EVENTS", default_value = "staff", value_enum)]
    pub events: EventCreators,
    /// Addresses and networks whose X-Forwarded-For is believed, such as 127.0.0.1 or 10.0.0.0/8; separated by commas
    #[arg(long, env = "EVENHAND_TRUSTED_PROXIES", value_delimiter = ',', value_parser = network)]
    pub trusted_proxies: Vec<ipnet::IpNet>,
    /// Most database connections of this process; by default five for each processor of this machine, from 10 to 40
    #[arg(long, env = "EVENHAND_POOL", default_value_t = pool_for_this_machine(), value_parser = clap::value_parser!(u32).range(4..=MOST_CONNECTIONS))]
    pub pool: u32,
    /// A standby of the database, by which what visitors read may be answered; unset: none. Everything else stays on `DATABASE_URL`
    #[arg(long, env = "EVENHAND_READ_URL", hide_env_values = true)]
    pub read_url: Option<Hidden>,
    /// MiB of memory for public answers that are kept ready; zero keeps none
    #[arg(long, env = "EVENHAND_SHELF_MIB", default_value_t = 32)]
    pub shelf: u32,
    /// Most MiB of a bundle that is imported. Of its runs and its log nothing is kept in memory; the rest may have 64 MiB
    #[arg(long = "import-mib", env = "EVENHAND_IMPORT_MIB", default_value_t = 2048)]
    pub import_mib: u32,
    /// Most connections of one address at once, proxies excepted; zero is no bound. A venue may be one address
    #[arg(long, env = "EVENHAND_CONNECTIONS_PER_ADDRESS", default_value_t = 1024)]
    pub connections_per_address: u32,
    /// Which addresses webhooks may have
    #[command(flatten)]
    pub webhooks: WebhookSettings,
    /// How often somebody may do something
    #[command(flatten)]
    pub limits: Limits,
    /// Single sign-on
    #[command(flatten)]
    pub oidc: OidcSettings,
    /// Set where `evenhand send` delivers mail, as for that command: pages then say that a mail is on its way
    #[arg(long, env = "EVENHAND_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<Hidden>,
    /// Whom to tell of a security problem, as /.well-known/security.txt says: mailto:… or https://…; unset: no such file
    #[arg(long, env = "EVENHAND_SECURITY_CONTACT", value_parser = contact)]
    pub security_contact: Option<String>,
    /// Has browsers ask all subdomains of the public address by https only, too: for an address below which nothing is served by http
    #[arg(long, env = "EVENHAND_HSTS_SUBDOMAINS", default_value = "off", value_parser = on_off, action = clap::ArgAction::Set)]
    pub hsts_subdomains: bool,
    /// Address for monitoring, with GET /metrics as Prometheus reads it; unset: none. Nobody else should reach it
    #[arg(long, env = "EVENHAND_METRICS_BIND")]
    pub metrics_bind: Option<String>,
    /// Log format: text, or json with one line per request
    #[arg(long, env = "EVENHAND_LOG", default_value = "text", value_parser = ["text", "json"])]
    pub log: String,
}

/// The settings of `send` beyond those of every command.
#[derive(Clone, Debug, Args)]
pub struct SendSettings {
    /// Deliver what is due, then exit
    #[arg(long)]
    pub once: bool,
    /// Public address of the portal, used in links; unset: messages have no links
    #[arg(long, env = "EVENHAND_BASE_URL", value_parser = base_url)]
    pub base_url: Option<String>,
    /// Most webhooks served at once
    #[arg(long, env = "EVENHAND_SEND_AT_ONCE", default_value_t = 64, value_parser = clap::builder::RangedU64ValueParser::<usize>::new().range(1..=1024))]
    pub at_once: usize,
    /// Which addresses webhooks may have
    #[command(flatten)]
    pub webhooks: WebhookSettings,
    /// How mail is delivered
    #[command(flatten)]
    pub mail: MailSettings,
    /// File with the witnesses that are asked to cosign the events' logs, in the form of c2sp.org/tlog-policy, each with its address;
    /// unset: none. It needs EVENHAND_BASE_URL, by which logs are named
    #[arg(long, env = "EVENHAND_WITNESSES")]
    pub witnesses: Option<String>,
    /// Single sign-on: `send` asks the provider
    #[command(flatten)]
    pub oidc: OidcSettings,
    /// The secret that this portal shares with the provider of the single sign-on. Only `send` needs it
    #[arg(long, env = "EVENHAND_OIDC_CLIENT_SECRET", hide_env_values = true)]
    pub oidc_client_secret: Option<Hidden>,
    /// Most database connections of this process
    #[arg(long, env = "EVENHAND_SEND_POOL", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=MOST_CONNECTIONS))]
    pub pool: u32,
    /// Log format: text, or json with one line per message
    #[arg(long, env = "EVENHAND_LOG", default_value = "text", value_parser = ["text", "json"])]
    pub log: String,
}

/// The settings of `mcp`, which is a client of a portal and has no database.
#[derive(Clone, Debug, Args)]
pub struct McpSettings {
    /// Address of the portal
    #[arg(long, env = "EVENHAND_URL", default_value = "http://127.0.0.1:8080")]
    pub url: String,
    /// An access token of the person whom the agent reads and proposes for; made on the page Access tokens
    #[arg(long, env = "EVENHAND_TOKEN", hide_env_values = true)]
    pub token: Hidden,
}

/// How many connections to the database are usual. More than its processors can serve make everything slower: they wait there for
/// each other, and not here for their turn.
fn pool_for_this_machine() -> u32 {
    let processors = std::thread::available_parallelism().map_or(2, usize::from);
    u32::try_from(processors).unwrap_or(8).saturating_mul(5).clamp(10, 40)
}

impl ServeSettings {
    /// Whether this portal's mail is delivered.
    pub fn sends_mail(&self) -> bool {
        self.smtp_url.as_ref().and_then(Hidden::given).is_some()
    }

    /// Whether mail is to be delivered by what is no mail server: `send` would not start, and pages would say that mail is on its way.
    pub fn mail_goes_nowhere(&self) -> bool {
        self.smtp_url.as_ref().and_then(Hidden::given).is_some_and(|url| mail_address(url).is_none())
    }
}

/// Which addresses webhooks may have: `serve` asks when one is saved, `send` at each attempt.
#[derive(Clone, Debug, Args)]
pub struct WebhookSettings {
    /// For tests on one machine: webhooks may go to this machine itself, by http too
    #[arg(long = "webhook-allow-loopback", env = "EVENHAND_WEBHOOK_ALLOW_LOOPBACK", default_value = "off", value_parser = on_off, action = clap::ArgAction::Set)]
    pub allow_loopback: bool,
}

/// How mail is delivered.
#[derive(Clone, Debug, Args)]
pub struct MailSettings {
    /// Outgoing mail: smtp://user:password@host:587 (STARTTLS is required, except to this machine without
    /// EVENHAND_SMTP_CA) or smtps://…:465; unset: mail is only read on pages
    #[arg(long, env = "EVENHAND_SMTP_URL", hide_env_values = true)]
    pub smtp_url: Option<Hidden>,
    /// Sender of the mail, such as Judging <judging@example.org>; unset: evenhand@ and the host of the public address
    #[arg(long, env = "EVENHAND_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// PEM file with a certificate authority that the mail server's certificate may come from, besides the system's
    #[arg(long, env = "EVENHAND_SMTP_CA")]
    pub smtp_ca: Option<String>,
}

/// Single sign-on with an OpenID provider, for `serve` and `send` alike. Issuer and client come together.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Single sign-on (OpenID Connect)")]
pub struct OidcSettings {
    /// Address of the provider as its discovery document spells it, beginning with https://; unset: none
    #[arg(id = "oidc_issuer", long = "oidc-issuer", env = "EVENHAND_OIDC_ISSUER")]
    pub issuer: Option<String>,
    /// What the provider calls this portal. It sends people back to the public address and /login/sign-on/return
    #[arg(id = "oidc_client_id", long = "oidc-client-id", env = "EVENHAND_OIDC_CLIENT_ID")]
    pub client_id: Option<String>,
    /// On: people sign in through the provider alone, without passwords, mailed links and sign-up
    #[arg(id = "oidc_only", long = "oidc-only", env = "EVENHAND_OIDC_ONLY", default_value = "off", value_parser = on_off, action = clap::ArgAction::Set)]
    pub only: bool,
    /// For tests on one machine: the provider may be this machine itself, by http
    #[arg(id = "oidc_allow_loopback", long = "oidc-allow-loopback", env = "EVENHAND_OIDC_ALLOW_LOOPBACK", default_value = "off", value_parser = on_off, action = clap::ArgAction::Set)]
    pub allow_loopback: bool,
}

/// Who may create events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum EventCreators {
    /// Site admins
    Staff,
    /// Everybody with a confirmed address
    Anyone,
}

impl EventCreators {
    /// Whether everybody with a confirmed address may.
    pub fn anyone(self) -> bool {
        self == Self::Anyone
    }
}

/// How often somebody may do something; zero is without end.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Limits (zero switches one off)")]
pub struct Limits {
    /// Off switches every limit off
    #[arg(long = "limits", env = "EVENHAND_LIMITS", default_value = "on", value_parser = on_off, action = clap::ArgAction::Set)]
    pub on: bool,
    /// Failed sign-ins in 5 minutes, for one e-mail address from one address
    #[arg(long = "limit-sign-ins", env = "EVENHAND_LIMIT_SIGN_INS", default_value_t = 10, value_parser = quota())]
    pub sign_ins: i32,
    /// Failed sign-ins in 5 minutes from one address
    #[arg(long = "limit-sign-ins-per-ip", env = "EVENHAND_LIMIT_SIGN_INS_PER_IP", default_value_t = 300, value_parser = quota())]
    pub sign_ins_per_ip: i32,
    /// Successful sign-ins in 5 minutes, of one e-mail address from one address
    #[arg(long = "limit-good-sign-ins", env = "EVENHAND_LIMIT_GOOD_SIGN_INS", default_value_t = 200, value_parser = quota())]
    pub good_sign_ins: i32,
    /// Bad tokens in 5 minutes from one address; good ones are still taken
    #[arg(long = "limit-bad-tokens", env = "EVENHAND_LIMIT_BAD_TOKENS", default_value_t = 30, value_parser = quota())]
    pub bad_tokens: i32,
    /// Sign-up, confirmation and sign-in mails in an hour, to one address
    #[arg(long = "limit-mails", env = "EVENHAND_LIMIT_MAILS", default_value_t = 5, value_parser = quota())]
    pub mails: i32,
    /// The same, asked for from one address of the network
    #[arg(long = "limit-mails-per-ip", env = "EVENHAND_LIMIT_MAILS_PER_IP", default_value_t = 500, value_parser = quota())]
    pub mails_per_ip: i32,
    /// Mails of invitations in a day, to one address
    #[arg(long = "limit-invitations", env = "EVENHAND_LIMIT_INVITATIONS", default_value_t = 10, value_parser = quota())]
    pub invitations: i32,
    /// Mails of invitations in a day, of one event
    #[arg(long = "limit-invitations-of-event", env = "EVENHAND_LIMIT_INVITATIONS_OF_EVENT", default_value_t = 10_000, value_parser = quota())]
    pub invitations_of_event: i32,
    /// Writes of one person in a minute: projects, reviews, ballots, comments, forms
    #[arg(long = "limit-writes", env = "EVENHAND_LIMIT_WRITES", default_value_t = 120, value_parser = quota())]
    pub writes: i32,
    /// Comments of one person in a minute
    #[arg(long = "limit-comments", env = "EVENHAND_LIMIT_COMMENTS", default_value_t = 10, value_parser = quota())]
    pub comments: i32,
    /// Pictures that one person adds in a minute
    #[arg(long = "limit-pictures", env = "EVENHAND_LIMIT_PICTURES", default_value_t = 12, value_parser = quota())]
    pub pictures: i32,
    /// Exports, imports, checks, certificates, records, badges and signed heads in a minute, of one person or address
    #[arg(long = "limit-files", env = "EVENHAND_LIMIT_FILES", default_value_t = 30, value_parser = quota())]
    pub files: i32,
    /// Wrong voting codes in 5 minutes from one address; good ones are still taken
    #[arg(long = "limit-codes", env = "EVENHAND_LIMIT_CODES", default_value_t = 20, value_parser = quota())]
    pub codes: i32,
    /// Forms in a minute from one address, of people who are not signed in: a hall is one address
    #[arg(long = "limit-anonymous-forms", env = "EVENHAND_LIMIT_ANONYMOUS_FORMS", default_value_t = 1200, value_parser = quota())]
    pub anonymous_forms: i32,
    /// Boards and ceremonies that one person has open at once in each process; further ones ask for news now and then
    #[arg(long = "limit-streams", env = "EVENHAND_LIMIT_STREAMS", default_value_t = 4)]
    pub streams: u32,
}

impl Limits {
    /// How many streams one person has at once; none where there is no limit.
    pub fn most_streams(&self) -> Option<u32> {
        (self.on && self.streams > 0).then_some(self.streams)
    }
}

fn quota() -> clap::builder::RangedI64ValueParser<i32> {
    clap::value_parser!(i32).range(0..)
}

/// A network, or the network of one address.
fn network(text: &str) -> Result<ipnet::IpNet, String> {
    let text = text.trim();
    let network = text.parse().or_else(|_| text.parse::<std::net::IpAddr>().map(ipnet::IpNet::from));
    network.map_err(|_| "say an address such as 10.0.0.1, or a network such as 10.0.0.0/8".into())
}

/// An address of a page: http or https, a host, and no more, since cookies and links are of the whole host.
fn base_url(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Ok(String::new());
    }
    let said = "say an address such as https://judging.example.org";
    let url = url::Url::parse(text).map_err(|_| said)?;
    let alone = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    let web = matches!(url.scheme(), "http" | "https") && url.host_str().is_some_and(|h| !h.is_empty());
    if web && alone && url.username().is_empty() && url.password().is_none() {
        Ok(url.origin().ascii_serialization())
    } else {
        Err(said.into())
    }
}

/// Whether people would sign in to this public address in the clear: it says http, and leads to another machine than the browser's.
pub fn is_in_the_clear(base_url: &str) -> bool {
    let Ok(url) = url::Url::parse(base_url) else { return false };
    let here = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(ip)) => ip.is_loopback(),
        Some(url::Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    url.scheme() == "http" && !here
}

/// What `serve` and `send` say of an address that [`mail_address`] does not take. It is not repeated: a password may be in it.
pub const NO_MAIL_ADDRESS: &str =
    "EVENHAND_SMTP_URL is no address of a mail server, such as smtp://user:password@mail.example.org:587";

/// What `serve` and `send` say where mail is to be delivered and the portal's own address is unset.
pub const MAIL_WITHOUT_SITE: &str =
    "EVENHAND_SMTP_URL needs EVENHAND_BASE_URL, the public address: it is in each mail. Set both, or neither";

/// The address of a mail server: `smtp://` or `smtps://`, a host, and no more.
pub fn mail_address(text: &str) -> Option<url::Url> {
    let url = url::Url::parse(text).ok()?;
    let bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
    let hosted = url.host_str().is_some_and(|host| !host.is_empty());
    (bare && hosted && matches!(url.scheme(), "smtp" | "smtps")).then_some(url)
}

/// A contact as RFC 9116 wants it: a URI, here of mail or the web.
fn contact(text: &str) -> Result<String, String> {
    let uri = url::Url::parse(text).ok().filter(|uri| matches!(uri.scheme(), "https" | "mailto" | "tel"));
    match uri {
        None if text.is_empty() => Ok(String::new()),
        None => Err("say mailto:security@example.org, or an address with https://".into()),
        Some(uri) => Ok(uri.to_string()),
    }
}

fn on_off(text: &str) -> Result<bool, String> {
    match text {
        "on" | "1" | "true" => Ok(true),
        "off" | "0" | "false" | "" => Ok(false),
        _ => Err("say on or off".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::{base_url, is_in_the_clear, mail_address, network};

    #[test]
    fn the_public_address_is_an_origin() {
        for (text, read) in [
            ("https://judging.example/", "https://judging.example"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("HTTPS://Judging.Example:443", "https://judging.example"),
            ("", ""),
        ] {
            assert_eq!(base_url(text).as_deref(), Ok(read), "{text}");
        }
        for bad in
            ["nonsense", "judging.example", "ftp://a.example", "https://a.example/x", "https://u:p@a.example"]
        {
            assert!(base_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn http_is_for_this_machine_alone() {
        for (address, clear) in [
            ("http://judging.example", true),
            ("http://192.0.2.7:8080", true),
            ("http://localhost.example", true),
            ("https://judging.example", false),
            ("http://127.0.0.1:8080", false),
            ("http://localhost:8080", false),
            ("http://[::1]:8080", false),
        ] {
            assert_eq!(is_in_the_clear(address), clear, "{address}");
        }
    }

    #[test]
    fn a_mail_server_has_a_scheme_and_a_host_and_no_more() {
        for good in ["smtp://mail.example.org", "smtps://u:p@mail.example.org:465/", "smtp://[::1]:1025"] {
            assert!(mail_address(good).is_some(), "{good}");
        }
        for bad in [
            "", "mail.example.org", "mail.example.org:587", "http://m.example", "smtp://", "smtp://h/x",
            "smtp://h?x",
        ] {
            assert!(mail_address(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn an_address_is_a_network_of_one() {
        for (text, read) in [
            ("10.0.0.1", "10.0.0.1/32"),
            (" 10.0.0.0/8", "10.0.0.0/8"),
            ("::1 ", "::1/128"),
            ("2001:db8::/32", "2001:db8::/32"),
        ] {
            assert_eq!(network(text).unwrap().to_string(), read, "{text}");
        }
        for bad in ["", "10.0.0", "10.0.0.0/33", "proxy.example", "10.0.0.1:80"] {
            assert!(network(bad).is_err(), "{bad}");
        }
    }
}
