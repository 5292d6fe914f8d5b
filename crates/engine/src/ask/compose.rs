//! What an answer is before it is given: what makers of answers get, and what they give.

use std::cell::{Cell, OnceCell};

use citelight_core::{AnswerDetails, AnswerLead, AnswerMode, Calculation, LeadKind, QuestionSort};
use rust_decimal::Decimal;

use super::asker::Asker;
use super::cite::Cited;
use super::excerpt::bare;
use super::question::{Hit, Question};
use super::read::{Reading, read};
use super::stages::timed;
use crate::error::Result;

/// What was found for a question, and what it says.
pub(crate) struct Findings<'a> {
    pub(crate) question: &'a Question,
    /// The passages, best first.
    pub(crate) hits: &'a [Hit],
    /// What the best of them say: given, or read when it is first asked for, in so many milliseconds.
    given: Option<&'a Reading>,
    made: OnceCell<Reading>,
    ms: Cell<f32>,
}

impl<'a> Findings<'a> {
    /// What was found and is read when a maker of answers first asks for it: most of a question's time goes there, and
    /// some answers need none of it.
    pub(crate) fn unread(question: &'a Question, hits: &'a [Hit]) -> Findings<'a> {
        let (made, ms) = (OnceCell::new(), Cell::default());
        Findings { question, hits, given: None, made, ms }
    }

    /// What was found, and what it says.
    pub(crate) fn read(
        question: &'a Question,
        hits: &'a [Hit],
        reading: &'a Reading,
    ) -> Findings<'a> {
        Findings { given: Some(reading), ..Findings::unread(question, hits) }
    }

    /// What the best passages say.
    pub(crate) fn reading(&self, asker: &Asker) -> Result<&Reading> {
        if let Some(known) = self.known() {
            return Ok(known);
        }
        let mut ms = 0.0;
        let reading = timed("read", &mut ms, || read(asker, self.question, self.hits))?;
        self.ms.set(ms);
        Ok(self.made.get_or_init(|| reading))
    }

    /// The same, where it is known by now.
    pub(crate) fn known(&self) -> Option<&Reading> {
        self.given.or_else(|| self.made.get())
    }

    /// The reading that was made here, if any was.
    pub(crate) fn made(self) -> Option<Reading> {
        self.made.into_inner()
    }

    /// How long reading took, in milliseconds; 0 where nothing was read.
    pub(crate) fn ms(&self) -> f32 {
        self.ms.get()
    }
}

/// What is said where nothing answers; `only` is the file's name where one document was asked.
pub(crate) fn nothing_found(sort: QuestionSort, only: Option<&str>) -> String {
    let says = match sort {
        QuestionSort::When => "says when",
        QuestionSort::Amount => "gives this figure",
        QuestionSort::Who => "says who",
        QuestionSort::Where => "says where",
        QuestionSort::Why => "says why",
        QuestionSort::How => "says how",
        QuestionSort::YesNo => "settles this",
        QuestionSort::WhatIs | QuestionSort::Which | QuestionSort::Other => "answers this",
    };
    format!("I found nothing in {} that {says}.", only.unwrap_or("these documents"))
}

/// From which confidence on words are put before what says them: on 2,100 questions of exams the words were right for 82
/// of 100 that are so likely, and for 58 of the others.
pub(crate) const LEADS: f32 = 0.75;

/// An answer, or why there is none. Its text is empty where nothing answers.
pub(crate) struct Composed {
    pub(crate) found: bool,
    pub(crate) text: String,
    pub(crate) mode: AnswerMode,
    pub(crate) cited: Cited,
    pub(crate) calculation: Option<Calculation>,
    pub(crate) details: AnswerDetails,
    /// 0 to 1: how likely it is that the documents say it.
    pub(crate) confidence: f32,
    /// The figure that it gives, in ones of its unit, where it is one.
    pub(crate) figure: Option<Decimal>,
}

impl Composed {
    /// An answer of quoted words; none where nothing could be cited.
    pub(crate) fn quoted(cited: Cited, confidence: f32) -> Composed {
        let found = !cited.citations.is_empty();
        let text = if found { cited.text() } else { String::new() };
        Composed { found, cited, ..Composed::plain(text, confidence) }
    }

    /// A text without evidence.
    pub(crate) fn plain(text: String, confidence: f32) -> Composed {
        Composed {
            found: false,
            text,
            mode: AnswerMode::Extractive,
            cited: Cited::default(),
            calculation: None,
            details: AnswerDetails::default(),
            confidence,
            figure: None,
        }
    }

    /// Puts more behind it, on a line of its own.
    pub(crate) fn add(&mut self, more: Cited) {
        let more = more.behind(self.cited.citations.len());
        self.text = [self.text.as_str(), &more.text()].join("\n");
        self.cited.sentences.extend(more.sentences);
        self.cited.citations.extend(more.citations);
    }

    /// The same with the answer in a word or a few before it.
    pub(crate) fn led_by(self, kind: LeadKind, text: String, citations: Vec<u32>) -> Composed {
        if !self.found {
            return self;
        }
        let text = bare(&text).to_owned();
        // What follows "Yes" says where it stands; words of their own need their marker.
        let markers: String = match kind {
            LeadKind::Yes | LeadKind::No => String::new(),
            _ => citations.iter().map(|n| format!(" [{n}]")).collect(),
        };
        Composed {
            text: format!("{text}{markers}. {}", self.text),
            details: AnswerDetails {
                lead: Some(AnswerLead { kind, text, citations }),
                ..self.details
            },
            ..self
        }
    }

    /// The same with "Yes" or "No" before it.
    pub(crate) fn decided(self, holds: bool, citations: Vec<u32>) -> Composed {
        let (kind, text) = if holds { (LeadKind::Yes, "Yes") } else { (LeadKind::No, "No") };
        self.led_by(kind, text.to_owned(), citations)
    }
}
