//! How long it takes to understand a question when the library is large: a catalogue of invented
//! filings (10,000, or as many as the first argument says), questions that name one, and none.
//!
//! `cargo run --release -p citelight-question --example many [DOCUMENTS]`

use std::time::Instant;

use citelight_core::{Corrections, DocumentId};
use citelight_question::{Catalogue, CatalogueEntry, understand};

const SYLLABLES: [&str; 24] = [
    "bar", "cor", "dan", "el", "fin", "gar", "hol", "in", "jas", "ker", "lum", "mor", "nor", "os",
    "pel", "quin", "ras", "sol", "tor", "ul", "ven", "wex", "yar", "zet",
];

/// The name of the n-th company: three syllables.
fn name(n: usize) -> String {
    let part = |n: usize| SYLLABLES[n % SYLLABLES.len()];
    format!("{}{}{}", part(n), part(n / 24), part(n / 576 + n))
}

fn main() {
    let documents = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let entries = (0..documents).map(|n| {
        let (company, year) = (name(n / 4), 2019 + n % 4);
        let title = format!("{company} Water and Power Company annual report");
        CatalogueEntry {
            id: DocumentId::from_content_hash(&format!("{n:016x}")),
            file_name: format!("{}_{year}_10K.pdf", company.to_uppercase()),
            title: Some(title),
            opening: format!(
                "UNITED STATES\nSECURITIES AND EXCHANGE COMMISSION\nFORM 10-K\nFor the fiscal year \
                 ended December 31, {year}\n{} WATER AND POWER COMPANY, INC.\n(Exact name of \
                 registrant as specified in its charter)\nDelaware\nCommon Stock New York Stock \
                 Exchange\n",
                company.to_uppercase()
            ),
        }
    });
    let start = Instant::now();
    let catalogue = Catalogue::new(entries);
    println!("{documents} documents: catalogue in {:.0} ms", start.elapsed().as_secs_f64() * 1e3);
    for (what, question) in [
        (
            "one company and a year",
            "What was Corbarcor's operating margin in FY2021? Round to one decimal.",
        ),
        ("a year alone", "How did inventories change from fiscal 2020 to fiscal 2021?"),
        (
            "words that all bear",
            "What does the Water and Power Company say in its annual report for 2021?",
        ),
        (
            "nothing",
            "What are the main differences between secured and unsecured notes, and who holds them?",
        ),
    ] {
        let mut times: Vec<f64> = (0..400)
            .map(|_| {
                let start = Instant::now();
                std::hint::black_box(understand(question, &catalogue, &Corrections::default()));
                start.elapsed().as_secs_f64() * 1e3
            })
            .collect();
        times.sort_by(f64::total_cmp);
        println!("  {what}: p50 {:.2} ms, p95 {:.2} ms", times[200], times[380]);
    }
}
