//! Turns a built WASM module into what a browser or Node loads: `<name>.js` and `<name>.wasm`.
//!
//! It does what `wasm-bindgen` and `wasm-opt` do for cargo-leptos, and leaves the same files, so that a fresh machine needs
//! neither cargo-leptos nor wasm-bindgen-cli (20 and 5 minutes of compiling). `wasm-bindgen-cli-support` must be of exactly
//! the version of `wasm-bindgen`; both stand side by side in the workspace's `Cargo.toml`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};
use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str =
    "site-tool INPUT.wasm --out FOLDER [--name NAME] [--target web|no-modules|nodejs] [--wasm-opt PROGRAM]
  --wasm-opt: binaryen's program, to make the module smaller; it is slow";

/// The instructions that today's browsers know and rustc may have used. `--all-features` would let wasm-opt use some that they
/// do not know. The same stand in the workspace's metadata for cargo-leptos.
const WASM_OPT: [&str; 7] = [
    "-Oz",
    "--enable-bulk-memory",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
    "--enable-mutable-globals",
    "--enable-multivalue",
];

struct Order {
    input: PathBuf,
    out: PathBuf,
    name: String,
    target: String,
    wasm_opt: Option<PathBuf>,
}

fn main() -> Result<()> {
    let order = Order::read(std::env::args_os().skip(1)).context(USAGE)?;
    bind(&order)?;
    let module = order.out.join(format!("{}.wasm", order.name));
    if let Some(program) = &order.wasm_opt {
        shrink(program, &module)?;
    }
    eprintln!("{}: {} bytes", module.display(), std::fs::metadata(&module)?.len());
    Ok(())
}

impl Order {
    fn read(mut words: impl Iterator<Item = OsString>) -> Result<Self> {
        let (mut input, mut out, mut wasm_opt) = (None, None, None);
        let (mut name, mut target) = ("evenhand".to_owned(), "web".to_owned());
        while let Some(word) = words.next() {
            let mut value = || words.next().with_context(|| format!("{} needs a value", word.display()));
            match word.to_str() {
                Some("--out") => out = Some(value()?.into()),
                Some("--name") => name = value()?.to_string_lossy().into_owned(),
                Some("--target") => target = value()?.to_string_lossy().into_owned(),
                Some("--wasm-opt") => wasm_opt = Some(value()?.into()),
                Some(flag) if flag.starts_with('-') => bail!("unknown flag {flag}"),
                _ => input = Some(word.into()),
            }
        }
        let input = input.context("no input")?;
        Ok(Self { input, out: out.context("no --out")?, name, target, wasm_opt })
    }
}

/// Writes the script and the module. The module's name is `<name>.wasm`, as cargo-leptos names it, where wasm-bindgen alone
/// would say `<name>_bg.wasm`; Node's script names its module itself, so there the name stays.
fn bind(order: &Order) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(&order.input).out_name(&order.name).typescript(false);
    match order.target.as_str() {
        "web" => bindgen.web(true)?,
        "no-modules" => bindgen.no_modules(true)?,
        "nodejs" => bindgen.nodejs(true)?,
        other => bail!("unknown target {other}"),
    };
    bindgen.generate(&order.out).with_context(|| format!("binding {}", order.input.display()))?;
    let (made, wanted) =
        (order.out.join(format!("{}_bg.wasm", order.name)), order.out.join(format!("{}.wasm", order.name)));
    if order.target == "nodejs" {
        std::fs::copy(&made, &wanted)?;
    } else {
        std::fs::rename(&made, &wanted)?;
    }
    Ok(())
}

fn shrink(program: &Path, module: &Path) -> Result<()> {
    let small = module.with_extension("small");
    let status = Command::new(program)
        .args(WASM_OPT)
        .arg(module)
        .arg("-o")
        .arg(&small)
        .status()
        .with_context(|| format!("running {}", program.display()))?;
    ensure!(status.success(), "{} failed", program.display());
    std::fs::rename(&small, module)?;
    Ok(())
}
