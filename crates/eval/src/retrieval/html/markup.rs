//! Text and pictures as they may stand in HTML.

use std::fmt::{self, Write};

use super::{Picture, PictureKind};

/// A text that cannot become markup, in an element or in a quoted attribute.
pub(super) struct Text<'a>(pub &'a str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // HTML has no place for them; PDFs are full of them.
                c if c.is_control() && !c.is_whitespace() => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// A picture as the address of an image.
pub(super) struct DataUri<'a>(pub &'a Picture);

impl fmt::Display for DataUri<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.0.kind {
            PictureKind::Png => "png",
            PictureKind::Jpeg => "jpeg",
        };
        write!(f, "data:image/{kind};base64,")?;
        base64(f, &self.0.bytes)
    }
}

/// RFC 4648, §4.
fn base64(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for group in bytes.chunks(3) {
        let at = |n: usize| group.get(n).copied().map_or(0, u32::from);
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for sign in 0..4 {
            let six = (bits >> (18 - 6 * sign)) as usize & 63;
            f.write_char(if sign <= group.len() { char::from(SIGNS[six]) } else { '=' })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_markup() {
        let text = Text("<script>alert(\"1\" & '2')</script>\u{0}\n").to_string();
        assert_eq!(
            text,
            "&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;\u{fffd}\n"
        );
    }

    /// The examples of RFC 4648, §10.
    #[test]
    fn pictures_are_written_as_the_standard_says() {
        for (bytes, expected) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            let kind = PictureKind::Jpeg;
            let picture = Picture { kind, bytes: bytes.into(), width_px: 1, height_px: 1 };
            let expected = format!("data:image/jpeg;base64,{expected}");
            assert_eq!(DataUri(&picture).to_string(), expected);
        }
    }
}
