//! Headers of models: safetensors, GGUF and ONNX, by the first byte.
#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    static FILE: OnceLock<PathBuf> = OnceLock::new();
    let Some((kind, bytes)) = data.split_first() else { return };
    // Headers are read from files; these lie in memory where the system has such a place.
    let file = FILE.get_or_init(|| {
        let memory = PathBuf::from("/dev/shm");
        let folder = if memory.is_dir() { memory } else { std::env::temp_dir() };
        folder.join(format!("citelight-header-{}", std::process::id()))
    });
    std::fs::write(file, bytes).expect("a file");
    citelight_packs::fuzzing::header(*kind, file);
});
