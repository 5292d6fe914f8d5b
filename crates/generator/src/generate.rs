//! Writing an answer: windows of evidence, tokens one by one, limits, and the text as it grows.
//!
//! Owns: when to stop, and how the answers of several windows become one. Refuses: citations; they are
//! placed by what the answer says, not by the model.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use candle_core::{Device, Tensor};
use candle_transformers::generation::{LogitsProcessor, Sampling};
use serde::Deserialize;

use crate::ground::{Ground, Written};
use crate::model::T5;
use crate::options::{Ended, Generation, Options, Timings};
use crate::prompt::{Evidence, Prompt};
use crate::tokenizer::{Piece, Tokenizer};
use crate::{GeneratorError, QUANTISED, WEIGHTS};

/// Refused tokens after which all are judged at once, rather than the best one by one.
const TRIES: usize = 16;
/// A tail that repeats itself this often ends an answer...
const REPEATS: usize = 4;
/// ... when the repetitions have this many tokens together (figures of a row may well be alike).
const REPEATED_TOKENS: usize = 24;
/// Tokens of the longest repetition that is looked for.
const LONGEST_REPEAT: usize = 32;
/// Tokens that T5 was trained on, where its configuration does not say.
const CONTEXT_TOKENS: usize = 512;

/// A loaded model pack that writes answers.
#[derive(Debug)]
pub struct Generator {
    folder: PathBuf,
    model: T5,
    tokenizer: Tokenizer,
    common: Arc<Vec<String>>,
    context_tokens: usize,
}

/// Takes text as it is written; its answer says whether to go on. The text may be empty: it is asked
/// after every token.
pub type Show<'a> = dyn FnMut(&str) -> ControlFlow<()> + 'a;

impl Generator {
    /// Loads a pack's folder: `config.json`, `tokenizer.json`, and [`QUANTISED`] or else [`WEIGHTS`].
    ///
    /// Takes as many threads as there are cores; `RAYON_NUM_THREADS`, set before the first model,
    /// says otherwise.
    pub fn load(folder: &Path) -> Result<Generator, GeneratorError> {
        #[derive(Deserialize)]
        struct Context {
            n_positions: Option<usize>,
        }
        let config = folder.join("config.json");
        let weights = [QUANTISED, WEIGHTS].map(|name| folder.join(name));
        let weights = if weights[0].exists() { &weights[0] } else { &weights[1] };
        let model = T5::load(&config, weights)?;
        let tokenizer = Tokenizer::load(&folder.join("tokenizer.json"), model.config().vocab_size)?;
        let text = std::fs::read(&config)
            .map_err(|source| GeneratorError::File { path: config.clone(), source })?;
        let context: Context = serde_json::from_slice(&text)
            .map_err(|error| GeneratorError::Pack { path: config, why: error.to_string() })?;
        Ok(Generator {
            folder: folder.to_path_buf(),
            common: Arc::new(tokenizer.common_words()),
            model,
            tokenizer,
            context_tokens: context.n_positions.unwrap_or(CONTEXT_TOKENS),
        })
    }

    /// The pack's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Tokens of a text, as the model counts.
    pub fn count_tokens(&self, text: &str) -> usize {
        self.tokenizer.count(text)
    }

    /// The model and its tokenizer.
    pub(crate) fn parts(&self) -> (&T5, &Tokenizer) {
        (&self.model, &self.tokenizer)
    }

    /// Most tokens of a prompt.
    pub(crate) fn context_tokens(&self) -> usize {
        self.context_tokens
    }

