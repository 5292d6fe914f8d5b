//! What the app and the child that ranks say to each other: frames on the child's input and output.
//!
//! The child speaks first, once: that it is ready, or why not. Then each question gets one reply.

use std::io::{Read, Write};

use citelight_reader::{FrameError, read_frame, write_frame};
use serde::{Deserialize, Serialize};

use crate::{ModelError, Scorer};

/// Most bytes of a question with its texts.
pub(crate) const MAX_REQUEST_BYTES: usize = 16 << 20;
/// Most bytes of a reply: a number for each text, or a sentence.
pub(crate) const MAX_REPLY_BYTES: usize = 1 << 20;

/// A question and the texts to be compared with it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) question: String,
    pub(crate) texts: Vec<String>,
}

/// What the child says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The model is loaded.
    Ready,
    /// A number for each text, in their order.
    Scores(Vec<f32>),
    /// Why there are none.
    Failed(String),
}

/// The child's side: says how the loading went, then answers until its input ends.
pub fn serve(
    loaded: Result<Scorer, ModelError>,
    from: &mut impl Read,
    to: &mut impl Write,
) -> Result<(), FrameError> {
    let scorer = match loaded {
        Ok(scorer) => scorer,
        Err(error) => return send(to, &Reply::Failed(error.to_string())),
    };
    send(to, &Reply::Ready)?;
    loop {
        let bytes = match read_frame(from, MAX_REQUEST_BYTES) {
            Ok(bytes) => bytes,
            Err(FrameError::End) => return Ok(()),
            Err(error) => return Err(error),
        };
        let reply = match postcard::from_bytes::<Request>(&bytes) {
            Ok(Request { question, texts }) => {
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                match scorer.score(&question, &texts) {
                    Ok(scores) => Reply::Scores(scores),
                    Err(error) => Reply::Failed(error.to_string()),
                }
            }
            Err(error) => Reply::Failed(error.to_string()),
        };
        send(to, &reply)?;
    }
}

fn send(to: &mut impl Write, reply: &Reply) -> Result<(), FrameError> {
    let bytes = postcard::to_stdvec(reply).map_err(std::io::Error::other)?;
    write_frame(to, &bytes, MAX_REPLY_BYTES)
}

/// What a reply says: the scores of `count` texts, each a number; none where the model was to be
/// loaded (`count` is `None`).
pub(crate) fn understood(bytes: &[u8], count: Option<usize>) -> Result<Vec<f32>, String> {
    match (postcard::from_bytes(bytes), count) {
        (Ok(Reply::Ready), None) => Ok(Vec::new()),
        (Ok(Reply::Scores(scores)), Some(count))
            if scores.len() == count && scores.iter().all(|score| score.is_finite()) =>
        {
            Ok(scores)
        }
        (Ok(Reply::Failed(why)), _) => Err(why),
        _ => Err("its reply makes no sense".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_number_for_each_text_is_taken() {
        let bytes = |reply: &Reply| postcard::to_stdvec(reply).unwrap();
        let scores = |scores: &[f32]| bytes(&Reply::Scores(scores.to_vec()));
        assert_eq!(understood(&scores(&[1.0, -2.5]), Some(2)).unwrap(), [1.0, -2.5]);
        assert_eq!(understood(&bytes(&Reply::Ready), None).unwrap(), [0.0; 0]);
        let why = understood(&bytes(&Reply::Failed("no".into())), Some(1)).unwrap_err();
        assert_eq!(why, "no");
        for (reply, count) in [
            (scores(&[1.0]), Some(2)),
            (scores(&[1.0, f32::NAN]), Some(2)),
            (scores(&[f32::INFINITY]), Some(1)),
            (scores(&[]), None),
            (bytes(&Reply::Ready), Some(0)),
            (vec![9, 9, 9], Some(1)),
            (Vec::new(), Some(1)),
        ] {
            assert!(understood(&reply, count).is_err(), "{reply:?} for {count:?}");
        }
    }
}
