//! Which addresses of the internet belong to everybody.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Blocks of IPv4 that are not public, by IANA's registries of special-purpose and of multicast addresses. Blocks that exist
/// for one service of the network itself (AS112, AMT) are in it too: no receiver is there.
const NOT_PUBLIC_V4: &[(Ipv4Addr, u32)] = &[
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 31, 196, 0), 24),
    (Ipv4Addr::new(192, 52, 193, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(192, 175, 48, 0), 24),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // Multicast, reserved, broadcast.
    (Ipv4Addr::new(224, 0, 0, 0), 3),
];

/// Blocks inside 2000::/3, all that is handed out of IPv6 so far, that are not public: what IETF protocols use (with Teredo,
/// ORCHID and benchmarks), documentation, 6to4, AS112. Blocks outside 2000::/3, such as mapped addresses, NAT64, link-local
/// and unique local ones, need no entry.
const NOT_PUBLIC_V6: &[(Ipv6Addr, u32)] = &[
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x2620, 0x4f, 0x8000, 0, 0, 0, 0, 0), 48),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// Whether everybody's machines can have this address. Forms that carry an IPv4 address inside an IPv6 one are not public,
/// whichever address they carry.
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !NOT_PUBLIC_V4.iter().any(|(block, bits)| in_v4(v4, *block, *bits)),
        IpAddr::V6(v6) => {
            in_v6(v6, Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3)
                && !NOT_PUBLIC_V6.iter().any(|(block, bits)| in_v6(v6, *block, *bits))
                && !is_isatap(v6)
        }
    }
}

fn in_v4(address: Ipv4Addr, block: Ipv4Addr, bits: u32) -> bool {
    (u32::from(address) ^ u32::from(block)) >> (32 - bits) == 0
}

fn in_v6(address: Ipv6Addr, block: Ipv6Addr, bits: u32) -> bool {
    (u128::from(address) ^ u128::from(block)) >> (128 - bits) == 0
}

/// ISATAP (RFC 5214) carries an IPv4 address behind 0:5efe or 200:5efe, under any prefix.
fn is_isatap(address: Ipv6Addr) -> bool {
    let [.., high, low, _, _] = address.segments();
    high & !0x0200 == 0 && low == 0x5efe
}

#[cfg(test)]
mod tests {
    use super::is_public;

    #[test]
    fn only_addresses_that_everybody_may_have_are_public() {
        for public in [
            "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0",
            "126.255.255.255", "128.0.0.0", "169.253.255.255", "169.255.0.0", "172.15.255.255", "172.32.0.0",
            "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0",
            "198.51.99.255", "198.51.101.0", "203.0.112.255", "203.0.114.0", "223.255.255.255", "2000::1",
            "2001:200::1", "2001:4860:4860::8888", "2001:db7::1", "2001:db9::1", "2003::1",
            "2606:4700:4700::1111", "2620:4f:7fff::1", "2a00:1450::1", "3ffe::1", "3fff:1000::1",
        ] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
        let refused = [
            "0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1",
            "127.255.255.255 169.254.0.0 169.254.169.254 169.254.255.255 172.16.0.0 172.31.255.255",
            "192.0.0.0 192.0.0.9 192.0.0.170 192.0.0.255 192.0.2.1 192.31.196.1 192.52.193.1 192.88.99.1",
            "192.168.0.0 192.168.255.255 192.175.48.1 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.1",
            "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::2 ::127.0.0.1 ::8.8.8.8",
            "::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:127.0.0.1 64:ff9b::7f00:1 64:ff9b::8.8.8.8",
            "64:ff9b:1::1 100::1 100:0:0:1::1 1fff:ffff::1 2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2",
            "2001:1::1 2001:2::1 2001:10::1 2001:20::1 2001:30::1 2001:1ff:ffff::1 2001:db8::1",
            "2002:7f00:1:: 2002:808:808::1 2620:4f:8000::1 2a00:1450::5efe:7f00:1",
            "2a00:1450::200:5efe:10.0.0.1 3fff::1 3fff:fff:ffff::1 4000::1 5f00::1 8000::1 fc00::1",
            "fd00:ec2::254 fe80::1 fec0::1 ff02::1",
        ];
        for refused in refused.iter().flat_map(|addresses| addresses.split(' ')) {
            assert!(!is_public(refused.parse().unwrap()), "{refused}");
        }
    }
}
