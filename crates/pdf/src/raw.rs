//! The bytes of a file, read past its cross-reference table: for what pdfium gives no way to ask
//! (actions, layers, user units) and for files whose table is lost.
//!
//! Looks at everything outside of streams and into object streams (Flate or plain). Names may be
//! written with escapes. Refuses: encrypted object streams, whose content stays unknown; more than
//! the stated amounts, so that hostile files cost no more than honest ones.

use std::borrow::Cow;
use std::io::Read;
use std::ops::Range;

use memchr::memmem;

/// Bytes of a file that are looked at.
const MOST_BYTES: usize = 256 << 20;

/// Bytes that the object streams of a file may hold together.
const MOST_INFLATED_BYTES: usize = 64 << 20;

/// Objects that are listed.
const MOST_OBJECTS: usize = 2_000_000;

/// A stretch of the file outside of streams, and the stream that follows it.
struct Segment {
    text: Range<usize>,
    stream: Option<Range<usize>>,
}

/// Cuts a file at its streams.
fn segments(bytes: &[u8]) -> impl Iterator<Item = Segment> {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= bytes.len() {
            return None;
        }
        let mut from = start;
        while let Some(found) = memmem::find(&bytes[from..], b"stream") {
            let keyword = from + found;
            from = keyword + 6;
            let before = bytes[start..keyword].trim_ascii_end();
            let body = match bytes.get(from..) {
                Some([b'\r', b'\n', ..]) => from + 2,
                Some([b'\r' | b'\n', ..]) => from + 1,
                _ => continue,
            };
            if !before.ends_with(b">>") {
                continue;
            }
            let end = memmem::find(&bytes[body..], b"endstream").map_or(bytes.len(), |n| body + n);
            let segment = Segment { text: start..keyword, stream: Some(body..end) };
            start = (end + 9).min(bytes.len());
            return Some(segment);
        }
        let segment = Segment { text: start..bytes.len(), stream: None };
        start = bytes.len();
        Some(segment)
    })
}

/// The content of an object stream; `None` for other streams and those that cannot be decoded.
fn object_stream(dict: &[u8], body: &[u8], left: usize) -> Option<Vec<u8>> {
    if !has_name(dict, "ObjStm") {
        return None;
    }
    if !has_name(dict, "Filter") {
        return Some(body[..body.len().min(left)].to_vec());
    }
    if !has_name(dict, "FlateDecode") && !has_name(dict, "Fl") {
        return None;
    }
    let mut content = Vec::new();
    // What was decoded before an error still counts: damaged files end early.
    let _ = flate2::read::ZlibDecoder::new(body).take(left as u64).read_to_end(&mut content);
    (!content.is_empty()).then_some(content)
}

/// The dictionary that ends a stretch of text before a stream.
fn last_dict(text: &[u8]) -> &[u8] {
    memmem::rfind(text, b"obj").map_or(text, |at| &text[at + 3..])
}

/// What a file holds, by the names that it uses.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) java_script: bool,
    pub(crate) launch: bool,
    pub(crate) submit_form: bool,
    pub(crate) embedded_files: bool,
    /// Optional content of which parts may be switched off.
    pub(crate) layers: bool,
    pub(crate) user_unit: bool,
    /// A tree that says what the parts of pages are.
    pub(crate) tagged: bool,
}

impl Facts {
    /// Looks through a file, including what an earlier revision of it left behind.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut facts = Self::default();
        let mut left = MOST_INFLATED_BYTES;
        for segment in segments(bytes) {
            let text = &bytes[segment.text];
            facts.take(text);
            let Some(body) = segment.stream else { continue };
            let dict = last_dict(text);
            match object_stream(dict, &bytes[body], left) {
                Some(content) => {
                    left = left.saturating_sub(content.len());
                    facts.take(&content);
                }
                // Layers cost time where there are none, and hide words where there are some.
                None if has_name(dict, "ObjStm") => facts.layers = true,
                None => {}
            }
        }
        facts
    }

    fn take(&mut self, text: &[u8]) {
        let text = &*unescaped(text);
        self.java_script |= has_action(text, "JavaScript");
        self.launch |= has_action(text, "Launch");
        self.submit_form |= has_action(text, "SubmitForm");
        self.embedded_files |= has_name(text, "EmbeddedFile");
        self.layers |= hides_layers(text);
        self.user_unit |= has_name(text, "UserUnit");
        self.tagged |= has_name(text, "StructTreeRoot");
    }
}

