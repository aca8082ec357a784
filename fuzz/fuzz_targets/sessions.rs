//! Any bytes as a whole dialogue: the session ends by itself, without a panic, and every line it has written is whole.
#![no_main]

use std::io::{self, Cursor, Write};
use std::sync::{Arc, Mutex};

use bonsai::protocol::serve;
use libfuzzer_sys::fuzz_target;

/// Words that would only make the fuzzer wait, or fill its memory.
const SLOW: [&str; 6] = ["perft", "bench", "hash", "threads", "mate", "movetime"];

#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("not poisoned").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input).to_ascii_lowercase();
    if SLOW.iter().any(|word| text.contains(word)) || text.contains("go") && !text.contains("nodes 1") {
        return;
    }
    let output = Output::default();
    serve(Cursor::new(input.to_vec()), output.clone()).expect("the session ends by itself");
    let written = output.0.lock().expect("not poisoned");
    assert!(written.is_empty() || written.ends_with(b"\n"));
    assert!(std::str::from_utf8(&written).is_ok() && !written.contains(&b'\r'));
});
