//! Files whose table is lost: what is found in them, and what is written after them.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some(mended) = citelight_pdf::rebuild(data) {
        assert!(mended.starts_with(b"%PDF-"), "it is no PDF");
    }
});
