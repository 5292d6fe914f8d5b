//! The sample documents: their covers, colours and texts. The companies, people and figures are invented.

use crate::compose::Document;
use crate::cover::Cover;
use crate::page::Colour;
use crate::pdf::Information;
use crate::set::Theme;

const fn theme(accent: Colour, tint: Colour) -> Theme {
    Theme { accent, tint, width: 455.28, size: 10.4 }
}

pub(crate) const ALL: [Document; 3] = [
    Document {
        file_name: "northstar-handbook.pdf",
        information: Information {
            title: "Northstar Instruments Employee Handbook",
            author: "Northstar Instruments Limited, People Team",
            subject: "Terms, benefits and rules for employees, edition 7",
            date: (2025, 1, 2),
            id: b"northstar-hb-ed7",
        },
        theme: theme([22, 58, 95], [236, 241, 247]),
        cover: Cover::Field {
            company: "NORTHSTAR INSTRUMENTS",
            title: "Employee\nHandbook",
            subtitle: "What you can expect from us, and what we ask of you",
            foot: &[
                "Edition 7, in force from 1 January 2025",
                "Northstar Instruments Limited, Harrow Quay",
                "Owner: Director of People. Next review: November 2025",
            ],
        },
        foreword: Some(include_str!("../content/northstar-foreword.txt")),
        body: include_str!("../content/northstar-handbook.txt"),
        contents: true,
        roman_front: true,
        footer: "Edition 7, January 2025",
        page_word: "",
    },
    Document {
        file_name: "harbour-services-agreement.pdf",
        information: Information {
            title: "Harbour Services Agreement",
            author: "Calder Bay Harbour Authority",
            subject: "Agreement HSA-2024-017 with Rider A",
            date: (2025, 3, 31),
            id: b"harbour-hsa24017",
        },
        theme: theme([72, 40, 44], [246, 240, 238]),
        cover: Cover::Plain {
            title: "HARBOUR SERVICES\nAGREEMENT",
            between: &[
                "between",
                "Calder Bay Harbour Authority",
                "and",
                "Tidewell Marine Services Limited",
                "with Rider A",
            ],
            foot: &[
                "Agreement HSA-2024-017, dated 2 September 2024",
                "Rider A dated 31 March 2025",
            ],
        },
        foreword: None,
        body: include_str!("../content/harbour-services-agreement.txt"),
        contents: true,
        roman_front: false,
        footer: "Agreement HSA-2024-017",
        page_word: "Page",
    },
    Document {
        file_name: "northstar-third-quarter-2025.pdf",
        information: Information {
            title: "Northstar Instruments Third Quarter 2025 Report",
            author: "Northstar Instruments Limited, Finance",
            subject: "Results for the quarter ended 30 September 2025",
            date: (2025, 10, 21),
            id: b"northstar-q3-025",
        },
        theme: theme([18, 84, 82], [234, 244, 243]),
        cover: Cover::Masthead {
            company: "NORTHSTAR INSTRUMENTS LIMITED",
            title: "Third Quarter Report 2025",
            subtitle: "Three months ended 30 September 2025, published 21 October 2025",
        },
        foreword: None,
        body: include_str!("../content/northstar-third-quarter-2025.txt"),
        contents: false,
        roman_front: false,
        footer: "Northstar Instruments Limited, third quarter 2025, unaudited",
        page_word: "Page",
    },
];
