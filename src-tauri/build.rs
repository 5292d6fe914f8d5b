//! Tells Tauri where this project keeps its capabilities and permissions.

use tauri_build::{AppManifest, Attributes};

fn main() {
    for folder in ["src-tauri/capabilities", "src-tauri/permissions", "ui/dist"] {
        println!("cargo:rerun-if-changed={folder}");
    }
    let attributes = Attributes::new()
        .capabilities_path_pattern("src-tauri/capabilities/*.json")
        .app_manifest(AppManifest::new().permissions_path_pattern("src-tauri/permissions/*.toml"));
    if let Err(error) = tauri_build::try_build(attributes) {
        println!("cargo:warning={error:#}");
        std::process::exit(1);
    }
}
