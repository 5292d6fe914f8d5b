//! The reader finds the libraries of text recognition in the package that it came in, before those of the system.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let system = std::env::var("CARGO_CFG_TARGET_OS");
    if system.is_ok_and(|system| system == "linux") {
        // As DT_RPATH, which holds for what those libraries need in turn; DT_RUNPATH does not.
        println!("cargo:rustc-link-arg-bins=-Wl,--disable-new-dtags,-rpath,$ORIGIN/native");
    }
}
