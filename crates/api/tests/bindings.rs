//! The interface's side of the commands is what the commands are. With `CITELIGHT_WRITE_BINDINGS` set, it is
//! written anew; so are the schemas of what the command line prints, in `docs/schemas`.

use std::fs;
use std::path::Path;

#[test]
fn the_interface_knows_the_commands_as_they_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ui/src/lib/platform/bindings.ts");
    let text = citelight_api::bindings::typescript();
    if std::env::var_os("CITELIGHT_WRITE_BINDINGS").is_some() {
        fs::write(&path, &text).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == text,
        "{} is not current: run this test with CITELIGHT_WRITE_BINDINGS=1",
        path.display()
    );
}

#[test]
fn other_programs_know_what_is_printed_as_it_is() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    for (name, text) in citelight_api::schemas::schemas().unwrap() {
        let path = folder.join(name);
        if std::env::var_os("CITELIGHT_WRITE_BINDINGS").is_some() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&path, &text).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap_or_default() == text,
            "{} is not current: run this test with CITELIGHT_WRITE_BINDINGS=1",
            path.display()
        );
    }
}