/// Names with their escapes undone ("#53" is "S"; a delimiter becomes "_", so that a name stays
/// one). Text in which nothing looks like one is passed through.
fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    let Some(first) = memchr::memchr(b'#', text) else { return Cow::Borrowed(text) };
    let digit = |at: usize| text.get(at).and_then(|&b| (b as char).to_digit(16));
    let mut out = text[..first].to_vec();
    let mut at = first;
    while at < text.len() {
        match (text[at], digit(at + 1), digit(at + 2)) {
            (b'#', Some(high), Some(low)) => {
                let byte = (high * 16 + low) as u8;
                out.push(if is_delimiter(byte) { b'_' } else { byte });
                at += 3;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Cow::Owned(out)
}

fn is_delimiter(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0 || b"()<>[]{}/%".contains(&byte)
}

/// Where a name ends in a text, each time that it stands there.
fn after_name<'t>(text: &'t [u8], name: &'t str) -> impl Iterator<Item = usize> + 't {
    memmem::find_iter(text, name).filter_map(move |at| {
        let end = at + name.len();
        let whole =
            at > 0 && text[at - 1] == b'/' && text.get(end).is_none_or(|&b| is_delimiter(b));
        whole.then_some(end)
    })
}

pub(crate) fn has_name(text: &[u8], name: &str) -> bool {
    after_name(text, name).next().is_some()
}

/// Whether an action of a type stands in a text: its name as the value of `/S`.
fn has_action(text: &[u8], kind: &str) -> bool {
    after_name(text, kind).any(|end| {
        let before = &text[..end - kind.len() - 1];
        before.trim_ascii_end().ends_with(b"/S")
    })
}

/// Whether a file says that it is encrypted.
pub(crate) fn is_encrypted(bytes: &[u8]) -> bool {
    segments(bytes).any(|segment| has_name(&bytes[segment.text], "Encrypt"))
}

/// Whether optional content may be switched off (ISO 32000-1, 8.11): layers are listed as off, all
/// are off but some, states follow events, or content shows when its layers do not.
fn hides_layers(text: &[u8]) -> bool {
    let is_off = |end: usize| {
        let list = text[end..].trim_ascii_start().strip_prefix(b"[");
        list.is_none_or(|list| !list.trim_ascii_start().starts_with(b"]"))
    };
    let names = ["BaseState", "AllOff", "AnyOff", "VE"];
    after_name(text, "OFF").any(is_off)
        || after_name(text, "AS").any(is_off)
        || names.iter().any(|name| has_name(text, name))
}

/// Where an object stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// At a byte of the file, with a generation.
    File(usize, u16),
    /// In an object stream, at an index.
    Stream(u32, u32),
}

/// An object that the file holds.
#[derive(Debug, Clone)]
pub(crate) struct Object {
    pub(crate) number: u32,
    pub(crate) place: Place,
    /// Its text up to a stream, names unescaped.
    pub(crate) text: Vec<u8>,
}

impl Object {
    /// Whether its `/Type` is the one named.
    pub(crate) fn is_a(&self, kind: &str) -> bool {
        after_name(&self.text, "Type").any(|end| {
            self.text[end..].trim_ascii_start().strip_prefix(b"/").is_some_and(|rest| {
                rest.strip_prefix(kind.as_bytes())
                    .is_some_and(|rest| rest.first().is_none_or(|&b| is_delimiter(b)))
            })
        })
    }

    /// The object that a key refers to.
    pub(crate) fn reference(&self, key: &str) -> Option<u32> {
        after_name(&self.text, key).find_map(|end| references(&self.text[end..], true).next())
    }

    /// The objects that an array under a key refers to.
    pub(crate) fn references(&self, key: &str) -> Vec<u32> {
        let array = |end: usize| {
            let rest = self.text[end..].trim_ascii_start().strip_prefix(b"[")?;
            let close = memchr::memchr(b']', rest).unwrap_or(rest.len());
            Some(references(&rest[..close], false).collect())
        };
        after_name(&self.text, key).find_map(array).unwrap_or_default()
    }

    /// The number under a key.
    pub(crate) fn number_at(&self, key: &str) -> Option<f32> {
        let number = |end: usize| {
            let rest = self.text[end..].trim_ascii_start();
            let length = rest.iter().take_while(|b| b"+-.0123456789".contains(b)).count();
            std::str::from_utf8(&rest[..length]).ok()?.parse().ok()
        };
        after_name(&self.text, key).find_map(number)
    }
}

/// The numbers of `N G R` in a text; with `first`, only what stands at its very beginning.
fn references(text: &[u8], first: bool) -> impl Iterator<Item = u32> {
    let mut tokens = text
        .split(|&b| b.is_ascii_whitespace() || b"[]<>/".contains(&b))
        .filter(|token| !token.is_empty());
    let mut held = (None, None);
    let mut seen = 0;
    std::iter::from_fn(move || {
        for token in tokens.by_ref() {
            seen += 1;
            if first && seen > 3 {
                return None;
            }
            if token == b"R"
                && let (Some(number), Some(_)) = std::mem::take(&mut held)
            {
                return Some(number);
            }
            held = (held.1, std::str::from_utf8(token).ok().and_then(|t| t.parse().ok()));
        }
        None
    })
}

/// All objects of a file in the order in which they stand there; later ones replace earlier ones
/// of the same number.
pub(crate) fn objects(bytes: &[u8]) -> Vec<Object> {
    let mut objects = Vec::new();
    let mut left = MOST_INFLATED_BYTES;
    for segment in segments(bytes) {
        let base = segment.text.start;
        let text = &bytes[segment.text];
        let mut heads = memmem::find_iter(text, b"obj").filter_map(|at| head(text, at)).peekable();
        while let Some((number, generation, start, body)) = heads.next() {
            if objects.len() >= MOST_OBJECTS {
                return objects;
            }
            let end = heads.peek().map_or(text.len(), |next| next.2);
            let end = memmem::find(&text[body..end], b"endobj").map_or(end, |n| body + n);
            let place = Place::File(base + start, generation);
            objects.push(Object { number, place, text: unescaped(&text[body..end]).into_owned() });
        }
        let (Some(stream), Some(holder)) = (segment.stream, objects.last()) else { continue };
        if let Some(content) = object_stream(&holder.text, &bytes[stream], left) {
            left = left.saturating_sub(content.len());
            let holder = holder.clone();
            objects.extend(held(&holder, &content));
        }
    }
    objects
}

/// Number, generation, start and end of the head `N G obj` whose keyword is at a place.
fn head(text: &[u8], keyword: usize) -> Option<(u32, u16, usize, usize)> {
    fn last_number(text: &[u8]) -> Option<(u32, &[u8])> {
        let digits = text.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let (rest, digits) = text.split_at(text.len() - digits);
        Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
    }
    let before = text[..keyword].trim_ascii_end();
    let (generation, before) = last_number(before)?;
    let (number, before) = last_number(before.trim_ascii_end())?;
    Some((number, u16::try_from(generation).ok()?, before.len(), keyword + 3))
}

/// The objects of an object stream (ISO 32000-1, 7.5.7).
fn held(holder: &Object, content: &[u8]) -> Vec<Object> {
    let count = holder.number_at("N").unwrap_or(0.0) as usize;
    let first = holder.number_at("First").unwrap_or(0.0) as usize;
    let Some(table) = content.get(..first) else { return Vec::new() };
    let numbers: Vec<usize> = table
        .split(u8::is_ascii_whitespace)
        .filter(|token| !token.is_empty())
        .map_while(|token| std::str::from_utf8(token).ok()?.parse().ok())
        .take(count.min(MOST_OBJECTS) * 2)
        .collect();
    let entry = |(index, pair): (usize, &[usize])| {
        let end = numbers.get(index * 2 + 3).map_or(content.len(), |&next| first + next);
        let text = content.get(first + pair[1]..end.min(content.len()))?;
        let number = u32::try_from(pair[0]).ok()?;
        let place = Place::Stream(holder.number, index as u32);
        Some(Object { number, place, text: unescaped(text).into_owned() })
    };
    numbers.chunks_exact(2).enumerate().filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_outside_of_streams_only() {
        let yes = |java_script, launch| Facts { java_script, launch, ..Facts::default() };
        let cases: [(&[u8], Facts); 8] = [
            (b"1 0 obj << /S /JavaScript /JS (x) >> endobj", yes(true, false)),
            (b"1 0 obj <</S/Launch/F (x)>> endobj", yes(false, true)),
            (b"1 0 obj << /S /L#61unch >> endobj", yes(false, true)),
            (b"1 0 obj << /Title (Product/Launch) >> endobj", yes(false, false)),
            (b"1 0 obj << /S /LaunchPad >> endobj", yes(false, false)),
            (b"<< /Length 20 >> stream\n/S /Launch \nendstream endobj", yes(false, false)),
            (b"<< >> stream\nx\nendstream 2 0 obj << /S /Launch >> endobj", yes(false, true)),
            (b"<< /Type /ObjStm >> stream\n7 0 << /S /Launch >>\nendstream", yes(false, true)),
        ];
        for (bytes, expected) in cases {
            assert_eq!(Facts::of(bytes), expected, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn objects_are_listed_wherever_they_stand() {
        let bytes = b"%PDF-1.5\n12 0 obj<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>endobj\n\
            5 1 obj << /Type /ObjStm /N 2 /First 8 >> stream\n3 0 4 9 (three)  (four)\nendstream\nendobj\n\
            6 0 obj << /Root 12 0 R /UserUnit 2.5 >>";
        let at = |head: &[u8]| memmem::find(bytes, head).unwrap();
        let found = objects(bytes);
        let seen: Vec<_> = found.iter().map(|o| (o.number, o.place)).collect();
        let expected = [
            (12, Place::File(9, 0)),
            (5, Place::File(at(b"5 1 obj"), 1)),
            (3, Place::Stream(5, 0)),
            (4, Place::Stream(5, 1)),
            (6, Place::File(at(b"6 0 obj"), 0)),
        ];
        assert_eq!(seen, expected);
        assert!(found[0].is_a("Pages") && !found[0].is_a("Page"));
        assert_eq!(found[0].references("Kids"), [3, 4]);
        assert_eq!(
            (found[4].reference("Root"), found[4].number_at("UserUnit")),
            (Some(12), Some(2.5))
        );
    }

    #[test]
    fn junk_ends() {
        for junk in
            [&b""[..], b"stream\n", b">>stream\n", b"obj obj 1 obj 1 1obj", b"/", b"#", b"1 0 obj"]
        {
            let _ = (Facts::of(junk), objects(junk));
        }
    }
}
