//! The worker's life: it loads at the first request, answers one after the other, stops when told,
//! and gives the model's memory back to the system. One test, since the system counts the memory of
//! the whole process.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use citelight_generator::{
    Answering, Ended, Event, Evidence, Generation, GeneratorError, Options, Prompt, Worker,
    quantise, random_pack,
};

/// Longer than anything here takes, for what must happen.
const LONG: Duration = Duration::from_secs(120);

fn prompt() -> Prompt {
    let evidence = Evidence {
        document: "report.pdf".to_owned(),
        page: 1,
        chunk: "1".to_owned(),
        text: "Revenue was $1,577 million in 2018. ".repeat(12),
    };
    Prompt { question: "What was the revenue?".to_owned(), evidence: vec![evidence] }
}

fn free(new_tokens: usize) -> Options {
    Options { new_tokens, grounded: false, stop_repetition: false, ..Options::default() }
}

/// The text that came in pieces, whether loading was told, and the end.
fn listen(answering: &Answering) -> (String, bool, Result<Generation, GeneratorError>) {
    let (mut text, mut loading) = (String::new(), false);
    loop {
        match answering.next_event_within(LONG).expect("the worker is silent") {
            Event::Loading => loading = true,
            Event::Text(more) => text += &more,
            Event::Done(outcome) => {
                assert!(answering.next_event().is_none(), "something came after the end");
                return (text, loading, outcome);
            }
        }
    }
}

/// Bytes that the system counts for this process.
#[cfg(target_os = "linux")]
fn resident() -> u64 {
    let pages = fs::read_to_string("/proc/self/statm").unwrap();
    pages.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 4096
}

#[test]
fn a_model_comes_when_asked_and_goes_when_idle() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/generator");
    let folder = tempfile::tempdir().unwrap();
    // Large enough to be seen among everything else: 100 MB.
    let config = r#"{
        "vocab_size": 20000, "d_model": 512, "d_kv": 64, "d_ff": 1024, "num_layers": 2, "num_heads": 6,
        "relative_attention_num_buckets": 32, "dropout_rate": 0.1, "layer_norm_epsilon": 1e-6,
        "initializer_factor": 1.0, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": false,
        "is_encoder_decoder": true, "pad_token_id": 0, "eos_token_id": 1, "decoder_start_token_id": 0
    }"#;
    fs::write(folder.path().join("config.json"), config).unwrap();
    fs::copy(fixtures.join("tokenizer.json"), folder.path().join("tokenizer.json")).unwrap();
    random_pack(&folder.path().join("config.json"), folder.path(), 1).unwrap();

    for quantised in [false, true] {
        if quantised {
            quantise(folder.path(), &mut |_, _| ControlFlow::Continue(())).unwrap();
        }
        let worker = Worker::start(folder.path().to_owned(), LONG).unwrap();
        assert!(!worker.is_loaded());
        // The threads that compute are started once and stay.
        listen(&worker.ask(prompt(), free(2))).2.unwrap();
        worker.release();
        wait_until(|| !worker.is_loaded());
        #[cfg(target_os = "linux")]
        let before = resident();

        let (text, loading, outcome) = listen(&worker.ask(prompt(), free(8)));
        let answer = outcome.unwrap();
        assert!(loading && worker.is_loaded());
        assert_eq!((text.trim(), answer.ended), (answer.text.as_str(), Ended::Length));
        let (again, loading, outcome) = listen(&worker.ask(prompt(), free(8)));
        assert!(!loading, "loaded twice");
        assert_eq!((again, outcome.unwrap().text), (text, answer.text));
        #[cfg(target_os = "linux")]
        let during = resident();

        // One that would take minutes, one behind it that is stopped before it begins.
        let endless = worker.ask(prompt(), Options { time: LONG, ..free(usize::MAX) });
        let behind = worker.ask(prompt(), free(8));
        behind.stop();
        while !matches!(endless.next_event_within(LONG), Some(Event::Text(_))) {}
        endless.stop();
        assert_eq!(listen(&endless).2.unwrap().ended, Ended::Stopped);
        assert!(matches!(listen(&behind).2, Err(GeneratorError::Stopped)));

        worker.release();
        wait_until(|| !worker.is_loaded());
        #[cfg(target_os = "linux")]
        {
            let after = resident();
            let (taken, kept) = (during - before, after.saturating_sub(before));
            println!("quantised: {quantised}: {} MB taken, {} MB kept", taken >> 20, kept >> 20);
            assert!(taken > 20 << 20, "the model is not seen: {taken}");
            assert!(kept < taken / 8, "{kept} of {taken} bytes are kept");
        }
        let (_, loading, outcome) = listen(&worker.ask(prompt(), free(2)));
        assert!(loading && outcome.is_ok(), "it does not come back");
    }

    let idle = Worker::start(folder.path().to_owned(), Duration::from_millis(1)).unwrap();
    listen(&idle.ask(prompt(), free(2))).2.unwrap();
    wait_until(|| !idle.is_loaded());

    let nowhere = Worker::start(folder.path().join("nowhere"), LONG).unwrap();
    for _ in 0..2 {
        let outcome = listen(&nowhere.ask(prompt(), free(2))).2;
        assert!(matches!(outcome, Err(GeneratorError::File { .. })), "{outcome:?}");
    }
}

fn wait_until(done: impl Fn() -> bool) {
    let start = std::time::Instant::now();
    while !done() {
        assert!(start.elapsed() < LONG, "it never happens");
        std::thread::sleep(Duration::from_millis(2));
    }
}
