//! The `evenhand` binary.

use tikv_jemallocator::Jemalloc;

/// It gives memory back to the system soon after a rush, which the C library does not. `.cargo/config.toml` says how soon.
#[global_allocator]
static MEMORY: Jemalloc = Jemalloc;

fn main() -> std::process::ExitCode {
    server::cli::run()
}
