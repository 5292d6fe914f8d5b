//! A PDF with many pages of plain text: long enough for its import to be interrupted. Written by
//! hand (ISO 32000-1, 7.5), with one font that every reader has.

use std::fmt::Write as _;

const LINES: usize = 24;

/// The file's bytes. No two lines say the same, so that nothing of it is found twice.
pub(crate) fn long_pdf(pages: usize) -> Vec<u8> {
    let kids: Vec<String> = (0..pages).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Count {pages} /Kids [{}] >>", kids.join(" ")),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    for page in 0..pages {
        let content = content(page);
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] \
             /Resources << /Font << /F1 3 0 R >> >> /Contents {} 0 R >>",
            5 + 2 * page
        ));
        objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
    }

    let mut file = "%PDF-1.4\n".to_owned();
    let mut table = format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1);
    for (index, object) in objects.iter().enumerate() {
        let _ = writeln!(table, "{:010} 00000 n ", file.len());
        let _ = write!(file, "{} 0 obj\n{object}\nendobj\n", index + 1);
    }
    let (start, size) = (file.len(), objects.len() + 1);
    let trailer = format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n");
    (file + &table + &trailer).into_bytes()
}

fn content(page: usize) -> String {
    let mut content = "BT /F1 11 Tf 60 780 Td 16 TL\n".to_owned();
    for line in 0..LINES {
        let pallet = page * LINES + line + 1;
        let _ = writeln!(
            content,
            "(Pallet {pallet} was weighed at gate {} and stored in row {} of hall {}.) Tj T*",
            pallet % 7 + 1,
            pallet % 83 + 1,
            page % 12 + 1
        );
    }
    content + "ET"
}
