//! Frames: a length of four bytes (little endian), then that many bytes.

use std::io::{self, Read, Write};

/// Why a frame could not be read or written.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The stream ended where a frame could begin.
    #[error("the stream ended")]
    End,
    /// The stream broke.
    #[error("the stream broke: {0}")]
    Io(#[from] io::Error),
    /// A length above the cap.
    #[error("a frame of {length} bytes is above the cap of {cap}")]
    TooLong {
        /// What the frame's head said.
        length: usize,
        /// What is allowed.
        cap: usize,
    },
}

/// Writes one frame and flushes.
pub fn write_frame(to: &mut impl Write, payload: &[u8], cap: usize) -> Result<(), FrameError> {
    let length = payload.len();
    let head = u32::try_from(length).ok().filter(|_| length <= cap);
    let head = head.ok_or(FrameError::TooLong { length, cap })?;
    to.write_all(&head.to_le_bytes())?;
    to.write_all(payload)?;
    to.flush()?;
    Ok(())
}

/// Reads one frame. Memory grows with the bytes that arrive, not with the length that is claimed.
pub fn read_frame(from: &mut impl Read, cap: usize) -> Result<Vec<u8>, FrameError> {
    let mut head = [0u8; 4];
    let mut filled = 0;
    while filled < head.len() {
        match from.read(&mut head[filled..]) {
            Ok(0) if filled == 0 => return Err(FrameError::End),
            Ok(0) => return Err(FrameError::Io(io::ErrorKind::UnexpectedEof.into())),
            Ok(n) => filled += n,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    let length = u32::from_le_bytes(head) as usize;
    if length > cap {
        return Err(FrameError::TooLong { length, cap });
    }
    let mut payload = Vec::with_capacity(length.min(1 << 20));
    from.take(length as u64).read_to_end(&mut payload)?;
    if payload.len() < length {
        return Err(FrameError::Io(io::ErrorKind::UnexpectedEof.into()));
    }
    Ok(payload)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_back_one_by_one() {
        let mut stream = Vec::new();
        for payload in [b"".as_slice(), b"one", &[7; 3000]] {
            write_frame(&mut stream, payload, 4096).unwrap();
        }
        let mut from = stream.as_slice();
        assert_eq!(read_frame(&mut from, 4096).unwrap(), b"");
        assert_eq!(read_frame(&mut from, 4096).unwrap(), b"one");
        assert_eq!(read_frame(&mut from, 4096).unwrap(), [7; 3000]);
        assert!(matches!(read_frame(&mut from, 4096), Err(FrameError::End)));
    }

    #[test]
    fn the_cap_holds_both_ways() {
        let mut stream = Vec::new();
        assert!(matches!(
            write_frame(&mut stream, &[0; 5], 4),
            Err(FrameError::TooLong { length: 5, cap: 4 })
        ));
        assert!(stream.is_empty());
        let lie = [0xff, 0xff, 0xff, 0x7f, 1, 2];
        assert!(matches!(read_frame(&mut lie.as_slice(), 4), Err(FrameError::TooLong { .. })));
    }

    #[test]
    fn a_cut_frame_is_an_error_at_every_byte() {
        let mut stream = Vec::new();
        write_frame(&mut stream, b"payload", 100).unwrap();
        for cut in 1..stream.len() {
            let result = read_frame(&mut &stream[..cut], 100);
            assert!(matches!(result, Err(FrameError::Io(_))), "cut at {cut}");
        }
    }
}
