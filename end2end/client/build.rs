//! Makes the client from the document that `EVENHAND_SCHEMA` names: what `/api/schema?format=json` answers.

use std::path::Path;

fn main() {
    println!("cargo:rerun-if-env-changed=EVENHAND_SCHEMA");
    let schema = std::env::var("EVENHAND_SCHEMA").expect("EVENHAND_SCHEMA names the API's document");
    println!("cargo:rerun-if-changed={schema}");
    let read = std::fs::read_to_string(&schema).expect("the API's document can be read");
    let document = serde_json::from_str(&read).expect("the API's document is OpenAPI 3.0");
    let mut generator = progenitor::Generator::default();
    let made = generator.generate_tokens(&document).expect("a client can be made from the API's document");
    let folder = std::env::var("OUT_DIR").expect("cargo gives a folder");
    std::fs::write(Path::new(&folder).join("made.rs"), made.to_string()).expect("the client can be written");
}
