//! Strict JSON and its canonical form, against RFC 8785 and the numbers that it points to.

use sha2::{Digest, Sha256};
use shared::provenance::{canonical, number, parse};

fn canonical_of(text: &str) -> String {
    canonical(&parse(text.as_bytes()).unwrap())
}

#[test]
fn rfc_8785_example_comes_out_byte_for_byte() {
    // Section 3.2.2 and 3.2.3.
    let text = r#"{
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
    }"#;
    let expected = concat!(
        r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#,
        r#""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    );
    assert_eq!(canonical_of(text), expected);
}

#[test]
fn keys_go_by_their_utf_16_code_units() {
    // Section 3.2.3: U+1F600 begins with a surrogate, so it stands before U+FB33.
    let text = r#"{"\u20ac": "Euro Sign", "\r": "Carriage Return", "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One", "\ud83d\ude00": "Emoji: Grinning Face", "\u0080": "Control", "\u00f6": "Latin Small Letter O With Diaeresis"}"#;
    let canonical = canonical_of(text);
    let order = [
        "Carriage Return",
        "One",
        "Control",
        "Latin Small Letter O With Diaeresis",
        "Euro Sign",
        "Emoji: Grinning Face",
        "Hebrew Letter Dalet With Dagesh",
    ];
    let places: Vec<usize> = order.iter().map(|name| canonical.find(name).unwrap()).collect();
    assert!(places.is_sorted(), "{canonical}");
    assert!(canonical.starts_with("{\"\\r\":"));
}

#[test]
fn rfc_8785_numbers_come_out_as_in_appendix_b() {
    let table: [(u64, &str); 24] = [
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
    for (bits, expected) in table {
        assert_eq!(number(f64::from_bits(bits)), expected, "{bits:016x}");
    }
    assert_eq!([f64::NAN, f64::INFINITY].map(number), ["null", "null"]);
}

/// The first values of the sequence that json-canonicalization's `testdata/README.md` describes (RFC 8785 points to
/// it): edge values, 2000 doubles from the smallest normal one, then doubles made of chained SHA-256 blocks.
fn sequence() -> impl Iterator<Item = u64> {
    const STATIC: &str = include_str!("vectors/es6-edges.txt");
    let edges = STATIC.split_ascii_whitespace().map(|hex| u64::from_str_radix(hex, 16).unwrap());
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

#[test]
fn a_hundred_thousand_numbers_have_the_published_hash() {
    let mut hash = Sha256::new();
    let published = [
        (1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"),
        (10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"),
        (100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"),
    ];
    for (nth, bits) in (1..=100_000).zip(sequence()) {
        hash.update(format!("{bits:x},{}\n", number(f64::from_bits(bits))));
        if let Some((_, expected)) = published.iter().find(|(count, _)| *count == nth) {
            assert_eq!(shared::audit::hex(&hash.clone().finalize()), *expected, "{nth}");
        }
    }
}

#[test]
fn what_is_canonical_stays_as_it_is() {
    let texts =
        ["[1e+21,-9007199254740991,0.1,5e-324]", r#"{"":{},"a":[[]],"b":"\u0001\t\u007f"}"#, "\"\u{7f}\""];
    for text in texts {
        let once = canonical_of(text);
        assert_eq!(canonical_of(&once), once);
    }
    assert_eq!(canonical_of(r#""\u007f""#), "\"\u{7f}\"");
}

#[test]
fn what_two_readers_could_understand_differently_is_refused() {
    let nested = |deep: usize| format!("{}{}", "[".repeat(deep), "]".repeat(deep));
    for bad in [
        r#"{"a":1,"a":1}"#,
        r#"{"a":1,"\u0061":1}"#,
        r#"{"x":{"b":[],"c":1,"b":[]}}"#,
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993.0",
        "1e16",
        "123456789012345678901234567890",
        "1e400",
        "-1e400",
        "NaN",
        "Infinity",
        "-Infinity",
        r#""\ud800""#,
        r#""\udc00""#,
        r#""\ud800\ud800""#,
        r#""\ud800\u0041""#,
        r#""\ud83dx""#,
        &nested(66),
        "",
        " ",
        "01",
        "1.",
        ".5",
        "+1",
        "-",
        "1e",
        "0x1",
        "[1,]",
        "[1 2]",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{'a':1}",
        "[1] x",
        "[1]]",
        "\"a",
        "\"a\nb\"",
        "\"\\x41\"",
        "\"\\u12g4\"",
        "\"\\u123\"",
        "\"\\u12",
        "nul",
        "truer",
        "/* a */ 1",
        "\u{feff}1",
        "\u{a0}1",
    ] {
        assert!(parse(bad.as_bytes()).is_err(), "{bad}");
    }
    assert!(parse(b"\"\xff\"").is_err());
    assert!(parse(nested(65).as_bytes()).is_ok());
    assert_eq!(
        parse(br#"{"k":1,"k":2}"#).unwrap_err().to_string(),
        "the key \"k\" stands twice in one object (at byte 7)"
    );
}

#[test]
fn nesting_of_any_depth_is_refused_and_not_followed() {
    for open in ["[", "{\"a\":"] {
        assert!(parse(open.repeat(1_000_000).as_bytes()).is_err());
    }
}

#[test]
fn strings_are_read_as_written() {
    for (text, canonical) in [
        (r#""\ud83d\ude00""#, "\"😀\""),
        (r#""\uD83D\uDE00""#, "\"😀\""),
        (r#""\b\f\n\r\t\/\\\"""#, r#""\b\f\n\r\t/\\\"""#),
        (r#""\u0000\u001f""#, r#""\u0000\u001f""#),
        ("\"e\u{301}\"", "\"e\u{301}\""),
        ("-0", "0"),
        ("-0.0e+5", "0"),
        ("1e5", "100000"),
    ] {
        assert_eq!(canonical_of(text), canonical, "{text}");
    }
}
