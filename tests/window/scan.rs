//! A page as a scanner makes one: a PDF that holds nothing but a picture. Written by hand (ISO 32000-1, 7.5
//! and 8.9.5).

use crate::picture::Picture;

/// The file's bytes. `scale`: pixels per point.
pub(crate) fn of(picture: &Picture, scale: f64) -> Vec<u8> {
    let (width, height, grey) = picture.grey();
    let (w, h) = (width as f64 / scale, height as f64 / scale);
    let content = format!("q {w} 0 0 {h} 0 0 cm /Scan Do Q");
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut starts = Vec::new();
    let mut object = |file: &mut Vec<u8>, head: &str, stream: Option<&[u8]>| {
        starts.push(file.len());
        file.extend_from_slice(format!("{} 0 obj\n{head}\n", starts.len()).as_bytes());
        if let Some(stream) = stream {
            file.extend_from_slice(b"stream\n");
            file.extend_from_slice(stream);
            file.extend_from_slice(b"\nendstream\n");
        }
        file.extend_from_slice(b"endobj\n");
    };
    object(&mut file, "<< /Type /Catalog /Pages 2 0 R >>", None);
    object(&mut file, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>", None);
    let page = format!(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {w} {h}] \
         /Resources << /XObject << /Scan 4 0 R >> >> /Contents 5 0 R >>"
    );
    object(&mut file, &page, None);
    let image = format!(
        "<< /Type /XObject /Subtype /Image /Width {width} /Height {height} \
         /ColorSpace /DeviceGray /BitsPerComponent 8 /Length {} >>",
        grey.len()
    );
    object(&mut file, &image, Some(&grey));
    let head = format!("<< /Length {} >>", content.len());
    object(&mut file, &head, Some(content.as_bytes()));
    let table = file.len();
    let mut end = format!("xref\n0 {}\n0000000000 65535 f \n", starts.len() + 1);
    for start in &starts {
        end.push_str(&format!("{start:010} 00000 n \n"));
    }
    let size = starts.len() + 1;
    end.push_str(&format!("trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n"));
    file.extend_from_slice(end.as_bytes());
    file
}
