//! Embeds the style and, where they were built, the islands.
//!
//! Both are packed with brotli once, here, so that no request pays for it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    println!("cargo:rerun-if-changed=../../style");
    println!("cargo:rerun-if-env-changed=CARGO_TARGET_DIR");
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let pkg = target.join("site/pkg");
    println!("cargo:rerun-if-changed={}", pkg.display());

    fs::create_dir_all(out.join("files"))?;
    let mut assets = Vec::new();
    let style = root.join("style");
    for (sheet, _) in files(&style.join("sheets"))? {
        let css = inlined(&style, &style.join("sheets").join(&sheet))?;
        let css = if sheet == "verify-file.css" { without_fonts(&css) } else { css };
        assets.push((sheet, css.into_bytes()));
    }
    assets.extend(files(&root.join("style/assets"))?);
    let pkg = if pkg.join("evenhand.wasm").exists() { files(&pkg)? } else { Vec::new() };
    let mut code = String::new();
    let version = digest(assets.iter().chain(&pkg).flat_map(|(_, bytes)| bytes));
    writeln!(code, "/// Changes with any embedded byte.\npub const VERSION: &str = \"{version:016x}\";")
        .map_err(io::Error::other)?;
    writeln!(code, "const ETAG: &str = \"W/\\\"{version:016x}\\\"\";").map_err(io::Error::other)?;
    // What a sheet asks for has the version too, else it would be asked for again on each page.
    for (path, bytes) in assets.iter_mut().filter(|(path, _)| path.ends_with(".css")) {
        let sheet = String::from_utf8_lossy(bytes).replace(".woff2\"", &format!(".woff2?v={version:016x}\""));
        assert!(path != "main.css" || sheet.contains("?v="), "main.css asks for no font");
        *bytes = sheet.into_bytes();
    }
    for (name, files) in [("ASSETS", assets), ("PKG", pkg)] {
        writeln!(code, "static {name}: &[Asset] = &[").map_err(io::Error::other)?;
        for (path, bytes) in files {
            let packs = ["css", "js", "wasm", "svg"].iter().any(|e| path.ends_with(&format!(".{e}")));
            if packs {
                embed(&mut code, &out, name, &format!("{path}.br"), &packed(&out, &path, &bytes)?)?;
            }
            embed(&mut code, &out, name, &path, &bytes)?;
        }
        writeln!(code, "];").map_err(io::Error::other)?;
    }
    fs::write(out.join("assets.rs"), code)
}

fn embed(code: &mut String, out: &Path, group: &str, path: &str, bytes: &[u8]) -> io::Result<()> {
    let file = out.join("files").join(format!("{group}-{path}"));
    fs::write(&file, bytes)?;
    writeln!(code, "    Asset {{ path: {path:?}, bytes: include_bytes!({:?}) }},", file.display().to_string())
        .map_err(io::Error::other)
}

/// The sheet with its `@import "x.css";` lines replaced by the files that they name, below `style/`; without comments and
/// without the white space that only helps those who read it.
fn inlined(style: &Path, sheet: &Path) -> io::Result<String> {
    let mut css = String::new();
    for line in fs::read_to_string(sheet)?.lines() {
        match line.trim().strip_prefix("@import \"").and_then(|l| l.strip_suffix("\";")) {
            Some(file) => css.push_str(&fs::read_to_string(style.join(file))?),
            None => css.push_str(line),
        }
        css.push('\n');
    }
    Ok(packed_css(&css))
}

/// Comments go; white space becomes one blank, or none beside a sign that needs none. Texts in quotes stay as they are.
fn packed_css(css: &str) -> String {
    let mut parts = css.split("/*");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        code.push_str(part.split_once("*/").map_or("", |(_, after)| after));
    }
    let mut packed = String::new();
    // Every second part is inside of quotes; no sheet has a quote in a quote.
    for (nth, part) in code.split('"').enumerate() {
        if nth % 2 == 1 {
            packed.push('"');
            packed.push_str(part);
            packed.push('"');
            continue;
        }
        for letter in part.chars() {
            let last = packed.chars().next_back().unwrap_or(';');
            match letter {
                // A blank after `:` is in a declaration; one before it may be in a selector, where it counts.
                c if c.is_whitespace() && "{};,: ".contains(last) => {}
                c if c.is_whitespace() => packed.push(' '),
                '{' | '}' | ';' | ',' => {
                    if last == ' ' || (last == ';' && letter == '}') {
                        packed.pop();
                    }
                    packed.push(letter);
                }
                c => packed.push(c),
            }
        }
    }
    packed
}

/// Without the fonts that are fetched from the site: the verifier's file loads nothing.
fn without_fonts(css: &str) -> String {
    let mut parts = css.split("@font-face");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        kept.push_str(part.split_once('}').map_or("", |(_, after)| after));
    }
    kept
}

fn files(folder: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        if path.is_file() && !name.ends_with(".br") && !name.ends_with(".gz") && !name.ends_with(".d.ts") {
            found.push((name, fs::read(&path)?));
        }
    }
    found.sort();
    Ok(found)
}

/// A file as brotli packs it. Packing is slow, so what an earlier build packed is taken as it is. A module of a debug build has several
/// megabytes, which take a minute to pack tightly.
fn packed(out: &Path, path: &str, bytes: &[u8]) -> io::Result<Vec<u8>> {
    let kept = out.join("files").join(format!("{:016x}.packed", digest(bytes)));
    if let Ok(packed) = fs::read(&kept) {
        return Ok(packed);
    }
    let mut packed = Vec::new();
    let is_shipped = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let quality = if path.ends_with(".wasm") && !is_shipped { 5 } else { 11 };
    let params = brotli::enc::BrotliEncoderParams { quality, ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut packed, &params)?;
    // A build that is stopped here leaves no half of a file.
    let written = kept.with_extension("new");
    fs::write(&written, &packed)?;
    fs::rename(written, kept)?;
    Ok(packed)
}

/// FNV-1a: tells builds apart, and need not stand against anybody.
fn digest<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}
