//! Whether a text says a claim, asked of a Flan-T5 in the words of one of the entailment tasks that it
//! was tuned on.
//!
//! Owns: the wording, and the probabilities of the answers that it offers. Refuses: verdicts; those are
//! the caller's.

use candle_core::D;
use candle_nn::ops::log_softmax;

use crate::GeneratorError;
use crate::generate::Generator;
use crate::prompt::head;

/// The answers that are offered, as the task writes them.
const ANSWERS: [&str; 3] = ["Yes", "It's impossible to say", "No"];

/// How likely each answer is, in sum 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entailment {
    /// The text says it.
    pub yes: f32,
    /// The text does not settle it.
    pub unsettled: f32,
    /// The text says the opposite.
    pub no: f32,
}

impl Generator {
    /// Whether `premise` says `claim`. A premise that is too long for the model is cut at its end.
    pub fn entails(&self, premise: &str, claim: &str) -> Result<Entailment, GeneratorError> {
        let (model, tokenizer) = self.parts();
        let room = self.context_tokens().saturating_sub(tokenizer.count(&worded("", claim)) + 8);
        let (premise, _) = head(tokenizer, premise, room.max(1));
        let ids = tokenizer.encode(&worded(premise, claim))?;
        let encoded = model.encode(&[&ids])?;
        let mut scores = [0.0_f32; 3];
        for (score, answer) in scores.iter_mut().zip(ANSWERS) {
            let answer = tokenizer.encode(answer)?;
            // The answer is known, so all of it is judged at once.
            let mut given = vec![model.start_token()];
            given.extend(&answer[..answer.len().saturating_sub(1)]);
            let logits = model.step(&given, &mut model.start(&encoded)?)?;
            let likely = log_softmax(&logits, D::Minus1)?.to_vec2::<f32>()?;
            *score = likely.iter().zip(&answer).map(|(row, token)| row[*token as usize]).sum();
        }
        let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        let odds = scores.map(|score| (score - most).exp());
        let sum: f32 = odds.iter().sum();
        let [yes, unsettled, no] = odds.map(|one| one / sum);
        Ok(Entailment { yes, unsettled, no })
    }
}

fn worded(premise: &str, claim: &str) -> String {
    let options = ANSWERS.map(|answer| format!("- {answer}")).join("\n");
    format!(
        "{premise}\n\nBased on the paragraph above can we conclude that \"{claim}\"?\n\nOPTIONS:\n{options}"
    )
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn tiny() -> (tempfile::TempDir, Generator) {
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/generator");
        let folder = tempfile::tempdir().unwrap();
        for name in ["config.json", "model.safetensors"] {
            std::fs::copy(fixtures.join("gated").join(name), folder.path().join(name)).unwrap();
        }
        let tokenizer = fixtures.join("tokenizer.json");
        std::fs::copy(tokenizer, folder.path().join("tokenizer.json")).unwrap();
        let generator = Generator::load(folder.path()).unwrap();
        (folder, generator)
    }

    #[test]
    fn the_wording_is_the_tasks() {
        let expect = "Fees are due in May.\n\nBased on the paragraph above can we conclude that \
                      \"Fees are due.\"?\n\nOPTIONS:\n- Yes\n- It's impossible to say\n- No";
        assert_eq!(worded("Fees are due in May.", "Fees are due."), expect);
    }

    #[test]
    fn the_answers_likelihoods_are_the_models_and_sum_to_one() {
        let (_folder, generator) = tiny();
        let (premise, claim) = ("Fees are due in May.", "Fees are due.");
        let found = generator.entails(premise, claim).unwrap();
        assert!((found.yes + found.unsettled + found.no - 1.0).abs() < 1e-5);
        // The same one token after the other, as answers are written.
        let (model, tokenizer) = generator.parts();
        let prompt = tokenizer.encode(&worded(premise, claim)).unwrap();
        let encoded = model.encode(&[&prompt]).unwrap();
        let whole = ANSWERS.map(|answer| {
            let (mut state, mut last) = (model.start(&encoded).unwrap(), model.start_token());
            let mut score = 0.0;
            for token in tokenizer.encode(answer).unwrap() {
                let logits = model.step(&[last], &mut state).unwrap();
                let likely = log_softmax(&logits, D::Minus1).unwrap().to_vec2::<f32>().unwrap();
                score += likely[0][token as usize];
                last = token;
            }
            score
        });
        let odds = (whole[0] - whole[2]).exp();
        assert!((found.yes / found.no - odds).abs() < 1e-3 * odds, "{found:?} {whole:?}");
    }

    #[test]
    fn a_premise_without_end_is_cut() {
        let (_folder, generator) = tiny();
        let found = generator.entails(&"Fees are due in May. ".repeat(500), "Fees are due.");
        assert!(found.is_ok(), "{found:?}");
    }
}
