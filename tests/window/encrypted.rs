//! An encrypted PDF, made anew: the project keeps no file that it could not make.

use lopdf::{
    Document, EncryptionState, EncryptionVersion, Object, Permissions, Stream, dictionary,
};

/// A page with a line of text, encrypted with a user password.
pub(crate) fn encrypted(password: &str, line: &str) -> Vec<u8> {
    let mut pdf = Document::with_version("1.6");
    let pages = pdf.new_object_id();
    let font = pdf.add_object(dictionary! {
        "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Helvetica",
    });
    let content = format!("BT /F 12 Tf 72 700 Td ({line}) Tj ET");
    let content = pdf.add_object(Stream::new(dictionary! {}, content.into_bytes()));
    let page = pdf.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => content,
        "MediaBox" => vec![0.into(), 0.into(), 612.into(), 792.into()],
        "Resources" => dictionary! { "Font" => dictionary! { "F" => font } },
    });
    let kids = vec![page.into()];
    pdf.objects
        .insert(pages, dictionary! { "Type" => "Pages", "Kids" => kids, "Count" => 1 }.into());
    let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    pdf.trailer.set("Root", catalog);
    let id = Object::string_literal("0123456789abcdef");
    pdf.trailer.set("ID", vec![id.clone(), id]);
    let version = EncryptionVersion::V2 {
        document: &pdf,
        owner_password: "the owner's",
        user_password: password,
        key_length: 128,
        permissions: Permissions::all(),
    };
    let state = EncryptionState::try_from(version).unwrap();
    pdf.encrypt(&state).unwrap();
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).unwrap();
    bytes
}
