//! Pictures as pixels.

use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Sans-serif fonts that systems are likely to have; of others the first one is taken.
const FONTS: [&str; 6] = ["Arial", "Helvetica", "DejaVu Sans", "Liberation Sans", "Noto Sans", "Segoe UI"];

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

/// Draws an SVG document on white; the result is a PNG file. Text (charts have some, boards draw theirs) is written in a font
/// of the system, and left out if there is none.
///
/// # Errors
/// The document cannot be read or drawn.
pub fn to_png(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &options(svg))?;
    let size = tree.size().to_int_size().scale_by(SCALE).ok_or(PngError::Size)?;
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or(PngError::Size)?;
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

/// How a document is read: with fonts, if it needs any, for to look for them takes time.
fn options(svg: &str) -> Options<'static> {
    let mut options = Options::default();
    if svg.contains("<text") {
        let fonts = options.fontdb_mut();
        fonts.load_system_fonts();
        let names: Vec<String> = fonts.faces().filter_map(|face| Some(face.families.first()?.0.clone())).collect();
        let known = FONTS.iter().find(|font| names.iter().any(|name| name == *font)).map(|font| (*font).to_owned());
        if let Some(font) = known.or_else(|| names.into_iter().next()) {
            fonts.set_sans_serif_family(font);
        }
    }
    options
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