    /// Answers a question from its evidence.
    ///
    /// `show` gets the text as it is written, but a number or a name only when it is whole. Where the
    /// evidence has several windows, each is asked by itself, and the answers that differ become the
    /// evidence of a last prompt, of which alone the text is shown. What was shown may be longer than
    /// the final text when that stopped repeating itself.
    pub fn generate(
        &self,
        prompt: &Prompt,
        options: &Options,
        show: &mut Show<'_>,
    ) -> Result<Generation, GeneratorError> {
        let start = Instant::now();
        let mut windows = prompt.windows(&self.tokenizer, self.context_tokens)?;
        let windows_left = windows.len().saturating_sub(options.windows.max(1));
        windows.truncate(options.windows.max(1));
        let ground = options.grounded.then(|| {
            let evidence = prompt.evidence.iter().map(|evidence| evidence.text.as_str());
            Ground::new(evidence.chain([prompt.question.as_str()]), Arc::clone(&self.common))
        });
        let mut run = Run { generator: self, options, ground, start, timings: Timings::default() };
        let (mut tokens, read) = (0, windows.len());
        let last = match &windows[..] {
            [window] => window.clone(),
            _ => {
                let mut found: Vec<String> = Vec::new();
                for window in &windows {
                    let answer = run.write(window, &mut |_| show(""))?;
                    tokens += answer.tokens;
                    if matches!(answer.ended, Ended::Stopped | Ended::Time) {
                        let (text, ended) = (answer.text, answer.ended);
                        let timings = run.timings;
                        let windows = read;
                        return Ok(Generation {
                            text,
                            tokens,
                            windows,
                            windows_left,
                            ended,
                            timings,
                        });
                    }
                    let same = |other: &String| other.eq_ignore_ascii_case(&answer.text);
                    if !answer.text.is_empty() && !found.iter().any(same) {
                        found.push(answer.text);
                    }
                }
                if let [text] = &found[..] {
                    let (text, ended, timings) = (text.clone(), Ended::Itself, run.timings);
                    let _ = show(&text);
                    return Ok(Generation {
                        text,
                        tokens,
                        windows: read,
                        windows_left,
                        ended,
                        timings,
                    });
                }
                self.last_prompt(prompt, found)?
            }
        };
        let answer = run.write(&last, show)?;
        Ok(Generation {
            text: answer.text,
            tokens: tokens + answer.tokens,
            windows: read,
            windows_left,
            ended: answer.ended,
            timings: run.timings,
        })
    }

    /// The prompt whose evidence is what was found in the windows; as much as fits into one.
    fn last_prompt(&self, prompt: &Prompt, found: Vec<String>) -> Result<String, GeneratorError> {
        let evidence = found.into_iter().enumerate().map(|(at, text)| Evidence {
            document: "findings".to_owned(),
            page: 1,
            chunk: (at + 1).to_string(),
            text,
        });
        let last = Prompt { question: prompt.question.clone(), evidence: evidence.collect() };
        Ok(last.windows(&self.tokenizer, self.context_tokens)?.swap_remove(0))
    }
}

/// One call of `generate`.
struct Run<'a> {
    generator: &'a Generator,
    options: &'a Options,
    ground: Option<Ground>,
    start: Instant,
    timings: Timings,
}

/// What was written for one window.
struct Answer {
    text: String,
    tokens: usize,
    ended: Ended,
}

