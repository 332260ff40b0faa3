//! The `evenhand` binary.

/// It gives memory back to the system soon after a rush, which the C library does not. `.cargo/config.toml` says how soon.
#[cfg(feature = "jemalloc")]
#[global_allocator]
static MEMORY: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> std::process::ExitCode {
    server::cli::run()
}
