//! What a question takes over from the one before: the words that it leaves out, and the documents.

use citelight_core::{
    Answer, Chip, ChipKind, Corrections, DocumentId, DocumentPrior, Found, Interpretation,
    NamedDocuments, NamingStrength, QuestionId, Span,
};
use citelight_question::{Catalogue, Previous, follow_up, understand};
use citelight_text::{Stem, Terms};

use super::asker::Asker;
use super::question::Ask;
use crate::error::Result;

/// By this a person has the question asked as typed.
const WRITTEN: &str = "follow-up";
/// By this a person has all documents asked, not those of the question before.
const DOCUMENTS: &str = "document:previous";

/// The priors of the documents that the answer before cited, and of all others: milder than those of
/// documents that a question names, since it may turn to others without saying so. Set by hand.
const CITED: f32 = 0.8;
const NOT_CITED: f32 = 0.25;

/// A question, in full where it follows up another.
pub(crate) struct Followed {
    /// By which is searched.
    pub(crate) text: String,
    pub(crate) interpretation: Interpretation,
    pub(crate) follows: Option<QuestionId>,
    /// What the answer before cited.
    pub(crate) before: Vec<(DocumentId, Span)>,
    /// The terms that the question before did not say.
    pub(crate) newly: Vec<Stem>,
}

/// The question as it is searched, with what it is taken to ask. `asked` are the documents that it
/// is put to.
pub(crate) fn followed(
    asker: &Asker,
    typed: &str,
    ask: &Ask<'_>,
    catalogue: &Catalogue,
    asked: &[DocumentId],
) -> Result<Followed> {
    let none = Corrections::default();
    let corrections = ask.corrections.unwrap_or(&none);
    let alone = || Followed {
        text: typed.to_owned(),
        interpretation: understand(typed, catalogue, corrections),
        follows: None,
        before: Vec::new(),
        newly: Vec::new(),
    };
    let Some(id) = ask.previous else { return Ok(alone()) };
    let Some(before) = asker.store.answer(id)? else { return Ok(alone()) };
    let text = before.interpretation.rewritten.as_ref().unwrap_or(&before.question);
    let known = asker.vocabulary.stems(text);
    let mut newly = Terms::of(typed, &asker.vocabulary).stems;
    newly.retain(|stem| !known.contains(stem));
    let cited: Vec<_> =
        before.own_citations().map(|one| (one.document.clone(), one.span)).collect();
    let previous = understand(text, catalogue, &before.interpretation.corrections);
    let previous = Previous { question: text, interpretation: &previous };
    let Some(full) = follow_up(typed, &understand(typed, catalogue, &none), &previous) else {
        return Ok(alone());
    };
    let on = is_on(corrections, WRITTEN);
    let text = if on { full.question.clone() } else { typed.to_owned() };
    let mut interpretation = understand(&text, catalogue, corrections);
    let found =
        Found { key: WRITTEN.to_owned(), label: full.question.clone(), spans: vec![whole(&text)] };
    interpretation.chips.insert(0, Chip { kind: ChipKind::FollowUp, found, on });
    if on {
        interpretation.rewritten = Some(full.question);
        if !full.turns
            && let Some((documents, strength)) = lent(asker, &before, ask, asked)?
        {
            let label = label_of(asker, &documents)?;
            lend(&mut interpretation, documents, strength, label, whole(&text));
        }
    }
    Ok(Followed { text, interpretation, follows: Some(id), before: cited, newly })
}

/// The documents that the question before was put to or answered from, among those that are asked,
/// and how strictly it kept to them; `None` where that leaves out none.
fn lent(
    asker: &Asker,
    before: &Answer,
    ask: &Ask<'_>,
    asked: &[DocumentId],
) -> Result<Option<(Vec<DocumentId>, NamingStrength)>> {
    let carried = before.interpretation.documents.iter().find(|n| n.found.key == DOCUMENTS);
    let of = |strength: NamingStrength| {
        let carried = carried.filter(|named| named.strength == strength);
        carried.map(|named| named.documents.clone()).unwrap_or_default()
    };
    let cited = before.own_citations().map(|citation| citation.document.clone()).collect();
    // What the person chooses now outweighs what was chosen then.
    let chosen = if ask.documents.is_empty() { asker.store.scope_of(before.id)? } else { vec![] };
    let lists = [
        (chosen, NamingStrength::Only),
        (of(NamingStrength::Only), NamingStrength::Only),
        (cited, NamingStrength::Prefer),
        (of(NamingStrength::Prefer), NamingStrength::Prefer),
    ];
    let within = |documents: Vec<DocumentId>| -> Vec<DocumentId> {
        asked.iter().filter(|id| documents.contains(id)).cloned().collect()
    };
    let mut lists = lists.into_iter().map(|(list, strength)| (within(list), strength));
    Ok(lists.find(|(list, _)| !list.is_empty()).filter(|(list, _)| list.len() < asked.len()))
}

fn label_of(asker: &Asker, documents: &[DocumentId]) -> Result<String> {
    Ok(match documents {
        [only] => asker.documents.row(only)?.file_name,
        all => format!("As before ({})", all.len()),
    })
}

/// Has an interpretation name documents, where the question itself names none.
fn lend(
    interpretation: &mut Interpretation,
    documents: Vec<DocumentId>,
    strength: NamingStrength,
    label: String,
    span: Span,
) {
    if interpretation.chips.iter().any(|chip| chip.kind == ChipKind::Documents) {
        return;
    }
    let found = Found { key: DOCUMENTS.to_owned(), label, spans: vec![span] };
    let on = is_on(&interpretation.corrections, DOCUMENTS);
    interpretation.chips.push(Chip { kind: ChipKind::Documents, found: found.clone(), on });
    if !on {
        return;
    }
    match strength {
        NamingStrength::Only => interpretation.only.clone_from(&documents),
        NamingStrength::Prefer => {
            let prior = |id: &DocumentId| DocumentPrior { document: id.clone(), score: CITED };
            interpretation.priors = documents.iter().map(prior).collect();
            interpretation.elsewhere = NOT_CITED;
        }
    }
    interpretation.documents.push(NamedDocuments { found, strength, documents });
}

fn is_on(corrections: &Corrections, key: &str) -> bool {
    !corrections.off.iter().any(|off| off == key)
}

/// All of a question.
fn whole(text: &str) -> Span {
    Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX))
}
