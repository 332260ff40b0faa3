//! Compiles the migrations anew when there is another.

fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
