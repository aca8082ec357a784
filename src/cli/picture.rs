//! The options that write a position as a picture.

use std::fs;
use std::path::{Path, PathBuf};

use bonsai::board::Color;
use bonsai::engine::AnyGame;
use bonsai::notation;
use bonsai::pictures::Board;

use super::error::Error;

/// Where a picture of the position goes and what it shows.
#[derive(clap::Args)]
pub struct PictureArgs {
    /// Write a picture of the board to this SVG file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Write a picture of the board to this PNG file.
    #[cfg(feature = "png")]
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,

    /// Turn the picture: Black at the bottom.
    #[arg(long)]
    flip: bool,

    /// Draw arrows for these legal moves into the picture.
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    arrows: Vec<String>,
}

impl PictureArgs {
    /// Writes the pictures that are asked for.
    ///
    /// # Errors
    /// An arrow is no legal move, or a file cannot be written.
    pub fn write(&self, game: &dyn AnyGame) -> Result<(), Error> {
        let list = self.arrows.join(" ");
        let find = |token| game.find(token, None).map(|bits| game.facts(bits)).map_err(Error::Arrow);
        let arrows = notation::split_moves(&list).into_iter().map(find).collect::<Result<_, _>>()?;
        let setup = game.setup();
        let bottom = if self.flip { Color::Black } else { Color::White };
        let board = Board::new(game.spec(), &setup)
            .seen_by(bottom)
            .last_move(game.last_move().map(|mv| game.facts(mv)))
            .arrows(arrows);
        if let Some(path) = &self.svg {
            write_file(path, board.to_svg().as_bytes())?;
        }
        #[cfg(feature = "png")]
        if let Some(path) = &self.png {
            write_file(path, &bonsai::pictures::to_png(&board.to_svg())?)?;
        }
        Ok(())
    }
}

/// Writes a file that a picture or page was asked for in.
///
/// # Errors
/// It cannot be written.
pub fn write_file(path: &Path, content: &[u8]) -> Result<(), Error> {
    fs::write(path, content).map_err(|source| Error::Output { path: path.to_owned(), source })
}
