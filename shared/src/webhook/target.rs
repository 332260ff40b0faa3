//! The address of a webhook, as it is read when it is saved and again before each attempt.

use super::address::is_public;
use crate::ensure;
use crate::text::{has_user, is_invisible};
use std::net::IpAddr;
use url::{Host, Url};

/// The longest address.
pub const MOST_CHARACTERS: usize = 500;

/// Ends of names that no public machine has.
const PRIVATE_ENDS: &[&str] = &[
    "localhost", "local", "localdomain", "internal", "intranet", "lan", "home", "corp", "home.arpa", "onion",
    "invalid",
];

/// Why an address cannot be a webhook's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TargetFault {
    /// Longer than [`MOST_CHARACTERS`].
    Length,
    /// A space, a control character or a backslash, which programs read differently.
    Characters,
    /// No address of the web.
    Unreadable,
    /// Not https.
    Scheme,
    /// A user or a password in it.
    UserInfo,
    /// Not 443 and below 1024.
    Port,
    /// A name or an address inside a private network.
    Private,
}

/// An address that may be looked up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WebhookTarget {
    url: Url,
    loopback: bool,
}

impl WebhookTarget {
    /// Reads an address. With `allow_loopback`, which is for tests on one machine, `localhost` and the loopback addresses are
    /// taken too, by http or https.
    ///
    /// # Errors
    /// The first reason why the portal does not send there.
    pub fn read(text: &str, allow_loopback: bool) -> Result<Self, TargetFault> {
        ensure(text.chars().count() <= MOST_CHARACTERS, TargetFault::Length)?;
        if text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\' || is_invisible(c)) {
            return Err(TargetFault::Characters);
        }
        let url = Url::parse(text).map_err(|_| TargetFault::Unreadable)?;
        let loopback = allow_loopback && is_loopback(&url);
        ensure(url.scheme() == "https" || (loopback && url.scheme() == "http"), TargetFault::Scheme)?;
        ensure(!has_user(text), TargetFault::UserInfo)?;
        ensure(
            url.port_or_known_default().is_some_and(|port| port == 443 || port >= 1024),
            TargetFault::Port,
        )?;
        let target = Self { url, loopback };
        match target.host() {
            None => Err(TargetFault::Unreadable),
            Some(Host::Domain(name)) if has_empty_label(name) => Err(TargetFault::Unreadable),
            Some(Host::Domain(name)) if !loopback && is_private_name(name) => Err(TargetFault::Private),
            _ if target.literal().is_some_and(|address| !target.admits(address)) => Err(TargetFault::Private),
            _ => Ok(target),
        }
    }

    /// The address as it is requested.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The name to look up; none where the address names no name.
    pub fn name(&self) -> Option<&str> {
        match self.host() {
            Some(Host::Domain(name)) => Some(name),
            _ => None,
        }
    }

    /// The address of the network, where it is written out.
    pub fn literal(&self) -> Option<IpAddr> {
        match self.host() {
            Some(Host::Ipv4(address)) => Some(address.into()),
            Some(Host::Ipv6(address)) => Some(address.into()),
            _ => None,
        }
    }

    /// The port.
    pub fn port(&self) -> u16 {
        self.url.port_or_known_default().unwrap_or(443)
    }

    /// Whether a connection to this address may be made for it: a public one, and for a loopback target a loopback one.
    pub fn admits(&self, address: IpAddr) -> bool {
        if self.loopback { address.is_loopback() } else { is_public(address) }
    }

    fn host(&self) -> Option<Host<&str>> {
        self.url.host()
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// A name without a dot is completed by the network's own search list, and some ends are never public.
/// Whether nothing stands between two dots of a name, or before the first.
fn has_empty_label(name: &str) -> bool {
    name.strip_suffix('.').unwrap_or(name).split('.').any(str::is_empty)
}

fn is_private_name(name: &str) -> bool {
    let name = name.strip_suffix('.').unwrap_or(name);
    !name.contains('.')
        || PRIVATE_ENDS
            .iter()
            .any(|end| name.strip_suffix(end).is_some_and(|rest| rest.is_empty() || rest.ends_with('.')))
}

#[cfg(test)]
mod tests {
    use super::TargetFault::{Characters, Length, Port, Private, Scheme, Unreadable, UserInfo};
    use super::*;

    /// Spellings of addresses that are not for everybody, apart by blanks.
    const PRIVATE: &[&str] = &[
        // Loopback, written out and in the odd forms that browsers and C libraries read.
        "https://127.0.0.1/ https://127.0.0.1:8443/ https://127.1/ https://127.0.1/ https://127.255.255.254/",
        "https://2130706433/ https://017700000001/ https://0x7f000001/ https://0x7f.0.0.1/",
        "https://0x7F.0x0.0x0.0x1/ https://0177.0.0.1/ https://0177.0.0.01/ https://127.0x0.0.1/",
        "https://0x7f.1/ https://0177.1/ https://127.0.0.1./ https://127.0.0.01/ https://00000177.0.0.1/",
        "https://%31%32%37.0.0.1/ https://127%2e0%2e0%2e1/ https://127。0。0。1/ https://127.0.0.1/",
        "https://127.0.0.1/ https://①②⑦.⓪.⓪.①/ https://①②⑦.0.0.①/ https://𝟏𝟐𝟕.𝟎.𝟎.𝟏/ https://¹²⁷.⁰.⁰.¹/",
        "https://0/ https://0.0.0.0/ https://0x0/ https://00/ HTTPS://127.0.0.1/ https:127.0.0.1/",
        "https:/127.0.0.1/ https:///127.0.0.1/ https:////127.0.0.1/",
        // Names of the machine and of private networks.
        "https://localhost/ https://LOCALHOST/ https://localhost./ https://loCalhoſt/ https://localhost/",
        "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/ https://%6cocalhost/ https://a.localhost/ https://a.b.localhost./",
        "https://printer.local/ https://printer.local./ https://metadata.google.internal/",
        "https://host.docker.internal/ https://router.lan/ https://nas.home.arpa/ https://wiki.corp/",
        "https://wiki.intranet/ https://localhost.localdomain/ https://intranet/ https://intranet:8443/hook",
        "https://intranet./ https://a.onion/ https://a.invalid/",
        // Private networks, carrier's NAT, link-local with the clouds' metadata, and other blocks.
        "https://10.0.0.1/ https://10.255.255.255/ https://167772161/ https://012.0.0.1/ https://0xa000001/",
        "https://100.64.0.1/ https://100.100.100.200/ https://169.254.169.254/latest/meta-data/",
        "https://2852039166/ https://0xA9FEA9FE/ https://0251.0376.0251.0376/ https://169.254.43518/",
        "https://169.16689662/ https://172.16.0.1/ https://172.31.255.254/ https://192.0.0.1/",
        "https://192.0.0.192/ https://192.0.2.1/ https://192.88.99.1/ https://192.168.0.1/",
        "https://192.168.257/ https://3232235777/ https://198.18.0.1/ https://198.51.100.7/",
        "https://203.0.113.7/ https://224.0.0.1/ https://239.255.255.250/ https://240.0.0.1/",
        "https://255.255.255.255/ https://4294967295/",
        // IPv6, mapped, compatible and embedded.
        "https://[::]/ https://[::1]/ https://[0:0:0:0:0:0:0:1]/",
        "https://[0000:0000:0000:0000:0000:0000:0000:0001]/ https://[::1]:8443/ https://[::127.0.0.1]/",
        "https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ https://[::FFFF:7F00:0001]/",
        "https://[0:0:0:0:0:ffff:127.0.0.1]/ https://[::ffff:10.0.0.1]/ https://[::ffff:169.254.169.254]/",
        "https://[::ffff:a9fe:a9fe]/ https://[::ffff:8.8.8.8]/ https://[::ffff:0:127.0.0.1]/",
        "https://[64:ff9b::127.0.0.1]/ https://[64:ff9b::7f00:1]/ https://[64:ff9b:1::a00:1]/",
        "https://[2002:7f00:1::]/ https://[2002:a9fe:a9fe::1]/",
        "https://[2001:0:4136:e378:8000:63bf:80ff:fffe]/ https://[2001:2::1]/ https://[2001:10::1]/",
        "https://[2001:20::1]/ https://[2001:db8::1]/ https://[3fff::1]/ https://[5f00::1]/",
        "https://[100::1]/ https://[fc00::1]/ https://[fd00:ec2::254]/ https://[fe80::1]/ https://[febf::1]/",
        "https://[fec0::1]/ https://[ff02::1]/ https://[2a00:1450::5efe:7f00:1]/",
    ];

    /// Other spellings that must not lead anywhere, each with why.
    const REFUSED: &[(&str, TargetFault)] = &[
        ("https://../", Unreadable),
        ("https://example..com/", Unreadable),
        ("https://.example.com/", Unreadable),
        ("https://example.com../", Unreadable),
        ("https://[fe80::1%25eth0]/", Unreadable),
        ("https://[::1", Unreadable),
        ("https://[::127.0.0.256]/", Unreadable),
        ("https://256.256.256.256/", Unreadable),
        ("https://127.0.0.1.1/", Unreadable),
        ("https://4294967296/", Unreadable),
        ("https://0x100000000/", Unreadable),
        // What a person reads as one host and a program as another.
        ("https://example.com@127.0.0.1/", UserInfo),
        ("https://example.com:443@10.0.0.1/", UserInfo),
        ("https://user:password@example.com/", UserInfo),
        ("https://@example.com/", UserInfo),
        ("https://:@example.com/", UserInfo),
        ("https://127.0.0.1\\@example.com/", Characters),
        ("https:\\\\127.0.0.1\\", Characters),
        ("https://example.com\\.internal/", Characters),
        (" https://example.com/", Characters),
        ("https://example.com/ ", Characters),
        ("https://exa mple.com/", Characters),
        ("https://example.com/\u{a0}", Characters),
        ("https://example.com/\nhost: a", Characters),
        ("https://exam\tple.com/", Characters),
        ("https://127.0.0.1\u{0}.example.com/", Characters),
        ("https://exam\u{ad}ple.com/", Characters),
        ("https://127.0.0\u{200b}.1/", Characters),
        ("https://\u{202e}moc.elpmaxe/", Characters),
        ("https://\u{feff}localhost/", Characters),
        // Other schemes and ports.
        ("http://example.com/", Scheme),
        ("http://127.0.0.1:8080/", Scheme),
        ("ftp://example.com/", Scheme),
        ("file:///etc/passwd", Scheme),
        ("gopher://127.0.0.1:70/", Scheme),
        ("javascript:alert(1)", Scheme),
        ("ws://example.com/", Scheme),
        ("https://example.com:0/", Port),
        ("https://example.com:22/", Port),
        ("https://example.com:25/", Port),
        ("https://example.com:80/", Port),
        ("https://example.com:1023/", Port),
        ("https://example.com:65536/", Unreadable),
        ("example.com", Unreadable),
        ("//example.com/", Unreadable),
        ("https://", Unreadable),
        ("", Unreadable),
    ];

    #[test]
    fn no_spelling_of_a_private_address_is_taken() {
        let private = PRIVATE.iter().flat_map(|spellings| spellings.split(' ')).map(|text| (text, Private));
        let refused: Vec<_> = private.chain(REFUSED.iter().copied()).collect();
        for (text, fault) in &refused {
            let read = WebhookTarget::read(text, false);
            assert_eq!(read.as_ref().err(), Some(fault), "{text:?}: {read:?}");
        }
        let long = format!("https://example.com/{}", "a".repeat(500));
        assert_eq!(WebhookTarget::read(&long, false), Err(Length));
        assert!(refused.len() >= 120, "only {} spellings", refused.len());
    }

    #[test]
    fn public_addresses_are_taken_as_they_are_requested() {
        for (text, name, port) in [
            ("https://example.com/hook?key=1", Some("example.com"), 443),
            ("https://Example.COM:8443", Some("example.com"), 8443),
            ("https://example.com:1024/", Some("example.com"), 1024),
            ("https://example.com./", Some("example.com."), 443),
            ("https://bücher.example/", Some("xn--bcher-kva.example"), 443),
            ("https://mylocal.example/", Some("mylocal.example"), 443),
            ("https://localhost.example.com/", Some("localhost.example.com"), 443),
            ("https://8.8.8.8/", None, 443),
            ("https://[2606:4700:4700::1111]:8443/", None, 8443),
        ] {
            let read = WebhookTarget::read(text, false).unwrap();
            assert_eq!((read.name(), read.port()), (name, port), "{text}");
            assert_eq!(read.literal().is_none(), name.is_some(), "{text}");
        }
    }

    #[test]
    fn loopback_is_for_tests_and_for_loopback_alone() {
        for text in [
            "http://127.0.0.1:8080/", "http://localhost:8080/", "https://[::1]:8443/",
            "http://127.9.9.9:1024/",
        ] {
            let read = WebhookTarget::read(text, true).unwrap();
            assert!(read.admits("127.0.0.1".parse().unwrap()), "{text}");
            assert!(
                !read.admits("10.0.0.1".parse().unwrap()) && !read.admits("8.8.8.8".parse().unwrap()),
                "{text}"
            );
        }
        let public = WebhookTarget::read("https://example.com/", true).unwrap();
        assert!(public.admits("8.8.8.8".parse().unwrap()) && !public.admits("127.0.0.1".parse().unwrap()));
        for (text, fault) in [
            ("http://example.com/", Scheme),
            ("http://10.0.0.1:8080/", Scheme),
            ("http://127.0.0.1/", Port),
            ("https://10.0.0.1/", Private),
            ("http://a@127.0.0.1:8080/", UserInfo),
            ("https://[::ffff:127.0.0.1]/", Private),
        ] {
            assert_eq!(WebhookTarget::read(text, true), Err(fault), "{text}");
        }
    }
}
