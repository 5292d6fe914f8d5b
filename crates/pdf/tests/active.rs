//! What a file would run or unpack elsewhere is found, wherever it stands, and nothing else is.

mod sample;

use citelight_core::ActiveContent::{self, EmbeddedFiles, JavaScript, Launch, SubmitForm};
use sample::{SamplePage, line, page, pdf, with_document};

#[track_caller]
fn check(name: &str, bytes: &[u8], expected: &[ActiveContent]) {
    with_document("active.pdf", bytes, |document| {
        assert_eq!(document.active_content(), expected, "{name}");
    });
}

fn text() -> SamplePage {
    page(&line(72.0, 700.0, 12.0, "/S /Launch (and more)"))
}

#[test]
fn actions_wherever_they_stand() {
    let script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>";
    let in_catalog = |entry: &str| pdf(&[text()], entry, &[script]);
    let on_page = |extra: &str| pdf(&[SamplePage { extra: extra.into(), ..text() }], "", &[script]);
    let cases: [(&str, Vec<u8>, &[ActiveContent]); 9] = [
        ("none", in_catalog("/Lang (en)").replace_script(), &[]),
        ("open action", in_catalog("/OpenAction 4 0 R"), &[JavaScript]),
        ("names", in_catalog("/Names << /JavaScript << /Names [(a) 4 0 R] >> >>"), &[JavaScript]),
        ("page", on_page("/AA << /O 4 0 R >>"), &[JavaScript]),
        (
            "link",
            on_page(
                "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (a.exe) >> >>]",
            ),
            &[JavaScript, Launch],
        ),
        (
            "button",
            on_page(
                "/Annots [<< /Type /Annot /Subtype /Widget /FT /Btn /Rect [0 0 9 9] /A << /S/SubmitForm /F (x) >> >>]",
            ),
            &[JavaScript, SubmitForm],
        ),
        (
            "attachment",
            pdf(
                &[text()],
                "/Names << /EmbeddedFiles << /Names [(a) << /Type /Filespec /F (a) /EF << /F 4 0 R >> >>] >> >>",
                &["<< /Type /EmbeddedFile /Length 1 >>\nstream\nx\nendstream"],
            ),
            &[EmbeddedFiles],
        ),
        (
            "disguised",
            pdf(&[text()], "/OpenAction << /S /Jav#61Script /JS (x) >>", &[]),
            &[JavaScript],
        ),
        (
            "in an object stream",
            pdf(
                &[text()],
                "",
                &[
                    "<< /Type /ObjStm /N 1 /First 5 /Length 40 >>\nstream\n90 0 << /S /Launch /F (a.exe) >>         \nendstream",
                ],
            ),
            &[Launch],
        ),
    ];
    for (name, bytes, expected) in cases {
        check(name, &bytes, expected);
    }
}

trait ReplaceScript {
    /// The same file with an action that is none.
    fn replace_script(self) -> Self;
}

impl ReplaceScript for Vec<u8> {
    fn replace_script(self) -> Self {
        let text = String::from_utf8(self).expect("samples are ASCII");
        text.replace("/S /JavaScript /JS", "/S /GoTo       /D ").into_bytes()
    }
}
