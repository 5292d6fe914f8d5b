//! Pictures of pages: pixels as the child sends them, encoded as PNG here, so that no file that the child
//! made goes on to the window.

use crate::protocol::Pixels;

/// Encodes for speed. `None` where the encoder refuses, which it does not for checked pixels.
pub(crate) fn png(pixels: &Pixels) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(pixels.rgb.len() / 8);
    let mut encoder = png::Encoder::new(&mut bytes, pixels.width_px, pixels.height_px);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fastest);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&pixels.rgb).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_survive() {
        let rgb = vec![255, 0, 0, 0, 128, 0, 0, 0, 7, 9, 8, 7];
        let bytes = png(&Pixels { width_px: 2, height_px: 2, rgb: rgb.clone() }).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, rgb);
    }
}
