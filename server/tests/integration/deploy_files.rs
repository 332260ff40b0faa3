//! The files in `docs/deploy`: what they allow is what the portal needs, and the same number stands in all of them.

use clap::Parser;
use settings::ServeSettings;
use std::path::Path;
use std::time::Duration;

#[derive(Parser)]
struct Flags {
    #[command(flatten)]
    serve: ServeSettings,
}

fn file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The number that follows these words in a file, and what comes after it.
fn number<'t>(text: &'t str, words: &str) -> (u64, &'t str) {
    let (_, after) = text.split_once(words).unwrap_or_else(|| panic!("{words:?} is missing"));
    let digits = after.chars().take_while(char::is_ascii_digit).count();
    (after[..digits].parse().unwrap(), after[digits..].split_whitespace().next().unwrap_or_default())
}

#[test]
fn proxies_take_bodies_as_large_as_the_portal_does() {
    let largest = u64::from(Flags::parse_from(["test"]).serve.import_mib);
    assert_eq!(number(&file("deploy/nginx.conf"), "client_max_body_size "), (largest, "m;"));
    assert_eq!(number(&file("deploy/Caddyfile"), "max_size "), (largest, "MiB"));
    assert_eq!(number(&file("deploy.md"), "it lets bodies of "), (largest, "MiB"));
    let fixed = web::routes::entries().map(|(_, _, terms)| terms.body.most as u64).max().unwrap();
    assert!(fixed <= largest * 1024 * 1024, "{fixed}");
}

#[test]
fn proxies_wait_as_long_as_the_slowest_route() {
    let slowest = web::routes::entries().map(|(_, _, terms)| terms.deadline).max().unwrap();
    let nginx = file("deploy/nginx.conf");
    let (minutes, unit) = number(&nginx, "proxy_read_timeout ");
    assert!(unit == "m;" && Duration::from_secs(minutes * 60) > slowest, "{minutes} {unit} {slowest:?}");
    assert_eq!(number(&file("deploy.md"), "it waits ").0, minutes);
    assert_eq!(number(&file("deploy/evenhand.vcl"), ".first_byte_timeout = "), (minutes, "m;"));
    // Caddy waits without end unless it is told otherwise.
    for timeout in ["response_header_timeout", "read_timeout"] {
        assert!(!file("deploy/Caddyfile").contains(timeout), "{timeout}");
    }
}

#[test]
fn proxies_close_idle_connections_before_the_portal_does() {
    let portal = web_http::IDLE.as_secs();
    let seconds = |text: &str, words| number(text, words).0;
    assert!(seconds(&file("deploy/nginx.conf"), "keepalive_timeout ") < portal);
    assert!(seconds(&file("deploy/Caddyfile"), "keepalive ") < portal);
    assert_eq!(seconds(&file("deploy.md"), "it closes its idle connections before "), portal);
}

#[test]
fn a_program_that_asks_by_http_is_led_on_by_no_proxy() {
    let nginx = file("deploy/nginx.conf");
    assert!(nginx.contains("location /api {\n        return 403;\n    }"), "{nginx}");
    // Caddy sorts what stands side by side in a block, and redirects before it responds. Of several `handle` one is taken.
    let caddy = file("deploy/Caddyfile");
    let (http, _) = caddy.split_once("\n}\n").unwrap();
    let words: Vec<_> = http.lines().map(str::trim).filter(|line| !line.starts_with('#')).collect();
    let wanted = "http://{$HOST} { handle /api* { respond 403 } handle { redir https://{host}{uri} 308 }";
    assert_eq!(words.join(" "), wanted);
}

/// While the database is away the portal itself says so, with the form and what was typed in it. A proxy that left out every server that is not
/// ready would have none.
#[test]
fn no_proxy_leaves_out_all_servers_while_the_database_is_away() {
    assert!(file("deploy/Caddyfile").lines().any(|line| line.trim() == "health_uri /healthz"));
    for proxy in ["deploy/nginx.conf", "deploy/evenhand.vcl"] {
        assert!(!file(proxy).contains("/readyz"), "{proxy}");
    }
}

#[test]
fn a_unit_tries_again_for_as_long_as_its_database_is_away() {
    for unit in ["deploy/evenhand.service", "deploy/evenhand-send.service"] {
        let text = file(unit);
        let has = |line: &str| text.lines().any(|l| l == line);
        assert!(has("Restart=always") && has("StartLimitIntervalSec=0"), "{unit}");
        let (unit_section, _) = text.split_once("[Service]").unwrap();
        assert!(unit_section.contains("StartLimitIntervalSec=0"), "{unit}: systemd reads it in [Unit] alone");
    }
}

#[test]
fn caches_keep_nothing_of_a_person() {
    let location = file("deploy/nginx-cache-location.conf");
    let has = |line: &str| location.lines().any(|l| l == line);
    assert!(has("proxy_cache_bypass $evenhand_person;") && has("proxy_no_cache $evenhand_person;"));
    let cache = file("deploy/nginx-cache.conf");
    assert!(cache.contains("map \"$http_cookie$http_authorization\" $evenhand_person {"));
    assert!(cache.contains("keys_zone=evenhand:") && has("proxy_cache evenhand;"));
    let varnish = file("deploy/evenhand.vcl");
    let passes = "if (req.http.Cookie || req.http.Authorization) {\n        return (pass);";
    assert!(varnish.contains(passes), "{varnish}");
}

#[test]
fn the_roles_settings_are_the_same_wherever_they_are_made() {
    let settings = |path: &str| -> Vec<String> {
        let text = file(path);
        text.lines()
            .filter(|line| line.starts_with("alter role evenhand_web set "))
            .map(str::to_owned)
            .collect()
    };
    let made = settings("deploy.md");
    assert_eq!(made.len(), 3, "{made:?}");
    assert_eq!(made, settings("deploy/roles.sh"));
}

#[test]
fn a_stop_by_systemd_is_for_evenhand_alone_and_leaves_the_database_its_time() {
    for unit in ["deploy/evenhand.service", "deploy/evenhand-send.service"] {
        let text = file(unit);
        assert!(text.lines().any(|line| line == "KillMode=mixed"), "{unit}");
        // Ten seconds for what runs, one for its connections, sixty for PostgreSQL.
        assert!(number(&text, "TimeoutStopSec=").0 >= 75, "{unit}");
    }
}

#[test]
fn the_package_starts_stops_and_forgets_every_unit() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/deploy");
    let names =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let units: Vec<_> =
        names.filter(|name| name.ends_with(".service") || name.ends_with(".socket")).collect();
    assert!(units.len() >= 3, "{units:?}");
    for script in ["postinst", "prerm", "postrm"] {
        let text = file(&format!("deploy/debian/{script}"));
        for unit in &units {
            assert!(
                text.split_whitespace().any(|word| word.trim_end_matches(';') == unit),
                "{script}: {unit}"
            );
        }
    }
}
