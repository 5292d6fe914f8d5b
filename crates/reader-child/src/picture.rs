//! Pictures of pages as PNG.

use citelight_pdf::Image;

/// Encodes for speed, without the alpha channel, which is full everywhere. Returns `None` when the
/// encoder refuses, which it does not for a picture of at least one pixel.
pub(crate) fn png(image: &Image) -> Option<Vec<u8>> {
    let rgb: Vec<u8> = image.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();
    let mut bytes = Vec::with_capacity(rgb.len() / 8);
    let mut encoder = png::Encoder::new(&mut bytes, image.width_px, image.height_px);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fastest);
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&rgb).ok()?;
    writer.finish().ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_survive() {
        let rgba = vec![255, 0, 0, 255, 0, 128, 0, 255, 0, 0, 7, 255, 9, 8, 7, 255];
        let image = Image { width_px: 2, height_px: 2, pixel_per_pt: 1.0, rgba };
        let bytes = png(&image).unwrap();
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut rgb = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut rgb).unwrap();
        assert_eq!(rgb, [255, 0, 0, 0, 128, 0, 0, 0, 7, 9, 8, 7]);
    }
}
