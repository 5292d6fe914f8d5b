//! Spaces that pdfium guesses, and those that take no room. Pure.
//!
//! pdfium guesses a space wherever the pen jumps by some share of a space's width, and then drops the
//! space that the file itself has there. So a guess may be all that is left of a real space, however
//! narrow, and it may be nothing but the distance of spaced letters. The letters around it tell: over 500
//! pages 248 of 296 guesses at gaps that would not part words by themselves were real spaces, and most
//! of the others stood among spaced capitals.

use crate::typeset::Glyph;

/// A gap has to be wider than this share of the font size to be a guessed space.
const LEAST_GAP: f32 = 0.03;

/// And wider than the usual gap between letters around it, by this factor.
const TO_USUAL: f32 = 1.5;

/// Letters on either side of a gap whose distances are usual there.
const AROUND: usize = 8;

/// With fewer gaps around, nothing is known of what is usual.
const FEWEST: usize = 3;

/// Steps back and jumps beyond these shares of the font size are not gaps between letters.
const LETTERS: std::ops::RangeInclusive<f32> = -0.3..=0.3;

/// A space that takes no room: the next character is drawn where it stands, so near to the one before, as shares of
/// the font size. Some fonts say that their full stop is a space and a full stop.
const NO_ROOM: (f32, f32) = (0.01, 0.1);

/// Drops the spaces that take no room.
pub(crate) fn drop_without_room(glyphs: &mut Vec<Glyph>) {
    let takes_none = |at: usize| {
        let [before, space, next] = &glyphs[at - 1..=at + 1] else { return false };
        let (dx, dy) = (next.origin.0 - space.origin.0, next.origin.1 - space.origin.1);
        space.ch == ' '
            && dx.hypot(dy) < NO_ROOM.0 * next.size
            && gap(before, next).is_some_and(|gap| gap < NO_ROOM.1)
    };
    let found: Vec<usize> =
        (1..glyphs.len().saturating_sub(1)).filter(|at| takes_none(*at)).collect();
    for at in found.into_iter().rev() {
        glyphs.remove(at);
    }
}

/// Puts a space before every character at which one was guessed, wherever the gap bears it out.
pub(crate) fn part(glyphs: &mut Vec<Glyph>) {
    let found: Vec<usize> =
        (1..glyphs.len()).filter(|&at| glyphs[at].guessed_space && is_space(glyphs, at)).collect();
    for at in found.into_iter().rev() {
        let before = glyphs[at - 1];
        glyphs.insert(at, Glyph { ch: ' ', guessed_space: false, ..before });
    }
}

fn is_space(glyphs: &[Glyph], at: usize) -> bool {
    let Some(gap) = gap(&glyphs[at - 1], &glyphs[at]) else { return false };
    // Capitals are spaced and kerned more widely than anything else.
    let capitals = [at - 1, at].iter().all(|&at| glyphs[at].ch.is_uppercase());
    if gap <= LEAST_GAP || capitals {
        return false;
    }
    let range = at.saturating_sub(AROUND).max(1)..(at + AROUND).min(glyphs.len());
    let mut around: Vec<f32> = range
        .filter(|&other| other != at)
        .filter_map(|other| self::gap(&glyphs[other - 1], &glyphs[other]))
        .collect();
    if around.len() < FEWEST {
        return false;
    }
    around.sort_by(f32::total_cmp);
    gap > LEAST_GAP + TO_USUAL * around[around.len() / 2].max(0.0)
}

/// The distance between two characters of a line, in font sizes; `None` at white space and where the
/// second does not follow the first.
fn gap(one: &Glyph, other: &Glyph) -> Option<f32> {
    if one.ch.is_whitespace() || other.ch.is_whitespace() {
        return None;
    }
    let size = one.size.max(other.size);
    let (ax, ay) = one.along;
    let (dx, dy) = (other.origin.0 - one.origin.0, other.origin.1 - one.origin.1);
    let (step, across) = (dx * ax + dy * ay, (dx * ay - dy * ax).abs());
    let gap = (step - one.advance) / size;
    (across < 0.3 * size && LETTERS.contains(&gap)).then_some(gap)
}

#[cfg(test)]
mod tests {
    use citelight_core::Rect;

    use super::*;
    use crate::looks::Look;
    use crate::typeset::Ink;

    /// Letters of 10 points, 5 wide, at gaps given in points; "_" stands for a guessed space.
    fn set(text: &str, gap: f32, space: f32) -> Vec<Glyph> {
        let mut x = 50.0;
        let mut guessed = false;
        let mut glyphs = Vec::new();
        for ch in text.chars() {
            if ch == '_' {
                x += space - gap;
                guessed = true;
                continue;
            }
            glyphs.push(Glyph {
                ch,
                origin: (x, 100.0),
                along: (1.0, 0.0),
                advance: 5.0,
                rect: Rect::new(x, 92.0, x + 5.0, 102.0),
                size: 10.0,
                bold: false,
                italic: false,
                ink: Ink::Drawn,
                ligature: false,
                guessed_space: std::mem::take(&mut guessed),
                look: Look::default(),
                font: 0,
            });
            x += 5.0 + gap;
        }
        glyphs
    }

    #[test]
    fn a_space_where_the_next_character_stands_is_none() {
        let mut glyphs = set("nurse .", 0.0, 0.0);
        glyphs[6].origin = glyphs[5].origin;
        drop_without_room(&mut glyphs);
        let text: String = glyphs.iter().map(|glyph| glyph.ch).collect();
        assert_eq!(text, "nurse.");
        let mut glyphs = set("a nurse", 0.0, 0.0);
        drop_without_room(&mut glyphs);
        assert_eq!(glyphs.len(), 7, "a space with room");
    }

    #[test]
    fn a_guess_is_a_space_where_letters_stand_closer() {
        let cases = [
            ("self-injury,_suicide,_or", 0.0, 1.4, "self-injury, suicide, or"),
            ("of_the", 0.0, 0.5, "of the"),
            ("of_the", 0.0, 0.1, "ofthe"),
            ("AP_PRO_VED", 1.1, 1.4, "APPROVED"),
            ("W_HO", 0.0, 1.4, "WHO"),
            ("sp_aced_out", 1.1, 1.4, "spacedout"),
            ("I_C", 0.0, 1.4, "IC"),
        ];
        for (text, gap, space, expected) in cases {
            let mut glyphs = set(text, gap, space);
            part(&mut glyphs);
            let parted: String = glyphs.iter().map(|glyph| glyph.ch).collect();
            assert_eq!(parted, expected, "{text} {gap} {space}");
        }
    }
}
