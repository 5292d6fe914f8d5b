//! What a reader's child may send: frames one after the other, and replies as the host believes them.
#![no_main]

use citelight_reader::{fuzzing, read_frame};

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let mut from = data;
    while let Ok(frame) = read_frame(&mut from, 1 << 16) {
        fuzzing::reply(&frame);
    }
    fuzzing::reply(data);
});
