//! Pictures as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The pixels for each pixel of the SVG, for sharp screens.
const SCALE: f32 = 2.0;

/// Why a picture could not be turned into pixels.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// The SVG cannot be read.
    #[error("the picture cannot be read: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture has no area, or more than fits into memory.
    #[error("the picture has no size that can be drawn")]
    Size,
    /// The pixels cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

/// Draws an SVG document; the result is a PNG file. Text is left out, as this knows no fonts; boards have none.
///
/// # Errors
/// The document cannot be read or drawn.
pub fn to_png(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or(PngError::Size)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::new_game;
    use crate::pictures::Board;
    use crate::variants::SPECS;

    #[test]
    fn boards_become_pixels() {
        for spec in SPECS {
            let game = new_game(spec.name).expect("a game");
            let png = to_png(&Board::new(spec, &game.setup()).to_svg()).expect(spec.name);
            assert!(png.starts_with(b"\x89PNG"), "{}", spec.name);
        }
        assert!(matches!(to_png("<svg"), Err(PngError::Svg(_))));
    }
}