impl Run<'_> {
    fn write(&mut self, window: &str, show: &mut Show<'_>) -> Result<Answer, GeneratorError> {
        let Generator { model, tokenizer, .. } = self.generator;
        let begun = Instant::now();
        let ids = tokenizer.encode(window)?;
        let mut state = model.start(&model.encode(&[&ids])?)?;
        self.timings.encode_ms += begun.elapsed().as_secs_f64() * 1e3;
        let begun = Instant::now();
        // The likeliest token each time; nothing is drawn, so that the seed does not matter.
        let mut sampler = LogitsProcessor::from_sampling(0, Sampling::ArgMax);
        let (mut tokens, mut text, mut shown) = (Vec::new(), String::new(), 0);
        let mut written = Written::default();
        let ended = loop {
            if tokens.len() >= self.options.new_tokens {
                break Ended::Length;
            }
            if self.start.elapsed() >= self.options.time {
                break Ended::Time;
            }
            let last = tokens.last().copied().unwrap_or(model.start_token());
            let logits = model.step(&[last], &mut state)?;
            let Some(next) = self.choose(&logits, &mut sampler, &written)? else {
                break Ended::NothingAllowed;
            };
            tokens.push(next);
            if next == model.end_token() {
                break Ended::Itself;
            }
            text += &written.push(tokenizer.piece(next));
            if let Some(kept) = self.repeats(&tokens) {
                tokens.truncate(kept);
                (text, written) = self.spell(&tokens);
                break Ended::Repetition;
            }
            let settled = self.settled(&text, &written);
            if settled > shown && self.timings.first_ms.is_none() {
                self.timings.first_ms = Some(self.start.elapsed().as_secs_f64() * 1e3);
            }
            let flow = show(&text[shown.min(settled)..settled]);
            shown = shown.max(settled);
            if flow.is_break() {
                break Ended::Stopped;
            }
        };
        if ended != Ended::Itself {
            text.truncate(self.settled(&text, &written));
        }
        if let Some(rest) = text.get(shown..).filter(|rest| !rest.is_empty()) {
            let _ = show(rest);
        }
        self.timings.tokens_ms += begun.elapsed().as_secs_f64() * 1e3;
        Ok(Answer { text: text.trim().to_owned(), tokens: tokens.len(), ended })
    }

    /// The next token; none when nothing may follow.
    fn choose(
        &self,
        logits: &Tensor,
        sampler: &mut LogitsProcessor,
        written: &Written,
    ) -> Result<Option<u32>, GeneratorError> {
        let logits = logits.squeeze(0)?;
        let Some(ground) = &self.ground else { return Ok(Some(sampler.sample(&logits)?)) };
        let Generator { model, tokenizer, .. } = self.generator;
        let end = model.end_token();
        choose(ground, written, logits.to_vec1()?, sampler, end, &|id| tokenizer.piece(id))
    }

    /// Bytes of the text that will not change any more.
    fn settled(&self, text: &str, written: &Written) -> usize {
        if self.ground.is_some() { written.settled() } else { text.len() }
    }

    /// How many tokens to keep when the last ones repeat themselves.
    fn repeats(&self, tokens: &[u32]) -> Option<usize> {
        self.options.stop_repetition.then(|| repetition(tokens)).flatten()
    }

    fn spell(&self, tokens: &[u32]) -> (String, Written) {
        let mut written = Written::default();
        let text =
            tokens.iter().map(|id| written.push(self.generator.tokenizer.piece(*id))).collect();
        (text, written)
    }
}

/// Draws until a token is allowed.
fn choose<'p>(
    ground: &Ground,
    written: &Written,
    mut logits: Vec<f32>,
    sampler: &mut LogitsProcessor,
    end: u32,
    piece: &dyn Fn(u32) -> &'p Piece,
) -> Result<Option<u32>, GeneratorError> {
    let allowed = |id: u32| match id == end {
        true => ground.may_end(written),
        false => ground.allows(written, piece(id)),
    };
    for attempt in 0.. {
        if attempt == TRIES {
            for (id, logit) in logits.iter_mut().enumerate() {
                if logit.is_finite() && !allowed(id as u32) {
                    *logit = f32::NEG_INFINITY;
                }
            }
        }
        if !logits.iter().any(|logit| logit.is_finite()) {
            break;
        }
        let next = sampler.sample(&Tensor::new(logits.as_slice(), &Device::Cpu)?)?;
        if allowed(next) {
            return Ok(Some(next));
        }
        logits[next as usize] = f32::NEG_INFINITY;
    }
    Ok(None)
}

/// Tokens to keep when the last ones are `REPEATS` times the same: the first time of them.
fn repetition(tokens: &[u32]) -> Option<usize> {
    (1..=LONGEST_REPEAT).find_map(|period| {
        let times = REPEATS.max(REPEATED_TOKENS.div_ceil(period));
        let tail = tokens.len().checked_sub(times * period)?;
        let same = tokens[tail..].windows(period + 1).all(|pair| pair[0] == pair[period]);
        same.then_some(tail + period)
    })
}

#[cfg(test)]
#[path = "generate_tests.rs"]
mod tests;
