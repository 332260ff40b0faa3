//! Strict JSON and its canonical form, against RFC 8785 and the numbers that it points to.

use shared::json_place::JsonPlace;
use shared::provenance::{JsonError, JsonFault, canonical, number, parse};
use vectors::jcs;

fn canonical_of(text: &str) -> String {
    canonical(&parse(text.as_bytes()).unwrap())
}

#[test]
fn rfc_8785_comes_out_byte_for_byte() {
    for (text, expected) in jcs::TEXTS {
        assert_eq!(canonical_of(text), expected);
    }
    for (bits, expected) in jcs::NUMBERS {
        assert_eq!(number(f64::from_bits(bits)), expected, "{bits:016x}");
    }
    assert_eq!([f64::NAN, f64::INFINITY].map(number), ["null", "null"]);
}

#[test]
fn a_hundred_thousand_numbers_have_the_published_hash() {
    for (count, expected) in jcs::PUBLISHED {
        assert_eq!(jcs::digest(count), expected, "{count}");
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
    let found = parse("{\"é\":\n1,\"k\":1,\"k\":2}".as_bytes());
    let place = JsonPlace { line: 2, column: 9 };
    assert_eq!(found, Err(JsonError { place, fault: JsonFault::RepeatedKey { key: "k".into() } }));
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

#[test]
fn a_text_that_would_take_much_memory_is_not_read() {
    for bomb in [
        format!("[{}0]", "0,".repeat(2_000_000)),
        format!("[{}0]", "{},".repeat(2_000_000)),
        format!("[{}0]", r#"{"a":0},"#.repeat(200_000)),
        format!("\"{}\"", "a".repeat(16 * 1024 * 1024)),
    ] {
        let refused = parse(bomb.as_bytes()).unwrap_err().fault;
        assert!(matches!(refused, JsonFault::TooLong | JsonFault::TooManyValues), "{refused:?}");
    }
    // More than a ranking of 10,000 projects holds of each.
    let members: Vec<String> = (0..20).map(|n| format!("\"member{n}\":0.5")).collect();
    let entry = format!("{{{}}}", members.join(","));
    assert!(parse(format!("[{}]", vec![entry; 10_000].join(",")).as_bytes()).is_ok());
}
