//! The canonical form of JSON (RFC 8785) and the numbers that it points to.

use sha2::{Digest, Sha256};

/// The example of sections 3.2.2 and 3.2.3, and that of the sorting: a text, and its canonical form.
pub const TEXTS: [(&str, &str); 2] = [
    (
        r#"{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
    }"#,
        concat!(
            r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#,
            r#""string":"€$\u000f\nA'B\"\\\\\"/"}"#
        ),
    ),
    // U+1F600 begins with a surrogate, so it stands before U+FB33.
    (
        r#"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}"#,
        concat!(
            r#"{"\r":"Carriage Return","1":"One","#,
            "\"\u{80}\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\",\"€\":\"Euro Sign\",",
            "\"😀\":\"Emoji: Grinning Face\",\"\u{fb33}\":\"Hebrew Letter Dalet With Dagesh\"}"
        ),
    ),
];

/// Appendix B: the bits of a double, and its text.
pub const NUMBERS: [(u64, &str); 24] = [
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

/// How many numbers of the sequence, and the hash that json-canonicalization publishes for them.
pub const PUBLISHED: [(usize, &str); 3] = [
    (1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"),
    (10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"),
    (100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"),
];

/// The sequence that json-canonicalization's `testdata/README.md` describes (RFC 8785 points to it), without end: edge
/// values, 2000 doubles from the smallest normal one, then doubles made of chained SHA-256 blocks.
pub fn sequence() -> impl Iterator<Item = u64> {
    let edges = include_str!("../published/es6-edges.txt").split_ascii_whitespace();
    let edges = edges.map(|hex| u64::from_str_radix(hex, 16).unwrap());
    let serial = (0..2000).map(|nth| 0x0010_0000_0000_0000 + nth);
    let mut block = [0_u8; 32];
    let random = std::iter::repeat_with(move || {
        block = Sha256::digest(block).into();
        block
    })
    .flat_map(|block| (0..4).map(move |at| u64::from_le_bytes(block[8 * at..8 * at + 8].try_into().unwrap())))
    .filter(|bits| f64::from_bits(*bits) != 0.0 && f64::from_bits(*bits).is_finite());
    edges.chain(serial).chain(random)
}

/// The hash over the first so many numbers of the sequence as they are written here.
#[must_use]
pub fn digest(count: usize) -> String {
    let mut hash = Sha256::new();
    for bits in sequence().take(count) {
        hash.update(format!("{bits:x},{}\n", shared::provenance::number(f64::from_bits(bits))));
    }
    shared::audit::hex(&hash.finalize())
}
